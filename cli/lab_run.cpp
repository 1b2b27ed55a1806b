// mixseed lab run, status, merge and plans: from a plan to a store.
#include <fmt/format.h>

#include <algorithm>
#include <memory>

#include "arguments.h"
#include "bar.h"
#include "lab.h"
#include "lab/runner.h"
#include "mixseed/version.h"
#include "output.h"
#include "signals.h"
#include "table.h"

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
  std::string facts = fmt::format("{} of {} runs  {:.3g} per second", progress.done, open, rate);
  if (rate > 0) facts += fmt::format("  about {} left", clock_text(static_cast<double>(open - progress.done) / rate));
  bar.draw(share, facts);
}

void tell_missing(const lab::Plan& plan) {
  for (const std::string& name : plan.missing) {
    complain(fmt::format("{} is left out: no copy of it is in the data directory", name));
  }
}

void run_lab(const RunArguments& arguments) {
  lab::RunnerOptions options{.jobs = parse_jobs(arguments.jobs), .shard = lab::Shard::parse(arguments.shard)};
  const lab::Plan plan = plan_in(arguments.plan);
  lab::Store store(arguments.store, lab::Store::Mode::write);
  if (!arguments.quiet) tell_missing(plan);
  const bool shows_bar = !arguments.quiet && is_terminal();
  Bar bar;
  const HeededSignals heeded;
  output_has_begun();
  options.observer = [&](const lab::RunProgress& progress) {
    if (shows_bar) draw(bar, progress);
    return !interrupted();
  };
  const lab::RunProgress progress = lab::run(plan, store, options);
  bar.remove();
  if (interrupted()) {
    throw Error(ErrorCode::failed, fmt::format("interrupted; {} runs were added to {}, the same command goes on",
                                               progress.done, arguments.store));
  }
  if (arguments.quiet) return;
  print(fmt::format("{}: {} runs wanted, {} there before, {} done, {} failed, {:.1f} s, {:.4g} per second\n", plan.name,
                    progress.wanted, progress.skipped, progress.done, progress.failed, progress.seconds,
                    static_cast<double>(progress.done) / std::max(progress.seconds, 1e-9)));
}

void run_status(const PlanArguments& arguments, const std::string& path) {
  const lab::Plan plan = plan_in(arguments);
  const lab::Store store(path, lab::Store::Mode::read);
  const lab::RunProgress progress = lab::status(plan, store);
  print(fmt::format("{}: {} of {} runs are stored ({:.1f} %), by version {}\n", plan.name, progress.skipped,
                    progress.wanted,
                    100.0 * static_cast<double>(progress.skipped) / static_cast<double>(progress.wanted), kVersion));
  for (const std::string& version : store.versions()) {
    if (version != kVersion) print(fmt::format("also {} runs by version {}\n", store.size(version), version));
  }
}

void run_merge(const std::string& into, const std::vector<std::string>& parts) {
  lab::Store store(into, lab::Store::Mode::write);
  const DeferredSignals deferred;
  for (const std::string& part : parts) {
    const lab::Store source(part, lab::Store::Mode::read);
    std::size_t added = 0, found = 0;
    for (const std::string& version : source.versions()) {
      for (const lab::Rules rules : {lab::Rules::paper, lab::Rules::standard}) {
        const auto runs = source.runs(version, rules);
        found += runs.size();
        added += store.add(runs);
      }
    }
    print(fmt::format("{}: {} runs, {} new\n", part, found, added));
  }
}

CLI::Option* add_store(CLI::App& command, std::string& store) {
  return add_text(command, "--store", store, "FILE", "The SQLite file with the runs")->required();
}

}  // namespace

void add_lab_run(CLI::App& lab) {
  CLI::App& command = *lab.add_subcommand("run", "Run what a plan asks for and the store does not have yet");
  const auto arguments = std::make_shared<RunArguments>();
  add_plan_options(command, arguments->plan);
  add_store(command, arguments->store);
  add_text(command, "--jobs", arguments->jobs, "N",
           "Fits side by side (default 0: as many as the machine has threads)");
  add_text(command, "--shard", arguments->shard, "I/N", "Only the I-th of N parts, for several machines");
  command.add_flag("--quiet", arguments->quiet, "Print nothing but errors");
  command.footer(
      "Example:\n  mixseed lab run paper-d10 --data-sets 10 --seeds 10 --rules paper --store runs.db\n"
      "A run that was stopped, in whatever way, goes on where it was when the command is given again.");
  command.callback([arguments] { run_lab(*arguments); });
}

void add_lab_status(CLI::App& lab) {
  CLI::App& command = *lab.add_subcommand("status", "How much of a plan a store has");
  const auto arguments = std::make_shared<RunArguments>();
  add_plan_options(command, arguments->plan);
  add_store(command, arguments->store);
  command.callback([arguments] { run_status(arguments->plan, arguments->store); });
}

void add_lab_merge(CLI::App& lab) {
  CLI::App& command = *lab.add_subcommand("merge", "Bring the runs of several stores together");
  const auto into = std::make_shared<std::string>();
  const auto parts = std::make_shared<std::vector<std::string>>();
  add_text(command, "INTO", *into, "", "The store that gets the runs; made when it is not there")->required();
  command.add_option("PARTS", *parts, "Stores to read")->required()->type_name("");
  command.footer("Example:\n  mixseed lab merge all.db part1.db part2.db");
  command.callback([into, parts] { run_merge(*into, *parts); });
}

void add_lab_plans(CLI::App& lab) {
  CLI::App& command = *lab.add_subcommand("plans", "The built-in plans");
  command.callback([] {
    TextTable table({"plan", "what it is"});
    table.align_left(0);
    table.align_left(1);
    for (const lab::PlanSummary& plan : lab::built_in_plans()) table.add({plan.name, plan.about});
    print(table.text());
  });
}

}  // namespace mixseed::cli
