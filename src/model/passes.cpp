#include "model/passes.h"

#include <algorithm>
#include <cmath>
#include <memory>
#include <utility>

namespace mixseed {
namespace {

using kernel::kBlock;

// Moments of one leaf, and the room that its blocks work in, made when it is first asked for.
struct Part {
  Moments moments;
  std::vector<double> terms, scratch;

  void make_room() {
    terms.resize(moments.size() * kBlock);
    scratch.resize((2 * moments.dim() + 1) * kBlock);
  }
};

template <typename Work>
Moments reduce_moments(const Points& X, std::size_t components, Moments::Second second, Moments::Pivots pivots,
                       const Work& work) {
  return X
      .reduce_blocks(
          [&] {
            return Part{Moments(components, X.dim(), second, pivots), {}, {}};
          },
          work, [](Part& left, Part&& right) { left.moments.merge(right.moments); })
      .moments;
}

double weighted_sum(const Block& block, const double* values) {
  double sum = 0;
  for (std::size_t i = 0; i < block.rows; ++i) {
    // A row without weight may be infinitely far away; 0 * inf must not reach the sum.
    if (!block.weights) {
      sum += values[i];
    } else if (block.weights[i] > 0) {
      sum += block.weights[i] * values[i];
    }
  }
  return sum;
}

// exp() of anything below is zero in double precision.
const double kLogOfSmallest = std::log(5e-324) - std::log(2.0);

void add_expectations(Part& part, const Block& block, const Density& density, Rules rules) {
  const std::size_t K = density.size();
  double log_density[kBlock];
  part.make_room();
  density.log_terms(block, part.terms.data(), part.scratch.data());
  kernel::active().normalise(part.terms.data(), K, block.rows, log_density);
  for (std::size_t i = 0; i < block.rows; ++i) {
    if (rules == Rules::standard || log_density[i] > kLogOfSmallest) continue;
    for (std::size_t k = 0; k < K; ++k) part.terms[k * kBlock + i] = density.weights()[k];
  }
  part.moments.objective += weighted_sum(block, log_density);
  for (std::size_t k = 0; k < K; ++k) {
    double* r = part.terms.data() + k * kBlock;
    // What is below 1e-18 of the component's usual share changes no digit of its moments.
    const double negligible = 1e-18 * density.weights()[k];
    for (std::size_t i = 0; i < block.rows; ++i) r[i] = r[i] < negligible ? 0.0 : r[i];
    for (std::size_t i = 0; block.weights && i < block.rows; ++i) r[i] *= block.weights[i];
    std::fill(r + block.rows, r + kBlock, 0.0);
    kernel::active().add_moments(block.x, block.rows, density.dim(), r, part.moments.pivot(k), part.moments.second(),
                                 part.moments.of(k), part.scratch.data());
  }
}

void add_assigned(Part& part, const Block& block, const std::uint32_t* labels) {
  kernel::add_assigned(block.x, block.rows, part.moments.dim(), labels, block.weights, part.moments.pivot(0),
                       part.moments.second(), part.moments.data());
}

}  // namespace

Moments expect(const Points& X, const Density& density, Moments::Second second, Rules rules) {
  auto pivots = std::make_shared<const std::vector<double>>(density.means());
  return reduce_moments(X, density.size(), second, std::move(pivots),
                        [&](Part& part, const Block& block) { add_expectations(part, block, density, rules); });
}

Moments classify(const Points& X, const Density& density, Moments::Second second) {
  auto pivots = std::make_shared<const std::vector<double>>(density.means());
  return reduce_moments(X, density.size(), second, std::move(pivots), [&](Part& part, const Block& block) {
    std::uint32_t labels[kBlock];
    double best[kBlock];
    part.make_room();
    density.log_terms(block, part.terms.data(), part.scratch.data());
    kernel::active().argmax(part.terms.data(), density.size(), block.rows, labels, best);
    part.moments.objective += weighted_sum(block, best);
    add_assigned(part, block, labels);
  });
}

Moments assign_nearest(const Points& X, const Centers& centers, Moments::Second second) {
  auto pivots = std::make_shared<const std::vector<double>>(centers.points);
  return reduce_moments(X, centers.size(), second, std::move(pivots), [&](Part& part, const Block& block) {
    std::uint32_t labels[kBlock];
    double distance[kBlock];
    kernel::active().nearest(block.x, block.rows, X.dim(), centers.points.data(), nullptr, centers.size(), labels,
                             distance);
    part.moments.objective += weighted_sum(block, distance);
    add_assigned(part, block, labels);
  });
}

namespace {

std::vector<double> min_spherical_mahalanobis(const Points& X, const Density& density) {
  std::vector<double> smallest(X.size());
  X.for_each_block([&](const Block& block) {
    std::uint32_t labels[kBlock];
    double distance[kBlock];
    kernel::active().nearest(block.x, block.rows, X.dim(), density.means().data(), density.precisions().data(),
                             density.size(), labels, distance);
    std::copy_n(distance, block.rows, smallest.data() + block.first);
  });
  return smallest;
}

}  // namespace

std::vector<double> min_mahalanobis(const Points& X, const Density& density) {
  if (!density.precisions().empty()) return min_spherical_mahalanobis(X, density);
  std::vector<double> smallest(X.size(), std::numeric_limits<double>::infinity());
  X.for_each_block([&](const Block& block) {
    std::vector<double> scratch(X.dim() * kBlock);
    double distance[kBlock];
    double* out = smallest.data() + block.first;
    for (std::size_t k = 0; k < density.size(); ++k) {
      density.mahalanobis(block, k, distance, scratch.data());
      for (std::size_t i = 0; i < block.rows; ++i) out[i] = std::min(out[i], distance[i]);
    }
  });
  return smallest;
}

void shrink_to(const Points& X, const double* center, std::vector<double>& nearest) {
  X.for_each_block([&](const Block& block) {
    double distance[kBlock];
    double* out = nearest.data() + block.first;
    kernel::active().squared_distances(block.x, block.rows, X.dim(), center, distance);
    for (std::size_t i = 0; i < block.rows; ++i) out[i] = std::min(out[i], distance[i]);
  });
}

void shrink_to(const Points& X, const Density& density, std::size_t k, std::vector<double>& nearest) {
  X.for_each_block([&](const Block& block) {
    std::vector<double> scratch(X.dim() * kBlock);
    double distance[kBlock];
    double* out = nearest.data() + block.first;
    density.mahalanobis(block, k, distance, scratch.data());
    for (std::size_t i = 0; i < block.rows; ++i) out[i] = std::min(out[i], distance[i]);
  });
}

}  // namespace mixseed
