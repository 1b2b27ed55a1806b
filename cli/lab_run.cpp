// mixseed lab run, status, merge and plans: from a plan to a store.

#include <algorithm>
#include <iterator>
#include <memory>

#include "arguments.h"
#include "bar.h"
#include "lab.h"
#include "lab/format.h"
#include "lab/runner.h"
#include "mixseed/version.h"
#include "mpi.h"
#include "output.h"
#include "report/formats.h"
#include "shared_options.h"
#include "signals.h"

namespace mixseed::cli {
namespace {

struct RunArguments {
  PlanArguments plan;
  std::string store, jobs = "0", shard = "1/1";
  bool quiet = false;
};

void draw(Bar& bar, const lab::RunProgress& progress) {
  if (!bar.is_due()) return;
  const std::size_t open = progress.wanted - progress.skipped;
  const double rate = static_cast<double>(progress.done) / std::max(progress.seconds, 1e-9);
  const double share = open > 0 ? static_cast<double>(progress.done) / static_cast<double>(open) : 1;
  std::vector<std::string> facts{formatted("{} of {} runs", progress.done, open), formatted("{:.3g} per second", rate)};
  if (rate > 0)
    facts.push_back(formatted("about {} left", clock_text(static_cast<double>(open - progress.done) / rate)));
  bar.draw(share, facts);
}

void tell_missing(const lab::Plan& plan) {
  for (const std::string& name : plan.missing) {
    complain(formatted("{} is skipped: the data directory has no copy of it", name));
  }
}

lab::RunProgress run_plan(const lab::Plan& plan, const std::string& path, const lab::RunnerOptions& options) {
  if (ranks()) return run_on_ranks(*ranks(), plan, path, options);
  lab::Store store(path, lab::Store::Mode::write);
  return lab::run(plan, store, options);
}

void run_lab(const RunArguments& arguments) {
  lab::RunnerOptions options{.jobs = parse_jobs(arguments.jobs), .shard = lab::Shard::parse(arguments.shard)};
  const lab::Plan plan = plan_in(arguments.plan);
  if (ranks() && arguments.shard != "1/1")
    throw Error(ErrorCode::usage, "mpirun makes the parts: --shard goes without it");
  if (!arguments.quiet) tell_missing(plan);
  const bool shows_bar = !arguments.quiet && is_terminal() && !is_silent_rank();
  Bar bar;
  const HeededSignals heeded;
  output_has_begun();
  options.observer = [&](const lab::RunProgress& progress) {
    if (shows_bar) draw(bar, progress);
    return !interrupted();
  };
  const lab::RunProgress progress = run_plan(plan, arguments.store, options);
  bar.remove();
  if (is_silent_rank()) return;
  if (interrupted()) {
    throw Error(ErrorCode::failed, formatted("interrupted; {} runs were added to {}, the same command continues",
                                             progress.done, arguments.store));
  }
  if (arguments.quiet) return;
  print_line(formatted("{}: {} runs wanted, {} there before, {} done, {} failed, {:.1f} s, {:.4g} per second",
                       plan.name, progress.wanted, progress.skipped, progress.done, progress.failed, progress.seconds,
                       static_cast<double>(progress.done) / std::max(progress.seconds, 1e-9)));
}

report::Section status_report(const lab::Plan& plan, const lab::Store& store) {
  const lab::RunProgress progress = lab::status(plan, store);
  const double share = static_cast<double>(progress.skipped) / static_cast<double>(progress.wanted);
  report::Section report{.key = "status"};
  report.add(report::Note{formatted("{}: {} of {} runs are stored ({} %), by version {}", plan.name, progress.skipped,
                                    progress.wanted, report::fixed_text(100 * share, 1), kVersion)});
  for (const std::string& version : store.versions()) {
    if (version == kVersion) continue;
    report.add(report::Note{formatted("also {} by version {}", report::counted(store.size(version), "run"), version)});
  }
  return report;
}

report::Section plans_report() {
  report::Sheet sheet{.key = "plans"};
  sheet.columns = {{"plan", "plan", report::Audience::all, report::Align::left},
                   {"about", "what it is", report::Audience::all, report::Align::left}};
  for (const lab::PlanSummary& plan : lab::built_in_plans()) sheet.rows.push_back({plan.name, plan.about});
  report::Section report;
  report.add(std::move(sheet));
  return report;
}

// Reads all stores before writing, so that an unreadable store does not leave an incomplete merge.
void run_merge(const std::string& into, const std::vector<std::string>& parts) {
  std::vector<std::vector<lab::StoredRun>> runs;
  for (const std::string& part : parts) runs.push_back(all_runs(lab::Store(part, lab::Store::Mode::read)));
  const DeferredSignals deferred;
  check_interrupted();
  const std::vector<std::size_t> added = lab::Store(into, lab::Store::Mode::write).add_all(runs);
  for (std::size_t i = 0; i < parts.size(); ++i) {
    print_line(formatted("{}: {} runs, {} new", parts[i], runs[i].size(), added[i]));
  }
}

}  // namespace

std::vector<lab::StoredRun> all_runs(const lab::Store& store) {
  std::vector<lab::StoredRun> all;
  for (const std::string& version : store.versions()) {
    for (const lab::RuleSet rules : {lab::RuleSet::paper, lab::RuleSet::standard}) {
      auto runs = store.runs(version, rules);
      std::move(runs.begin(), runs.end(), std::back_inserter(all));
    }
  }
  return all;
}

Command lab_run_command() {
  const auto arguments = std::make_shared<RunArguments>();
  std::vector<Option> options = plan_options(arguments->plan);
  options.push_back(store_option(arguments->store, FileUse::updated));
  options.push_back(jobs_option(arguments->jobs));
  options.push_back({.names = "--shard",
                     .value = &arguments->shard,
                     .type = "I/N",
                     .help = "Only the I-th of N parts, for several machines"});
  options.push_back({.names = "--quiet", .value = &arguments->quiet, .help = "Print nothing but errors"});
  return {.name = "run",
          .summary = "Run the parts of a plan that the store does not have yet",
          .options = options,
          .examples = {"mixseed lab run paper-d10 --data-sets 10 --seeds 10 --rules paper --store runs.db"},
          .note = "After an interruption, the same command continues where it stopped.",
          .run = [arguments] { run_lab(*arguments); },
          .takes_ranks = true};
}

Command lab_status_command() {
  const auto arguments = std::make_shared<RunArguments>();
  std::vector<Option> options = plan_options(arguments->plan);
  options.push_back(store_option(arguments->store, FileUse::read));
  return {.name = "status",
          .summary = "Show how much of a plan a store has",
          .options = options,
          .examples = {"mixseed lab status quick --store runs.db"},
          .run = [arguments] {
            const lab::Plan plan = plan_in(arguments->plan);
            print(as_text(status_report(plan, lab::Store(arguments->store, lab::Store::Mode::read))));
          }};
}

Command lab_merge_command() {
  const auto into = std::make_shared<std::string>();
  const auto parts = std::make_shared<std::vector<std::string>>();
  return {.name = "merge",
          .summary = "Merge the runs of several stores",
          .options = {{.names = "INTO",
                       .value = into.get(),
                       .help = "The store that receives the runs; created if necessary",
                       .required = true,
                       .file = FileUse::updated},
                      {.names = "PARTS",
                       .value = parts.get(),
                       .help = "Stores to read",
                       .required = true,
                       .file = FileUse::read,
                       .replaced_by = "INTO"}},
          .examples = {"mixseed lab merge all.db part1.db part2.db"},
          .run = [into, parts] { run_merge(*into, *parts); }};
}

Command lab_plans_command() {
  return {.name = "plans", .summary = "The built-in plans", .examples = {"mixseed lab plans"}, .run = [] {
            print(as_text(plans_report()));
          }};
}

}  // namespace mixseed::cli
