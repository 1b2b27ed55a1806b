// Efron & Tibshirani, "An introduction to the bootstrap", 1993; for mixtures O'Hagan, Murphy, Scrucca & Gormley,
// "Investigation of parameter uncertainty in clustering using a Gaussian mixture model via jackknife, bootstrap and
// weighted likelihood bootstrap", Computational Statistics 34, 2019.
#include "mixseed/bootstrap.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <memory>
#include <mutex>
#include <optional>
#include <span>
#include <string>

#include "base/pool.h"
#include "base/rng.h"
#include "fit/monotone.h"
#include "mixseed/error.h"
#include "mixseed/evaluate.h"
#include "mixseed/fit.h"
#include "mixseed/team.h"
#include "model/order.h"
#include "pass/team.h"

namespace mixseed {
namespace {

using Values = std::vector<double>;

// Streams of a replication's random numbers.
constexpr std::uint64_t kDrawing = 0, kFitting = 1;

void check_options(const BootstrapOptions& options) {
  if (options.replications < 2 || options.replications > 1'000'000) {
    throw Error(ErrorCode::usage, "replications: expected 2 to 1000000, got " + std::to_string(options.replications));
  }
  if (!(options.level > 0 && options.level < 1)) {
    throw Error(ErrorCode::usage, "level: expected a number above 0 and below 1, got " + std::to_string(options.level));
  }
}

// The sums of the weights of the first rows; the last one is that of all.
Values running_weights(const DataView& data) {
  Values until(data.rows());
  double total = 0;
  for (std::size_t i = 0; i < data.rows(); ++i) until[i] = total += data.weight(i);
  return until;
}

std::size_t whole(double weight) { return static_cast<std::size_t>(std::llround(weight)); }

// The rows drawn with replacement, as weights: row i as often as one of the draws falls on it.
Values drawn_rows(const DataView& data, Rng rng) {
  const Values until = running_weights(data);
  Values counts(data.rows(), 0.0);
  for (std::size_t left = whole(until.back()); left > 0; --left) {
    const auto hit = std::upper_bound(until.begin(), until.end(), until.back() * rng.uniform()) - until.begin();
    counts[std::min(static_cast<std::size_t>(hit), counts.size() - 1)] += 1;
  }
  return counts;
}

Values random_weights(const DataView& data, Rng rng) {
  Values weights(data.rows());
  double sum = 0;
  for (std::size_t i = 0; i < data.rows(); ++i) sum += weights[i] = -std::log(1 - rng.uniform()) * data.weight(i);
  const double total = running_weights(data).back();
  for (double& weight : weights) weight *= total / sum;
  return weights;
}

// Data drawn anew, which keep their own memory alive.
struct Redrawn {
  Values values, weights;
  DataView view;
};

Redrawn redrawn(const DataView& data, const Mixture& model, Resampling how, const Rng& own) {
  const Rng rng = own.split(kDrawing);
  if (how == Resampling::model) {
    Rng seed = rng;
    Sample sample_of_model = sample(model, whole(running_weights(data).back()), seed.bits());
    Redrawn drawn{std::move(sample_of_model.points), {}, data};
    drawn.view = DataView(drawn.values.data(), drawn.values.size() / model.dim, model.dim);
    return drawn;
  }
  Redrawn drawn{{}, how == Resampling::rows ? drawn_rows(data, rng) : random_weights(data, rng), data};
  drawn.view = data.with_weights(drawn.weights.data());
  return drawn;
}

// For every component of the model the nearest mean of the other, nearest pairs first.
std::vector<std::size_t> matched(const Mixture& model, const Mixture& other) {
  const std::size_t K = model.size();
  struct Pair {
    double distance;
    std::size_t own, others;
  };
  std::vector<Pair> pairs;
  for (std::size_t k = 0; k < K; ++k) {
    const Values covariance = model.covariance_of(k);
    for (std::size_t l = 0; l < K; ++l) {
      double distance = 0;
      for (std::size_t j = 0; j < model.dim; ++j) {
        const double y = model.mean(k)[j] - other.mean(l)[j];
        distance += y * y / covariance[j * model.dim + j];
      }
      pairs.push_back({distance, k, l});
    }
  }
  std::stable_sort(pairs.begin(), pairs.end(), [](const Pair& a, const Pair& b) { return a.distance < b.distance; });
  std::vector<std::size_t> order(K, K);
  std::vector<bool> taken(K, false);
  for (const Pair& pair : pairs) {
    if (order[pair.own] < K || taken[pair.others]) continue;
    order[pair.own] = pair.others;
    taken[pair.others] = true;
  }
  return order;
}

Parametric parameters_of(const Mixture& model) {
  Parametric all{model.weights, model.means, {}};
  for (std::size_t k = 0; k < model.size(); ++k) {
    const Values covariance = model.covariance_of(k);
    all.covariances.insert(all.covariances.end(), covariance.begin(), covariance.end());
  }
  return all;
}

// work(b) -> std::optional<Result> for every replication, side by side; those that fail are left out.
template <typename Result, typename Work>
std::vector<Result> replicate(const BootstrapOptions& options, const Work& work) {
  std::vector<std::optional<Result>> all(options.replications);
  std::mutex mutex;
  std::size_t ended = 0;
  bool cancelled = false;
  Pool pool(options.threads);
  pool.run(options.replications, [&](std::size_t b) {
    try {
      all[b] = work(b);
    } catch (const Error& error) {
      if (error.code() == ErrorCode::cancelled || error.code() == ErrorCode::usage) throw;
    }
    const std::lock_guard lock(mutex);
    ++ended;
    if (!cancelled && options.observer) cancelled = !options.observer(ended);
    if (cancelled) throw Error(ErrorCode::cancelled, "cancelled");
  });
  std::vector<Result> succeeded;
  for (std::optional<Result>& one : all) {
    if (one) succeeded.push_back(std::move(*one));
  }
  return succeeded;
}

// As R's quantile(): between the order statistics.
double quantile(Values& sorted, double share) {
  const double at = share * static_cast<double>(sorted.size() - 1);
  const auto below = static_cast<std::size_t>(at);
  if (below + 1 == sorted.size()) return sorted.back();
  return sorted[below] + (at - static_cast<double>(below)) * (sorted[below + 1] - sorted[below]);
}

// Everything that is said of one number of the model.
void summarise(Bootstrap& result, Values Parametric::*part, std::size_t i, double level) {
  Values all;
  for (const Parametric& one : result.replications) all.push_back((one.*part)[i]);
  const auto n = static_cast<double>(all.size());
  double mean = 0, squares = 0;
  for (const double value : all) mean += value / n;
  for (const double value : all) squares += (value - mean) * (value - mean);
  std::sort(all.begin(), all.end());
  (result.mean.*part).push_back(mean);
  (result.standard_errors.*part).push_back(std::sqrt(squares / (n - 1)));
  (result.lower.*part).push_back(quantile(all, (1 - level) / 2));
  (result.upper.*part).push_back(quantile(all, (1 + level) / 2));
}

}  // namespace

Bootstrap bootstrap(const DataView& data, const Mixture& model, const Pipeline& em, const BootstrapOptions& options) {
  check(model);
  check_options(options);
  const Rng rng(options.seed);
  const FitOptions each{.threads = 1,
                        .listing = Listing::start,
                        .criteria = false,
                        .resolution = options.resolution ? options.resolution : recording_steps(data, options.threads)};
  Bootstrap result;
  result.replications = replicate<Parametric>(options, [&](std::size_t b) -> std::optional<Parametric> {
    const Redrawn drawn = redrawn(data, model, options.resampling, rng.split(b));
    const Fit found = fit(drawn.view, State(model), em, each);
    if (found.best_restart().collapsed > 0) return std::nullopt;
    return parameters_of(in_order(found.model, matched(model, found.model)));
  });
  const std::size_t succeeded = result.replications.size();
  result.failed = options.replications - succeeded;
  if (succeeded < 2) {
    throw Error(ErrorCode::failed, "bootstrap: only " + std::to_string(succeeded) + " of " +
                                       std::to_string(options.replications) + " replications could be fitted");
  }
  for (const auto part : {&Parametric::weights, &Parametric::means, &Parametric::covariances}) {
    for (std::size_t i = 0; i < (result.replications.front().*part).size(); ++i) {
      summarise(result, part, i, options.level);
    }
  }
  return result;
}

namespace {

// The most likely of some fits, without those that have collapsed components.
struct MostLikely {
  double log_likelihood = -std::numeric_limits<double>::infinity();
  Mixture model;

