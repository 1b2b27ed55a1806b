// Efron & Tibshirani, "An introduction to the bootstrap", 1993; for mixtures O'Hagan, Murphy, Scrucca & Gormley,
// "Investigation of parameter uncertainty in clustering using a Gaussian mixture model via jackknife, bootstrap and
// weighted likelihood bootstrap", Computational Statistics 34, 2019.
#include <algorithm>
#include <cmath>
#include <optional>

#include "fit/checks.h"
#include "fit/replications.h"
#include "mixseed/fit.h"
#include "model/order.h"

namespace mixseed {
namespace {

using Values = std::vector<double>;

// Pairs the components of two models greedily by the distances of their means: order[k] is the partner of component k.
std::vector<std::size_t> matched(const Mixture& model, const Mixture& other) {
  const std::size_t K = model.size();
  struct Pair {
    double distance;
    std::size_t k, l;
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
    if (order[pair.k] < K || taken[pair.l]) continue;
    order[pair.k] = pair.l;
    taken[pair.l] = true;
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

// As R's quantile(): interpolated between the order statistics.
double quantile(Values& sorted, double share) {
  const double at = share * static_cast<double>(sorted.size() - 1);
  const auto below = static_cast<std::size_t>(at);
  if (below + 1 == sorted.size()) return sorted.back();
  return sorted[below] + (at - static_cast<double>(below)) * (sorted[below + 1] - sorted[below]);
}

// Mean, standard error and quantiles of one number of the model.
void summarise(Bootstrap& result, Values Parametric::*part, std::size_t i, double level) {
  Values all;
  for (const Parametric& drawn : result.replications) all.push_back((drawn.*part)[i]);
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
    const Resample drawn = resample(data, model, options.resampling, rng.split(b));
    const Fit found = fit(drawn.view, State(model), em, each);
    if (found.best_restart().collapsed > 0) return std::nullopt;
    return parameters_of(in_order(found.model, matched(model, found.model)));
  });
  const std::size_t succeeded = result.replications.size();
  result.failed = options.replications - succeeded;
  require(succeeded >= 2, ErrorCode::failed, "bootstrap: only {} of {} replications could be fitted", succeeded,
          options.replications);
  for (const auto part : {&Parametric::weights, &Parametric::means, &Parametric::covariances}) {
    for (std::size_t i = 0; i < (result.replications.front().*part).size(); ++i) {
      summarise(result, part, i, options.level);
    }
  }
  return result;
}

}  // namespace mixseed
