// mixseed lab compare: which start to use for one's own data.
#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <memory>
#include <nlohmann/json.hpp>

#include "arguments.h"
#include "bar.h"
#include "lab.h"
#include "lab/compare.h"
#include "lab/comparison.h"
#include "lab/sheet.h"
#include "mixseed/io.h"
#include "output.h"
#include "signals.h"

namespace mixseed::cli {
namespace {

struct CompareArguments {
  std::string data, components, seeds = "30", jobs = "0", rules = "default", columns, weights;
  std::vector<std::string> methods;
  bool json = false, quiet = false;
};

std::vector<lab::Method> methods_in(const CompareArguments& arguments) {
  if (arguments.methods.empty()) return lab::methods_to_compare();
  std::vector<lab::Method> methods;
  for (const std::string& text : arguments.methods) methods.push_back(lab::method_named(text));
  return methods;
}

lab::Sheet sheet_of(const CompareArguments& arguments, const std::vector<lab::Standing>& standings) {
  lab::Sheet sheet{.title = fmt::format("{}, K = {}, {} seeds; final log-likelihood per row", arguments.data,
                                        arguments.components, arguments.seeds),
                   .header = {"method", "mean", "sd", "best", "behind", "at best", "degenerate", "seconds"}};
  for (const lab::Standing& s : standings) {
    sheet.rows.push_back({s.label, fmt::format("{:.4f}", s.final.mean), fmt::format("{:.4f}", s.final.deviation),
                          fmt::format("{:.4f}", s.best), fmt::format("{:.4f}\u00b1{:.4f}", s.behind, s.behind_error),
                          fmt::format("{:.0f} %", 100 * s.share_at_best), fmt::format("{:.2f}", s.degenerate),
                          fmt::format("{:.4f}", s.seconds)});
    if (s.failed > 0) sheet.notes.push_back(fmt::format("{}: {} runs failed", s.label, s.failed));
  }
  return sheet;
}

std::string advice(const std::vector<lab::Standing>& standings) {
  const lab::Standing& use = standings[lab::recommended(standings)];
  std::string text = fmt::format("\nUse {} (--method {}): {:.0f} % of its runs reach the best optimum found.\n",
                                 use.label, use.pipeline, 100 * use.share_at_best);
  const auto most = std::max_element(standings.begin(), standings.end(),
                                     [](const auto& a, const auto& b) { return a.share_at_best < b.share_at_best; });
  if (most->share_at_best > use.share_at_best) {
    const double restarts = std::ceil(std::log(0.05) / std::log(1 - most->share_at_best));
    text += fmt::format(
        "With restarts, {} (--method {}) reaches it most often: {:.0f} % of its runs, so {:.0f} restarts "
        "find it with 95 % probability.\n",
        most->label, most->pipeline, 100 * most->share_at_best, std::max(1.0, restarts));
  }
  std::vector<std::string> as_good;
  for (const lab::Standing& s : standings) {
    const double margin = std::max(2 * s.behind_error, lab::kSameOptimum);
    const bool is_close = s.final.mean + margin >= use.final.mean && s.share_degenerate <= 0.5;
    if (&s != &use && is_close) as_good.push_back(s.label);
  }
  if (!as_good.empty()) {
    text += fmt::format("As good, within two standard errors: {}.\n", fmt::join(as_good, ", "));
  }
  if (use.share_degenerate > 0.5)
    text += "Every method ends with degenerate components in most runs; try a smaller K.\n";
  return text;
}

std::string json_of(const CompareArguments& arguments, const std::vector<lab::Standing>& standings) {
  using Json = nlohmann::ordered_json;
  Json json{{"data", arguments.data}, {"components", parse_components(arguments.components).least}};
  json["recommended"] = standings[lab::recommended(standings)].label;
  for (const lab::Standing& s : standings) {
    json["methods"].push_back({{"method", s.label},
                               {"pipeline", s.pipeline},
                               {"mean", s.final.mean},
                               {"sd", s.final.deviation},
                               {"best", s.best},
                               {"behind", s.behind},
                               {"behind_error", s.behind_error},
                               {"share_at_best", s.share_at_best},
                               {"degenerate", s.degenerate},
                               {"share_degenerate", s.share_degenerate},
                               {"failed", s.failed},
                               {"seconds", s.seconds}});
  }
  return json.dump(2) + "\n";
}

void run_compare(const CompareArguments& arguments) {
  const Range range = parse_components(arguments.components);
  if (range.is_range) throw Error(ErrorCode::usage, "-k wants one number of components, got a range");
  const auto rules = lab::rules_named(arguments.rules);
  if (rules.size() > 1) throw Error(ErrorCode::usage, "--rules wants paper or default, got 'both'");
  lab::CompareOptions options{.seeds = parse_integer(arguments.seeds, "--seeds", 1, 1'000'000),
                              .jobs = parse_jobs(arguments.jobs),
                              .rules = rules.front()};
  const std::vector<lab::Method> methods = methods_in(arguments);
  const Data data = read_data(arguments.data, {arguments.columns, arguments.weights});
  Bar bar;
  const HeededSignals heeded;
  const bool shows_bar = !arguments.quiet && is_terminal();
  options.observer = [&](std::size_t done, std::size_t wanted) {
    const double share = static_cast<double>(done) / static_cast<double>(wanted);
    if (shows_bar && bar.is_due()) bar.draw(share, fmt::format("{} of {} runs", done, wanted));
    return !interrupted();
  };
  const lab::Results results =
      about(arguments.data, [&] { return lab::compare(data.view, range.least, methods, options); });
  bar.remove();
  const auto standings = lab::standings(results.data_sets.front(), results.methods);
  if (standings.front().failed == options.seeds) {
    throw Error(ErrorCode::failed, fmt::format("{}: every run failed: {}", arguments.data,
                                               results.data_sets.front().entries.front().outcomes.front().error));
  }
  if (arguments.json) return print(json_of(arguments, standings));
  print(lab::written({sheet_of(arguments, standings)}, lab::Format::text) + advice(standings));
}

}  // namespace

void add_lab_compare(CLI::App& lab) {
  CLI::App& command = *lab.add_subcommand("compare", "Which start to use for your data");
  const auto arguments = std::make_shared<CompareArguments>();
  add_text(command, "DATA", arguments->data, "", "Rows, as for mixseed fit")->required();
  add_text(command, "-k,--components", arguments->components, "K", "Number of components")->required();
  command.add_option("--methods", arguments->methods, "Labels or pipelines (default: the paper's ten, and auto)")
      ->type_name("TEXT");
  add_text(command, "--seeds", arguments->seeds, "N", "Runs of each method (default 30)");
  add_text(command, "--jobs", arguments->jobs, "N",
           "Fits side by side (default 0: as many as the machine has threads)");
  add_text(command, "--rules", arguments->rules, "WORD", "default, or paper");
  add_text(command, "--columns", arguments->columns, "LIST", "Columns to use, by name or number from 1: a,b,3-5");
  add_text(command, "--weights", arguments->weights, "COLUMN|FILE",
           "A column of DATA, or a file with one weight per row");
  command.add_flag("--json", arguments->json, "Print the result as one JSON object");
  command.add_flag("--quiet", arguments->quiet, "No progress bar");
  command.footer("Example:\n  mixseed lab compare faithful.csv -k 2 --methods adaptive/cem kmeans++/kmeans --seeds 20");
  command.callback([arguments] { run_compare(*arguments); });
}

}  // namespace mixseed::cli
