#include "fit_request.h"

#include <cmath>
#include <cstdint>
#include <limits>

#include "covariance_option.h"
#include "lab/format.h"
#include "mixseed/error.h"
#include "output.h"

namespace mixseed::cli {
namespace {

constexpr std::uint64_t kMostRestarts = 1'000'000;
constexpr std::uint64_t kMostThreads = 1024;

std::optional<Range> check_components(const FitArguments& arguments) {
  if (arguments.components.empty()) {
    if (!arguments.has_start()) {
      throw Error(ErrorCode::usage,
                  "-k, the number of components, is required: -k 3, or -k 1..10 to choose from a range");
    }
    if (!arguments.select.empty())
      throw Error(ErrorCode::usage, "--select needs a range of components, as in -k 2..20, or several --covariance");
    return std::nullopt;
  }
  const Range range = parse_components(arguments.components);
  if (range.is_range && arguments.has_start()) {
    throw Error(ErrorCode::usage, formatted("-k {} is a range, but {} fixes the number of components",
                                            arguments.components, arguments.start_option()));
  }
  if (!range.is_range && !is_choice(arguments.covariance) && !arguments.select.empty()) {
    throw Error(ErrorCode::usage,
                formatted("--select needs a range of components, as in -k 2..20, or several --covariance, got -k {}",
                          arguments.components));
  }
  return range;
}

Pipeline check_method(const FitArguments& arguments) {
  const std::string fallback = arguments.has_start() ? "em" : "auto";
  const std::string& text = arguments.method.empty() ? fallback : arguments.method;
  Pipeline pipeline = Pipeline::parse(text);
  if (arguments.has_start() && (pipeline.seeder || text == "auto")) {
    throw Error(ErrorCode::usage, formatted("with {} the method holds refiners only, as in em:rounds=20, got '{}'",
                                            arguments.start_option(), text));
  }
  if (!arguments.has_start() && !pipeline.seeder) {
    throw Error(ErrorCode::usage, formatted("--method '{}' has no seeder, as in adaptive/em; refiners alone need "
                                            "--start or --centers",
                                            text));
  }
  return pipeline;
}

void check_outputs(const FitArguments& arguments) {
  if (arguments.trace == "-") throw Error(ErrorCode::usage, "--trace wants a file name, got '-'");
  if (arguments.prints_model() && (arguments.json || !arguments.format.empty())) {
    throw Error(ErrorCode::usage, "-o - and --json or --format both want standard output");
  }
}

std::optional<Budget> check_budget(const FitArguments& arguments, const FitRequest& request) {
  if (arguments.budget.empty()) return std::nullopt;
  const auto refuse = [](const std::string& what) {
    throw Error(ErrorCode::usage, "--budget looks for one model from many starts: " + what);
  };
  if (arguments.has_start()) refuse(arguments.start_option() + " gives one start");
  if (request.components->is_range) refuse(formatted("-k {} is a range", arguments.components));
  if (!request.covariances.empty()) refuse(formatted("--covariance {} is a choice", arguments.covariance));
  return Budget::parse(arguments.budget);
}

void check_checkpoint(const FitArguments& arguments, const FitRequest& request) {
  if (arguments.resume && arguments.checkpoint.empty()) {
    throw Error(ErrorCode::usage, "--resume wants --checkpoint FILE, the file to go on from");
  }
  if (arguments.checkpoint.empty()) return;
  if (request.reading.keep_missing) throw Error(ErrorCode::usage, "--checkpoint does not go with --missing marginal");
  if (request.options.budget && std::isfinite(request.options.budget->seconds)) {
    throw Error(ErrorCode::usage, "--checkpoint wants a --budget in passes: seconds never come back the same");
  }
}

void set_prior(const FitArguments& arguments, Pipeline& pipeline) {
  const std::string_view last = std::string_view(arguments.method).substr(arguments.method.rfind('/') + 1);
  if (last.find("prior=") != std::string_view::npos) {
    throw Error(ErrorCode::usage, formatted("--prior {} and '{}' both say the prior", arguments.prior, last));
  }
  pipeline.refiners.back().parameters.set("prior", arguments.prior);
}

std::optional<std::vector<double>> check_resolution(std::string_view text) {
  if (text.empty() || text == "auto") return std::nullopt;
  std::vector<double> steps;
  for (std::size_t from = 0; from <= text.size();) {
    const std::size_t to = std::min(text.find(',', from), text.size());
    steps.push_back(parse_number(text.substr(from, to - from), "--resolution"));
    from = to + 1;
  }
  return steps;
}

}  // namespace

FitRequest checked(const FitArguments& arguments) {
  FitRequest request;
  request.format = &chosen_format(arguments.json, arguments.format);
  if (arguments.model && !arguments.json && arguments.format != "json") {
    throw Error(ErrorCode::usage, "--model puts the model into --json, which is not given; -o writes a model file");
  }
  request.components = check_components(arguments);
  if (!arguments.select.empty()) request.criterion = parse_name<Criterion>(arguments.select, "--select wants");
  request.pipeline = check_method(arguments);
  set_covariance(arguments.covariance, arguments.method, arguments.has_start() ? arguments.start_option() : "",
                 request.pipeline);
  if (is_choice(arguments.covariance)) request.covariances = arguments.covariance;
  if (arguments.noise) set_noise(arguments.method, request.pipeline);
  if (!arguments.prior.empty()) set_prior(arguments, request.pipeline);
  FitOptions& options = request.options;
  options.resolution = check_resolution(arguments.resolution);
  options.seed = parse_integer(arguments.seed, "--seed", 0, std::numeric_limits<std::uint64_t>::max());
  options.restarts = static_cast<int>(parse_integer(arguments.restarts, "--restarts", 1, kMostRestarts));
  options.threads = static_cast<int>(parse_integer(arguments.threads, "--threads", 0, kMostThreads));
  if (!arguments.order.empty()) options.listing = parse_name<Listing>(arguments.order, "--order wants");
  options.budget = check_budget(arguments, request);
  request.reading = reading(arguments.rows, arguments.weights);
  check_outputs(arguments);
  check_checkpoint(arguments, request);
  request.replayed = check_pages(arguments.pages, request.pipeline);
  if (request.reading.keep_missing && !arguments.pages.empty()) {
    throw Error(ErrorCode::usage, "pages show whole rows, but --missing marginal is given");
  }
  if (request.reading.keep_missing) options.missing = MissingValues::marginal;
  options.traces = !arguments.pages.report.empty();
  return request;
}

}  // namespace mixseed::cli
