#include "fit/observed_search.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <string>
#include <utility>

#include "fit/checks.h"
#include "fit/stages.h"
#include "mixseed/optimum.h"

namespace mixseed {
namespace {

// Rounds of EM on observed values, and how many of the best starts go on to the next stage.
constexpr int kShortRounds = 12, kLongerRounds = 25, kUnlimited = std::numeric_limits<int>::max();
constexpr std::size_t kLonger = 6, kToTheEnd = 3;
constexpr std::uint64_t kRefills = 2;
constexpr std::size_t kRandomStarts = 3;  // of each kind
constexpr std::uint64_t kSimpleStream = (1ULL << 33) + 1, kRefillStream = (1ULL << 33) + 2;

void check_supported(const Pipeline& pipeline, const FitOptions& options) {
  const EstimationOptions ending = estimation_of(pipeline);
  require(ending.noise == 0, ErrorCode::usage,
          "missing values: expected no noise component, which is defined for whole rows only: drop the rows with "
          "missing values, or fit without noise");
  require(ending.rules != Rules::paper, ErrorCode::usage,
          "missing values: expected rules=default, got rules=paper, which are defined for whole rows only: drop the "
          "rows with missing values, or fit by the default rules");
  require(!options.budget, ErrorCode::usage,
          "missing values: expected restarts, got a budget, which counts passes over whole rows: drop the rows with "
          "missing values, or give restarts (--restarts, n_init)");
}

Stage limited(Stage em, int most_rounds) {
  em.parameters.set("rounds", std::min(most_rounds, em.parameters.integer("rounds")));
  return em;
}

// The models of the best attempts; of those that ended at the same optimum only the first counts.
std::vector<Mixture> best_models(std::vector<Attempt> attempts, std::size_t most) {
  std::stable_sort(attempts.begin(), attempts.end(),
                   [](const Attempt& a, const Attempt& b) { return ranks_above(a.restart, b.restart); });
  std::vector<Restart> different;
  std::vector<Mixture> models;
  for (Attempt& attempt : attempts) {
    const auto alike = [&](const Restart& other) {
      return other.collapsed == attempt.restart.collapsed &&
             std::abs(other.penalised_log_likelihood - attempt.restart.penalised_log_likelihood) <= kSameOptimum;
    };
    if (models.size() == most || std::any_of(different.begin(), different.end(), alike)) continue;
    different.push_back(attempt.restart);
    models.push_back(std::move(attempt.model));
  }
  return models;
}

}  // namespace

ObservedContext::ObservedContext(const ObservedData& rows, const Pipeline& method, const FitOptions& all)
    : data(rows), pipeline(method), options(all), known(in_unit(all.known, rows.exponent())) {
  check_options(options);
  check_supported(pipeline, options);
}

FitOptions ObservedContext::options_on_filled(std::size_t restart, int threads) const {
  FitOptions own = options;
  own.seed = restart == 0 ? options.seed : stream(restart).bits();
  own.restarts = 1;
  own.threads = threads;
  own.resolution = data.steps();  // filled values lie between the steps
  own.known = known;
  own.listing = Listing::start;
  own.criteria = false;
  own.traces = false;
  own.observer = {};
  return own;
}

void ObservedContext::set_totals(std::size_t parts, std::size_t runs) {
  parts_ = parts;
  runs_ = runs;
}

void ObservedContext::run_ended() {
  ++parts_ended_;
  ++runs_ended_;
}

bool ObservedContext::report(Progress progress) {
  if (!options.observer) return true;
  const std::lock_guard lock(mutex_);
  progress.restarts = options.restarts;
  progress.share = static_cast<double>(parts_ended_) / static_cast<double>(parts_);
  progress.seconds_left = progress.share > 0 ? watch_.seconds() * (1 - progress.share) / progress.share : std::nan("");
  progress.ended = runs_ended_;
  progress.runs = runs_;
  return options.observer(progress);
}

// Starts that need no search, of the family of the task: k-means on rows filled in several ways, random rows and random
// partitions.
std::vector<Mixture> ObservedRestart::simple_starts() const {
  const ObservedData& data = context_.data;
  const Rng rng = context_.stream(number_).split(kSimpleStream);
  const Stage& em = task_.pipeline.refiners.back();
  const Data drawn = data.filled_by_model(data.gaussian(), rng, pool_), means = data.filled_by_means();
  const DataView& gaussian = data.filled_by_gaussian().view;
  const std::string kmeans = "kmeans++:trials=4/kmeans:rounds=10", scaled = "standardise/";
  std::vector<std::pair<DataView, std::string>> plan{{means.view, scaled + kmeans}, {means.view, kmeans},
                                                     {means.view, scaled + kmeans}, {drawn.view, scaled + kmeans},
                                                     {drawn.view, scaled + kmeans}, {gaussian, scaled + kmeans}};
  for (std::size_t i = 0; i < kRandomStarts; ++i) {
    plan.emplace_back(drawn.view, scaled + "uniform");
    plan.emplace_back(gaussian, scaled + "uniform");
  }
  FitOptions options = context_.options_on_filled(number_, pool_.threads());
  std::vector<Mixture> starts;
  for (const auto& [rows, method] : plan) {
    Pipeline pipeline = Pipeline::parse(method);
    pipeline.refiners.back() = em;
    options.seed = rng.split(starts.size() + 1).bits();
    starts.push_back(fit(rows, task_.components, pipeline.with(EmOptions{.rounds = 0}), options).model);
  }
  for (std::size_t i = 0; i < kRandomStarts; ++i) {
    Rng stream = rng.split(plan.size() + 1 + i);
    std::vector<std::size_t> labels(data.rows().size());
    for (std::size_t& label : labels) label = stream.below(task_.components);
    starts.push_back(estimate(drawn.view, labels, task_.components, family_of(task_).name, pool_.threads()));
  }
  return starts;
}

std::vector<Attempt> ObservedRestart::run_each(const std::vector<Mixture>& starts, int most_rounds) const {
  Stage em = limited(task_.pipeline.refiners.back(), most_rounds);
  if (em.parameters.choice("acceleration") == "squarem") em.parameters.set("acceleration", "early");
  const double shift = context_.data.callers_unit(0, task_.components).shift;
  const auto report = [&](std::string_view stage, int round, int rounds, double objective) {
    const int restart = static_cast<int>(number_);
    const Progress progress{task_.components, restart, 0, stage, round, rounds, objective + shift};
    if (!context_.report(progress)) throw Error(ErrorCode::cancelled, "cancelled");
  };
  std::vector<Attempt> ends;
  std::exception_ptr failure;
  for (const Mixture& start : starts) {
    try {
      ends.push_back(context_.data.run_em(start, em, pool_, report));
    } catch (const Error& error) {
      if (error.code() == ErrorCode::cancelled) throw;
      failure = std::current_exception();
    }
  }
  if (ends.empty()) std::rethrow_exception(failure);
  return ends;
}

Attempt ObservedRestart::run_to_the_end(const Mixture& start) const {
  return std::move(run_each({start}, kUnlimited).front());
}

// Searches from the best model on rows filled with draws from it, and returns the better end.
Attempt ObservedRestart::search_on_refilled(Attempt best) const {
  const Rng stream = context_.stream(number_).split(kRefillStream);
  for (std::uint64_t i = 0; i < kRefills; ++i) {
    const Data filled = context_.data.filled_by_model(best.model, stream.split(i), pool_);
    FitOptions options = context_.options_on_filled(number_, pool_.threads());
    options.seed = stream.split(i).bits();
    Pipeline search = Pipeline::parse("search");
    search.refiners.back() = limited(task_.pipeline.refiners.back(), kRoundsOnFilled);
    const Fit found = fit(filled.view, best.model, search, options);
    const Attempt tried = std::move(run_each({found.model}, kLongerRounds).front());
    if (!ranks_above(tried.restart, best.restart)) continue;
    Attempt end = run_to_the_end(tried.model);
    if (ranks_above(end.restart, best.restart)) best = std::move(end);
  }
  return best;
}

Attempt ObservedRestart::best_end(std::vector<Mixture> starts) const {
  const bool searches = chooses_method(context_.pipeline) && context_.known.empty() && task_.components > 1;
  if (searches) {
    for (Mixture& start : simple_starts()) starts.push_back(std::move(start));
  }
  if (starts.size() == 1) return run_to_the_end(starts.front());
  starts = best_models(run_each(starts, kShortRounds), kLonger);
  starts = best_models(run_each(starts, kLongerRounds), kToTheEnd);
  std::vector<Attempt> ends = run_each(starts, kUnlimited);
  Attempt& best = *std::min_element(
      ends.begin(), ends.end(), [](const Attempt& a, const Attempt& b) { return ranks_above(a.restart, b.restart); });
  return searches ? search_on_refilled(std::move(best)) : std::move(best);
}

}  // namespace mixseed
