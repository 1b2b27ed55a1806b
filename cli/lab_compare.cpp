// mixseed lab compare: compares starting methods on given data.

#include <memory>

#include "arguments.h"
#include "bar.h"
#include "lab.h"
#include "lab/compare.h"
#include "lab/format.h"
#include "lab/page.h"
#include "mixseed/io.h"
#include "output.h"
#include "report.h"
#include "report/page.h"
#include "shared_options.h"
#include "signals.h"

namespace mixseed::cli {
namespace {

struct CompareArguments {
  std::string data, components, seeds, folds, jobs = "0", rules = "default", weights, format, report;
  DataArguments rows;
  std::vector<std::string> methods;
  bool json = false, quiet = false;
};

std::vector<lab::Method> methods_in(const CompareArguments& arguments) {
  if (arguments.methods.empty()) return lab::methods_to_compare();
  std::vector<lab::Method> methods;
  for (const std::string& text : arguments.methods) methods.push_back(lab::method_named(text));
  return methods;
}

// With folds every method runs on each of them.
constexpr const char *kSeeds = "30", *kSeedsWithFolds = "3";

std::string seeds_of(const CompareArguments& arguments) {
  if (!arguments.seeds.empty()) return arguments.seeds;
  return arguments.folds.empty() ? kSeeds : kSeedsWithFolds;
}

// Also writes the page if --report is given.
report::Section report_of(const CompareArguments& arguments, const Data& data, std::size_t components,
                          const lab::CompareOptions& options) {
  const std::vector<lab::Method> methods = methods_in(arguments);
  if (!arguments.folds.empty()) {
    const std::size_t folds = parse_integer(arguments.folds, "--folds", 2, lab::kMostFolds);
    return lab::folds_report({arguments.data, components, folds, options.seeds,
                              lab::compare_by_folds(data.view, components, methods, folds, options)});
  }
  const lab::Results results = lab::compare(data.view, components, methods, options);
  const lab::Comparison comparison{arguments.data, components, options.seeds,
                                   lab::method_summaries(results.data_sets.front(), results.methods)};
  if (!arguments.report.empty()) {
    write_file(arguments.report, report::page(lab::compare_payload(comparison, results, options.rules, data)));
  }
  return lab::compare_report(comparison);
}

void run_compare(const CompareArguments& arguments) {
  const report::Format& format = chosen_format(arguments.json, arguments.format);
  const Range range = parse_components(arguments.components);
  if (range.is_range) throw Error(ErrorCode::usage, "-k wants one number of components, got a range");
  const auto rules = lab::rules_named(arguments.rules);
  if (rules.size() > 1) throw Error(ErrorCode::usage, "--rules wants paper or default, got 'both'");
  lab::CompareOptions options{.seeds = parse_integer(seeds_of(arguments), "--seeds", 1, lab::kMostSeeds),
                              .jobs = parse_jobs(arguments.jobs),
                              .rules = rules.front()};
  methods_in(arguments);  // reports wrong methods before the rows are read
  if (arguments.report == "-") throw Error(ErrorCode::usage, "--report wants a file name, got '-'");
  const Data data = read_rows(arguments.data, reading(arguments.rows, arguments.weights));
  Bar bar;
  const HeededSignals heeded;
  const bool shows_bar = !arguments.quiet && is_terminal();
  options.observer = [&](std::size_t done, std::size_t wanted) {
    const double share = static_cast<double>(done) / static_cast<double>(wanted);
    if (shows_bar && bar.is_due()) bar.draw(share, {formatted("{} of {} runs", done, wanted)});
    return !interrupted();
  };
  const report::Section report =
      prefix_errors(arguments.data, [&] { return report_of(arguments, data, range.least, options); });
  bar.remove();
  print(format.write(report));
}

}  // namespace

Command lab_compare_command() {
  const auto arguments = std::make_shared<CompareArguments>();
  return {
      .name = "compare",
      .summary = "Compare starting methods on your data",
      .options = with_data_options(
          {data_argument(arguments->data),
           {.names = "-k,--components",
            .value = &arguments->components,
            .type = "K",
            .help = "Number of components",
            .required = true},
           {.names = "--methods",
            .value = &arguments->methods,
            .type = "TEXT",
            .help = "Labels or pipelines (default: the paper's ten, and auto)",
            .completion = Completion::methods},
           {.names = "--seeds",
            .value = &arguments->seeds,
            .type = "N",
            .help = "Runs of each method (default 30; 3 per fold)"},
           {.names = "--folds",
            .value = &arguments->folds,
            .type = "F",
            .help = "Compare on held-out rows: F-fold cross-validation of every method"},
           jobs_option(arguments->jobs),
           {.names = "--rules",
            .value = &arguments->rules,
            .type = "WORD",
            .help = "default, or paper",
            .words = {"default", "paper"}},
           weights_option(arguments->weights),
           json_flag(arguments->json),
           format_option(arguments->format),
           {.names = "--report",
            .value = &arguments->report,
            .type = "FILE",
            .help = "Where to write a page with the pictures of the comparison (HTML, opens without a network)",
            .excludes = {"--folds"},
            .file = FileUse::written},
           {.names = "--quiet", .value = &arguments->quiet, .help = "No progress bar"}},
          arguments->rows, "Columns to use"),
      .examples = {"mixseed lab compare faithful.csv -k 2 --methods adaptive/cem kmeans++/kmeans --seeds 20",
                   "mixseed lab compare iris.csv --columns 1-4 -k 3 --folds 5 --methods auto auto/em:covariance=tied"},
      .run = [arguments] { run_compare(*arguments); }};
}

}  // namespace mixseed::cli
