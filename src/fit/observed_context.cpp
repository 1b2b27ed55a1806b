#include "fit/observed_context.h"

#include <cmath>
#include <string>
#include <utility>

#include "fit/checks.h"
#include "fit/stages.h"
#include "mixseed/error.h"

namespace mixseed {
namespace {

void check_supported(const Pipeline& pipeline, const FitOptions& options) {
  const EstimationOptions ending = estimation_of(pipeline);
  const auto refuse = [](const std::string& what) { throw Error(ErrorCode::usage, "missing values: " + what); };
  if (ending.noise > 0) {
    refuse(
        "expected no noise component, which is defined for whole rows only: drop the rows with missing values, or "
        "fit without noise");
  }
  if (ending.rules == Rules::paper) {
    refuse(
        "expected rules=default, got rules=paper, which are defined for whole rows only: drop the rows with missing "
        "values, or fit by the default rules");
  }
  if (options.budget) {
    refuse(
        "expected restarts, got a budget, which counts passes over whole rows: drop the rows with "
        "missing values, or give restarts (--restarts, n_init)");
  }
}

InitialParameters in_unit(InitialParameters known, int exponent) {
  for (double& number : known.means) number = std::ldexp(number, -exponent);
  for (double& number : known.covariances) number = std::ldexp(number, -2 * exponent);
  return known;
}

}  // namespace

ObservedContext::ObservedContext(const ObservedData& data, const Pipeline& pipeline, const FitOptions& options)
    : data_(data), pipeline_(pipeline), options_(options), known_(in_unit(options.known, data.exponent())) {
  check_options(options);
  check_supported(pipeline, options);
}

FitOptions ObservedContext::options_on_filled(std::size_t restart, int threads) const {
  FitOptions options = options_;
  options.seed = restart == 0 ? options_.seed : stream(restart).bits();
  options.restarts = 1;
  options.threads = threads;
  options.resolution = data_.steps();  // filled values lie between the steps
  options.known = known_;
  options.listing = Listing::start;
  options.criteria = false;
  options.traces = false;
  options.observer = {};
  return options;
}

void ObservedContext::expect(std::size_t parts, std::size_t runs) {
  parts_ = parts;
  runs_ = runs;
}

bool ObservedContext::report(Progress progress) {
  if (!options_.observer) return true;
  const std::lock_guard lock(mutex_);
  progress.restarts = options_.restarts;
  progress.share = static_cast<double>(parts_ended_) / static_cast<double>(parts_);
  progress.seconds_left = progress.share > 0 ? watch_.seconds() * (1 - progress.share) / progress.share : std::nan("");
  progress.ended = runs_ended_;
  progress.runs = runs_;
  return options_.observer(progress);
}

}  // namespace mixseed
