#include "fit/observed_starts.h"

#include <string>
#include <utility>

#include "fit/stages.h"

namespace mixseed {
namespace {

constexpr std::size_t kRandomStarts = 3;  // of each kind

}  // namespace

std::vector<Mixture> simple_starts(const ObservedData& data, const Task& task, FitOptions options, const Rng& rng,
                                   Pool& pool) {
  const std::size_t K = task.components;
  const Stage& em = task.pipeline.refiners.back();
  const Data drawn = data.filled_by_model(data.gaussian(), rng, pool), means = data.filled_by_means();
  const DataView& gaussian = data.filled_by_gaussian().view;
  const std::string by_kmeans = "kmeans++:trials=4/kmeans:rounds=10", scaled = "standardise/";
  std::vector<std::pair<DataView, std::string>> plan{{means.view, scaled + by_kmeans}, {means.view, by_kmeans},
                                                     {means.view, scaled + by_kmeans}, {drawn.view, scaled + by_kmeans},
                                                     {drawn.view, scaled + by_kmeans}, {gaussian, scaled + by_kmeans}};
  for (std::size_t i = 0; i < kRandomStarts; ++i) {
    plan.emplace_back(drawn.view, scaled + "uniform");
    plan.emplace_back(gaussian, scaled + "uniform");
  }
  std::vector<Mixture> starts;
  for (const auto& [rows, method] : plan) {
    Pipeline pipeline = Pipeline::parse(method);
    pipeline.refiners.back() = em;
    options.seed = rng.split(starts.size() + 1).bits();
    starts.push_back(fit(rows, K, pipeline.with(EmOptions{.rounds = 0}), options).model);
  }
  const Family& family = *refiner_of(em).estimation(em.parameters).family;
  for (std::size_t i = 0; i < kRandomStarts; ++i) {
    Rng stream = rng.split(plan.size() + 1 + i);
    std::vector<std::size_t> labels(data.rows().size());
    for (std::size_t& label : labels) label = stream.below(K);
    starts.push_back(estimate(drawn.view, labels, K, family.name, pool.threads()));
  }
  return starts;
}

}  // namespace mixseed
