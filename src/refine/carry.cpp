#include "refine/carry.h"

#include <cmath>
#include <optional>
#include <utility>
#include <vector>

#include "model/coordinates.h"
#include "refine/em_step.h"

namespace mixseed {
namespace {

using Values = std::vector<double>;

constexpr int kRoundsOnSample = 12;
constexpr double kSmallStep = 0.02;  // of the correction: the rounds end after a smaller step

double distance(const Values& a, const Values& b) {
  double sum = 0;
  for (std::size_t i = 0; i < a.size(); ++i) sum += (a[i] - b[i]) * (a[i] - b[i]);
  return std::sqrt(sum);
}

}  // namespace

Mixture carried_over(const Mixture& theta, const Dataset& sample, const Dataset& all,
                     const EstimationOptions& options) {
  Rng unused(0);  // only rules=paper draws
  const EmStep over_all(all, all, theta.size(), options, {}, unused);
  const EmStep over_sample(all, sample, theta.size(), options, {}, unused);
  const Values& scale = all.summary().scale;
  Repairs repairs;  // em counts its own
  Sorting once, sorting;
  const Mixture next = over_all.maximise(over_all.expect(all, theta, once).moments, theta, repairs);
  const auto by_sample = [&](const Mixture& from) {
    return coordinates(over_sample.maximise(over_sample.expect(sample, from, sorting).moments, from, repairs), scale);
  };
  const std::optional<Values> here = by_sample(theta), there = coordinates(next, scale);
  if (!here || !there || here->size() != there->size()) return next;
  const double correction = distance(*there, *here);
  Mixture model = next;
  Values point = *there;
  double step = correction;
  for (int round = 0; round < kRoundsOnSample && step > kSmallStep * correction; ++round) {
    std::optional<Values> moved = by_sample(model);
    if (!moved) return next;
    for (std::size_t i = 0; i < moved->size(); ++i) (*moved)[i] += (*there)[i] - (*here)[i];
    std::optional<Mixture> found =
        of_family(mixture_at(*moved, model, scale), *options.family, model, over_all.floor());
    step = distance(*moved, point);
    if (!found || !(step < 2 * correction)) return next;
    model = std::move(*found);
    point = std::move(*moved);
  }
  return model;
}

}  // namespace mixseed
