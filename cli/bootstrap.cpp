// mixseed bootstrap: standard errors and intervals of the parameters, and tests of the number of components.
#include "mixseed/bootstrap.h"

#include <chrono>
#include <limits>
#include <memory>

#include "arguments.h"
#include "bar.h"
#include "commands.h"
#include "lab/format.h"
#include "mixseed/family.h"
#include "mixseed/version.h"
#include "output.h"
#include "progress.h"
#include "report.h"
#include "shared_options.h"
#include "signals.h"

namespace mixseed::cli {
namespace {

using report::Audience;
using report::Cell;
using report::Fact;
using report::Row;
using report::Section;
using report::Sheet;

struct BootstrapArguments {
  std::string model, data, weights, replications = "999", kind = "rows", level = "0.95", method, restarts, seed = "0",
                                    threads = "0", format;
  DataArguments rows;
  bool test = false, json = false, quiet = false;
};

BootstrapOptions parse_options(const BootstrapArguments& arguments) {
  BootstrapOptions options;
  options.replications = parse_integer(arguments.replications, "--replications", 2, 1'000'000);
  options.resampling = parse_name<Resampling>(arguments.kind, "--kind wants");
  options.level = parse_number(arguments.level, "--level");
  if (!(options.level > 0 && options.level < 1)) {
    throw Error(ErrorCode::usage, formatted("--level wants a number above 0 and below 1, got '{}'", arguments.level));
  }
  if (!arguments.restarts.empty()) {
    options.restarts = static_cast<int>(parse_integer(arguments.restarts, "--restarts", 1, 1'000'000));
  }
  options.seed = parse_integer(arguments.seed, "--seed", 0, std::numeric_limits<std::uint64_t>::max());
  options.threads = static_cast<int>(parse_integer(arguments.threads, "--threads", 0, 1024));
  return options;
}

// The method with the covariance family and the noise of the model in its last em.
Pipeline pipeline_for(const Mixture& model, const std::string& method) {
  EmOptions em{.covariance = family_name(model)};
  if (model.noise) em.noise = kNoiseShare;
  return Pipeline::parse(method).with(em);
}

Cell brief(double number) { return Cell(number).as(report::brief_text(number, 5)); }

Row line(std::string name, std::size_t component, const std::string& column, double estimate, const Bootstrap& found,
         std::vector<double> Parametric::*part, std::size_t at) {
  return {std::move(name),
          component,
          column,
          brief(estimate),
          brief((found.standard_errors.*part)[at]),
          brief((found.lower.*part)[at]),
          brief((found.upper.*part)[at])};
}

Sheet parameters_sheet(const Mixture& model, const Bootstrap& found, const std::vector<std::string>& names) {
  const std::size_t D = model.dim;
  const auto name = [&](std::size_t j) { return j < names.size() ? names[j] : formatted("column {}", j + 1); };
  Sheet sheet{.key = "parameters", .title = "Parameters"};
  sheet.columns = {{"parameter", "parameter", Audience::all, report::Align::left},
                   {"component", "component"},
                   {"column", "column", Audience::all, report::Align::left},
                   {"estimate", "estimate"},
                   {"standard_error", "standard error"},
                   {"lower", "lower"},
                   {"upper", "upper"}};
  for (std::size_t k = 0; k < model.size(); ++k) {
    const std::vector<double> covariance = model.covariance_of(k);
    sheet.rows.push_back(line("weight", k, "", model.weights[k], found, &Parametric::weights, k));
    for (std::size_t j = 0; j < D; ++j) {
      sheet.rows.push_back(line("mean", k, name(j), model.mean(k)[j], found, &Parametric::means, k * D + j));
    }
    for (std::size_t j = 0; j < D; ++j) {
      for (std::size_t l = j; l < D; ++l) {
        sheet.rows.push_back(line(j == l ? "variance" : "covariance", k, j == l ? name(j) : name(j) + " " + name(l),
                                  covariance[j * D + l], found, &Parametric::covariances, (k * D + j) * D + l));
      }
    }
  }
  return sheet;
}

Section bootstrap_report(const BootstrapArguments& arguments, const BootstrapOptions& options, const Mixture& model,
                         const Bootstrap& found, const std::vector<std::string>& names) {
  Section section{.key = "bootstrap", .title = arguments.data};
  section.add(Fact{"version", "", kVersion, Audience::programs});
  section.add(Fact{"kind", "kind", arguments.kind});
  section.add(Fact{"replications", "replications", found.replications.size()});
  section.add(Fact{"failed", "failed", found.failed});
  section.add(Fact{"level", "level", options.level});
  section.add(Fact{"seed", "seed", options.seed});
  section.add(parameters_sheet(model, found, names));
  return section;
}

Section test_report(const BootstrapArguments& arguments, const BootstrapOptions& options, const Mixture& model,
                    const Pipeline& pipeline, const RatioTest& test) {
  Section section{.key = "ratio_test", .title = arguments.data};
  section.add(Fact{"version", "", kVersion, Audience::programs});
  section.add(Fact{"components", "components", model.size()});
  section.add(Fact{"against", "against", model.size() + 1});
  section.add(Fact{"method", "method", pipeline.text()});
  section.add(Fact{"restarts", "restarts", static_cast<std::size_t>(options.restarts)});
  section.add(Fact{"statistic", "2 log likelihood ratio", brief(test.statistic)});
  section.add(Fact{"p_value", "p value", brief(test.p_value)});
  section.add(Fact{"replications", "replications", test.replications.size()});
  section.add(Fact{"failed", "failed", test.failed});
  section.add(Fact{"seed", "seed", options.seed});
  section.notes = {
      formatted("(the share of data drawn from {} components that ask for one more as much as these)", model.size())};
  return section;
}

void run_bootstrap(const BootstrapArguments& arguments) {
  const report::Format& format = chosen_format(arguments.json, arguments.format);
  BootstrapOptions options = parse_options(arguments);
  for (const auto& [name, given] : {std::pair("--method", &arguments.method), {"--restarts", &arguments.restarts}}) {
    if (arguments.test || given->empty()) continue;
    throw Error(ErrorCode::usage, formatted("{} is an option of --test, but --test is not given", name));
  }
  const ModelAndData input =
      read_model_and_data(arguments.model, arguments.data, reading(arguments.rows, arguments.weights));
  const Mixture& model = input.model.mixture;
  const HeededSignals heeded;
  Bar bar;
  const bool shown = progress_style(arguments.quiet, false) == ProgressStyle::bar;
  options.observer = [&](std::size_t ended) {
    if (shown && bar.is_due()) {
      bar.draw(static_cast<double>(ended) / static_cast<double>(options.replications),
               {formatted("{} of {} replications", ended, options.replications)});
    }
    return !interrupted();
  };
  const Section said = prefix_errors(arguments.data, [&] {
    if (arguments.test) {
      const Pipeline pipeline = pipeline_for(model, arguments.method.empty() ? "auto" : arguments.method);
      return test_report(arguments, options, model, pipeline, ratio_test(input.data.view, model, pipeline, options));
    }
    const Bootstrap found = bootstrap(input.data.view, model, pipeline_for(model, "em"), options);
    return bootstrap_report(arguments, options, model, found,
                            input.data.names.empty() ? input.model.columns : input.data.names);
  });
  bar.remove();
  print(format.write(said));
}

std::vector<Option> bootstrap_options(BootstrapArguments& arguments) {
  return {model_argument(arguments.model),
          data_argument(arguments.data),
          {.names = "--replications",
           .value = &arguments.replications,
           .type = "B",
           .help = "Number of resampled data sets to fit (default 999)"},
          {.names = "--kind",
           .value = &arguments.kind,
           .type = "WORD",
           .help = "Resample rows with replacement (default), weights of the rows, or rows from the model",
           .excludes = {"--test"},
           .words = words_of<Resampling>()},
          {.names = "--level", .value = &arguments.level, .type = "P", .help = "Level of the intervals (default 0.95)"},
          {.names = "--test",
           .value = &arguments.test,
           .help = "Likelihood-ratio test of one more component, with rows drawn from the model"},
          {.names = "--method",
           .value = &arguments.method,
           .type = "TEXT",
           .help = "Method of the fits of --test (default auto)",
           .completion = Completion::methods},
          {.names = "--restarts",
           .value = &arguments.restarts,
           .type = "R",
           .help = "Restarts of each fit of --test, to the data and to every replication (default 2)"},
          seed_option(arguments.seed),
          {.names = "--threads",
           .value = &arguments.threads,
           .type = "T",
           .help = "Threads (default 0: all of the machine); the result does not depend on it"},
          weights_option(arguments.weights),
          json_flag(arguments.json),
          format_option(arguments.format),
          {.names = "--quiet", .value = &arguments.quiet, .help = "No progress on standard error"}};
}

}  // namespace

Command bootstrap_command() {
  const auto arguments = std::make_shared<BootstrapArguments>();
  return {.name = "bootstrap",
          .summary = "Standard errors and intervals of a model, and a test of one more component",
          .options = with_data_options(bootstrap_options(*arguments), arguments->rows,
                                       "Columns to use instead of those that have the model's names"),
          .examples = {"mixseed bootstrap model.json faithful.csv",
                       "mixseed bootstrap model.json faithful.csv --test --replications 199"},
          .run = [arguments] { run_bootstrap(*arguments); }};
}

}  // namespace mixseed::cli