  void consider(Fit&& fit) {
    if (fit.best_restart().collapsed > 0 || !(fit.criteria.log_likelihood > log_likelihood)) return;
    log_likelihood = fit.criteria.log_likelihood;
    model = std::move(fit.model);
  }
  bool exists() const { return model.size() > 0; }
};

double observations_of(const DataView& data) {
  double sum = 0;
  for (std::size_t i = 0; i < data.rows(); ++i) sum += data.weight(i);
  return sum;
}

// By the pipeline, and by its last stage from the starts.
MostLikely most_likely(Team& team, std::size_t dim, std::size_t components, double rows, const Pipeline& pipeline,
                       std::span<const State> starts, const FitOptions& options) {
  Pipeline em;
  em.refiners = {pipeline.resolved(dim, components, rows).refiners.back()};
  MostLikely best;
  best.consider(fit(team, components, pipeline, options));
  best.consider(fit(team, starts, em, options));
  return best;
}

std::optional<double> statistic_of(const DataView& data, const Mixture& model, const Pipeline& pipeline,
                                   const FitOptions& options) {
  const std::shared_ptr<Team> team = team_of(data, options.threads);
  const double rows = observations_of(data);
  const std::vector<State> known{model};
  const MostLikely fewer = most_likely(*team, model.dim, model.size(), rows, pipeline, known, options);
  if (!fewer.exists()) return std::nullopt;
  const std::vector<State> splits = splits_of(fewer.model, model.size() + 1, Dataset(*team).summary());
  const MostLikely more = most_likely(*team, model.dim, model.size() + 1, rows, pipeline, splits, options);
  if (!more.exists()) return std::nullopt;
  // With a prior the most likely of the larger ones may be below: then the smaller one with a component twice is not.
  return 2 * std::max(0.0, more.log_likelihood - fewer.log_likelihood);
}

// Rows as they would have been recorded: whole steps from the values of a row that was.
void record(Redrawn& drawn, const DataView& data, const Values& steps) {
  const std::size_t D = data.columns();
  for (std::size_t i = 0; i < drawn.values.size(); ++i) {
    const double step = steps[steps.size() == 1 ? 0 : i % D], origin = data.at(0, i % D);
    if (step > 0) drawn.values[i] = origin + step * std::round((drawn.values[i] - origin) / step);
  }
}

}  // namespace

RatioTest ratio_test(const DataView& data, const Mixture& model, const Pipeline& pipeline,
                     const BootstrapOptions& options) {
  check(model);
  check_options(options);
  if (!pipeline.seeder) {
    throw Error(ErrorCode::usage, "method '" + pipeline.text() + "' has no seeder: expected one first");
  }
  const std::vector<double> steps = options.resolution ? *options.resolution : recording_steps(data, options.threads);
  const FitOptions fitting{
      .seed = options.seed, .restarts = options.restarts, .threads = options.threads, .resolution = steps};
  const auto own = statistic_of(data, model, pipeline, fitting);
  if (!own) throw Error(ErrorCode::failed, "ratio test: the data could not be fitted without collapsed components");
  RatioTest test{.statistic = *own, .replications = {}};
  const Rng rng(options.seed);
  test.replications = replicate<double>(options, [&](std::size_t b) {
    Redrawn drawn = redrawn(data, model, Resampling::model, rng.split(b));
    record(drawn, data, steps);
    FitOptions each = fitting;
    each.seed = rng.split(b).split(kFitting).bits();
    each.threads = 1;
    return statistic_of(drawn.view, model, pipeline, each);
  });
  test.failed = options.replications - test.replications.size();
  const auto above = std::count_if(test.replications.begin(), test.replications.end(),
                                   [&](double value) { return value >= test.statistic; });
  test.p_value = static_cast<double>(1 + above) / static_cast<double>(1 + test.replications.size());
  return test;
}

}  // namespace mixseed
