#include "pass/min_distance_cache.h"

#include <algorithm>
#include <limits>

#include "model/density.h"
#include "model/layout.h"
#include "pass/part.h"

namespace mixseed {
namespace {

bool begins_with(const std::vector<double>& values, const std::vector<double>& beginning) {
  return beginning.size() <= values.size() && std::equal(beginning.begin(), beginning.end(), values.begin());
}

// Whether the first components equal the cached ones in all that distances depend on.
bool extends(const Centers& all, const Centers& those) { return begins_with(all.points, those.points); }
bool extends(const Mixture& all, const Mixture& those) {
  return all.covariance == those.covariance && begins_with(all.means, those.means) &&
         begins_with(all.covariances, those.covariances);
}
bool extends(const State& all, const State& those) {
  return all.index() == those.index() &&
         std::visit([&](const auto& model) { return extends(model, std::get<std::decay_t<decltype(model)>>(those)); },
                    all);
}

// Component k alone: measured one by one, distances do not depend on the components added together with it.
State alone(const Centers& all, std::size_t k) { return Centers{all.dim, {all.point(k).begin(), all.point(k).end()}}; }
State alone(const Mixture& all, std::size_t k) {
  return Mixture{
      all.covariance, all.dim, {1.0}, {all.mean(k).begin(), all.mean(k).end()}, covariance_as(all, all.covariance, k)};
}

}  // namespace

const std::vector<double>& MinDistanceCache::update(Part& part, const State& from) {
  std::size_t known = size_of(from_);
  if (smallest_.size() != part.size() || !extends(from, from_)) {
    smallest_.assign(part.size(), std::numeric_limits<double>::infinity());
    known = 0;
  }
  from_ = from;
  if (known == size_of(from)) return smallest_;
  std::vector<Density> components;
  for (; known < size_of(from); ++known) {
    components.emplace_back(std::visit([&](const auto& model) { return alone(model, known); }, from));
  }
  part.for_each_block([&](const Block& block) {
    for (const Density& component : components) {
      for_each_distance(component.components(), 0, block,
                        [&](std::size_t first, std::size_t rows, const double* distance) {
                          double* out = smallest_.data() + block.first + first;
                          for (std::size_t i = 0; i < rows; ++i) out[i] = std::min(out[i], distance[i]);
                        });
    }
  });
  return smallest_;
}

}  // namespace mixseed
