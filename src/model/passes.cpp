#include "model/passes.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <memory>
#include <optional>
#include <utility>

#include "model/separation.h"

namespace mixseed {
namespace {

using kernel::kTile;
using Values = std::vector<double>;

// Up to kTile rows of a block with their terms: labels[i] is the component with the largest one, best[i].
struct Tile {
  Terms& terms;
  Shares& shares;
  std::size_t first, rows;
  std::uint32_t labels[kTile];
  double best[kTile];
};

double weighted_sum(const Block& block, const Tile& tile, const double* values) {
  double sum = 0;
  if (!block.weights) {
    for (std::size_t i = 0; i < tile.rows; ++i) sum += values[i];
    return sum;
  }
  for (std::size_t i = 0; i < tile.rows; ++i) {
    const double weight = block.weights[tile.first + i];
    // A row without weight may be infinitely far away; 0 * inf must not reach the sum.
    if (weight > 0) sum += weight * values[i];
  }
  return sum;
}

// One pass over the rows, tile by tile: share_out(Tile&) adds the rows to tile.shares and returns what they add to the
// objective, as an array. When the memory knows the last pass, components that cannot matter are not looked at; nothing
// else changes, for those are the ones that `cuts` says to leave out.
template <typename ShareOut>
Moments pass(const Points& X, const Density& density, Moments::Second second, const Values& cuts, Memory& memory,
             const ShareOut& share_out) {
  Grouping& grouping = memory.grouping;
  // With few rows for a component the bounds would cost more than they save.
  const bool bounded = grouping.known() && X.size() >= 16 * density.size();
  std::optional<Separation> separation;
  if (bounded) separation.emplace(density, cuts, X.pool());
  const kernel::Bounds bounds = bounded ? separation->bounds() : kernel::Bounds{};
  const kernel::Components components = density.components();
  grouping.begin(X.size());

  const auto share_out_block = [&](Room& room, Moments& moments, const Block& block) {
    Tile tile{room.terms, room.shares, 0, 0, {}, {}};
    for (; tile.first < block.rows; tile.first += kTile) {
      tile.rows = std::min(kTile, block.rows - tile.first);
      if (bounded) {  // guesses; the last tile is filled up with its last row
        const std::uint32_t* labels = grouping.labels() + block.first + tile.first;
        std::fill(std::copy_n(labels, tile.rows, tile.labels), tile.labels + kTile, labels[tile.rows - 1]);
      }
      tile.terms.look(components, block, tile.first, bounded ? &bounds : nullptr, tile.labels);
      tile.terms.argmax(tile.labels, tile.best);
      grouping.set(block.first + tile.first, tile.rows, tile.labels);
      moments.objective += weighted_sum(block, tile, share_out(tile));
    }
    room.shares.flush(block, moments);
  };
  const auto pivots = std::make_shared<const Values>(density.means());
  Moments moments =
      X.reduce_blocks([&] { return Moments(density.size(), X.dim(), second, pivots); },
                      [&](Moments& sum, const Block& block) {
                        memory.rooms.with([&] { return std::make_unique<Room>(density.size(), density.dim()); },
                                          [&](Room& room) { share_out_block(room, sum, block); });
                      },
                      [](Moments& left, Moments&& right) { left.merge(right); }, grouping.order(),
                      [&](std::size_t block) { return grouping.rows(block); });
  grouping.finish(X, density.size());
  return moments;
}

void share_by_label(Tile& tile) {
  for (std::size_t i = 0; i < tile.rows; ++i) tile.shares.add(tile.labels[i], tile.first + i, 1.0);
}

// exp() of anything below is zero in double precision.
const double kLogOfSmallest = std::log(5e-324) - std::log(2.0);

void share_by_responsibility(Tile& tile, const Density& density, Rules rules, const double* log_density) {
  for (std::size_t i = 0; rules == Rules::paper && i < tile.rows; ++i) {
    if (log_density[i] > kLogOfSmallest) continue;
    tile.terms.clear(i);
    for (std::size_t k = 0; k < density.size(); ++k) tile.shares.add(k, tile.first + i, density.weights()[k]);
  }
  for (std::size_t s = 0; s < tile.terms.count(); ++s) {
    tile.shares.add(tile.terms.number(s), tile.first, tile.rows, tile.terms.of(s));
  }
}

}  // namespace

Moments expect(const Points& X, const Density& density, Moments::Second second, Rules rules, Memory& memory) {
  // What is below 1e-18 of the component's usual share changes no digit of its moments.
  Values cuts;
  for (const double weight : density.weights()) cuts.push_back(std::log(1e-18) + std::log(weight));
  return pass(X, density, second, cuts, memory, [&](Tile& tile) {
    double* log_density = tile.best;
    tile.terms.normalise(log_density, cuts.data());
    share_by_responsibility(tile, density, rules, log_density);
    return log_density;
  });
}

Moments classify(const Points& X, const Density& density, Moments::Second second, Memory& memory) {
  return pass(X, density, second, Values(density.size(), 0.0), memory, [](Tile& tile) {
    share_by_label(tile);
    return tile.best;
  });
}

Moments assign_nearest(const Points& X, const Centers& centers, Moments::Second second, Memory& memory) {
  Moments moments = classify(X, Density(centers), second, memory);
  moments.objective *= -2;  // the terms are half the negative squared distances
  return moments;
}

Moments expect(const Points& X, const Density& density, Moments::Second second, Rules rules) {
  Memory none;
  return expect(X, density, second, rules, none);
}
Moments classify(const Points& X, const Density& density, Moments::Second second) {
  Memory none;
  return classify(X, density, second, none);
}
Moments assign_nearest(const Points& X, const Centers& centers, Moments::Second second) {
  Memory none;
  return assign_nearest(X, centers, second, none);
}

std::vector<double> min_mahalanobis(const Points& X, const Density& density) {
  std::vector<double> smallest(X.size(), std::numeric_limits<double>::infinity());
  for (std::size_t k = 0; k < density.size(); ++k) shrink_to(X, density, k, smallest);
  return smallest;
}

void shrink_to(const Points& X, const Density& density, std::size_t k, std::vector<double>& nearest) {
  const kernel::Components components = density.components();
  X.for_each_block([&](const Block& block) {
    std::vector<double> x(X.dim() * kTile);
    for (std::size_t first = 0; first < block.rows; first += kTile) {
      const std::size_t rows = std::min(kTile, block.rows - first);
      double distance[kTile];
      kernel::active().transpose(block.row, first, rows, X.dim(), components.center, x.data());
      kernel::active().distances(components, k, x.data(), distance);
      double* out = nearest.data() + block.first + first;
      for (std::size_t i = 0; i < rows; ++i) out[i] = std::min(out[i], distance[i]);
    }
  });
}

void shrink_to(const Points& X, std::span<const double> center, std::vector<double>& nearest) {
  shrink_to(X, Density(Centers{X.dim(), {center.begin(), center.end()}}), 0, nearest);
}

}  // namespace mixseed
