// mixseed lab compare: which start to use for one's own data.

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
  std::string data, components, seeds = "30", jobs = "0", rules = "default", weights, format, report;
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

void run_compare(const CompareArguments& arguments) {
  const report::Format& format = chosen_format(arguments.json, arguments.format);
  const Range range = parse_components(arguments.components);
  if (range.is_range) throw Error(ErrorCode::usage, "-k wants one number of components, got a range");
  const auto rules = lab::rules_named(arguments.rules);
  if (rules.size() > 1) throw Error(ErrorCode::usage, "--rules wants paper or default, got 'both'");
  lab::CompareOptions options{.seeds = parse_integer(arguments.seeds, "--seeds", 1, 1'000'000),
                              .jobs = parse_jobs(arguments.jobs),
                              .rules = rules.front()};
  const std::vector<lab::Method> methods = methods_in(arguments);
  if (arguments.report == "-") throw Error(ErrorCode::usage, "--report wants a file name, got '-'");
  if (!arguments.report.empty()) expect_writable(arguments.report);
  const Data data = read_rows(arguments.data, reading(arguments.rows, arguments.weights));
  Bar bar;
  const HeededSignals heeded;
  const bool shows_bar = !arguments.quiet && is_terminal();
  options.observer = [&](std::size_t done, std::size_t wanted) {
    const double share = static_cast<double>(done) / static_cast<double>(wanted);
    if (shows_bar && bar.is_due()) bar.draw(share, {formatted("{} of {} runs", done, wanted)});
    return !interrupted();
  };
  const lab::Results results =
      about(arguments.data, [&] { return lab::compare(data.view, range.least, methods, options); });
  bar.remove();
  const auto standings = lab::standings(results.data_sets.front(), results.methods);
  const lab::Comparison comparison{arguments.data, range.least, options.seeds, standings};
  if (!arguments.report.empty()) {
    AtomicFile(arguments.report).commit(report::page(lab::compare_payload(comparison, results, options.rules, data)));
  }
  print(format.write(lab::compare_report(comparison)));
}

}  // namespace

Command lab_compare_command() {
  const auto arguments = std::make_shared<CompareArguments>();
  return {
      .name = "compare",
      .summary = "Which start to use for your data",
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
            .offer = Offer::methods},
           {.names = "--seeds", .value = &arguments->seeds, .type = "N", .help = "Runs of each method (default 30)"},
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
            .offer = Offer::files},
           {.names = "--quiet", .value = &arguments->quiet, .help = "No progress bar"}},
          arguments->rows, "Columns to use"),
      .examples = {"mixseed lab compare faithful.csv -k 2 --methods adaptive/cem kmeans++/kmeans --seeds 20"},
      .run = [arguments] { run_compare(*arguments); }};
}

}  // namespace mixseed::cli
