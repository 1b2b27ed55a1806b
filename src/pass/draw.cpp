#include "pass/draw.h"

#include <algorithm>
#include <numeric>
#include <utility>

#include "model/density.h"
#include "pass/nearest_mean_bounds.h"
#include "pass/part.h"

namespace mixseed {
namespace {

// By row; null when every row has the same distance.
const double* distances(Part& part, const ModelPtr& from) {
  if (!from) return nullptr;
  const auto* mixture = std::get_if<Mixture>(from.get());
  const bool moves = mixture && mixture->covariance == Covariance::spherical && mixture->size() > 1;
  return moves ? min_mahalanobis(part, *mixture).data() : part.min_distances.update(part, *from).data();
}

// The masses by which rows of a block are drawn: the distances themselves, or weighted ones written to `scratch`. The
// distance of a row without weight may be infinite.
const double* masses_of(const Block& block, const double* distance, double* scratch) {
  if (!block.weights) return distance + block.first;
  for (std::size_t i = 0; i < block.rows; ++i) {
    const double weight = block.weight(i);
    scratch[i] = distance && weight > 0 ? weight * distance[block.first + i] : weight;
  }
  return scratch;
}

double random_number(std::uint64_t key, std::uint64_t draw, std::uint64_t place) {
  return Rng(key).split(draw).split(place).uniform();
}

// Leaves and nodes draw from different streams. A node is identified by the first block of its right half.
std::uint64_t place_of_leaf(std::uint64_t block) { return 2 * block; }
std::uint64_t place_of_node(std::uint64_t block) { return 2 * block + 1; }

// Every row has the same mass.
void draw_evenly(Drawn& drawn, const Block& block, std::size_t offset, std::size_t count) {
  drawn.total = static_cast<double>(block.rows);
  drawn.first_block = (offset + block.first) / kernel::kBlock;
  for (std::size_t t = 0; t < count; ++t) {
    const double at = random_number(drawn.key, t, place_of_leaf(drawn.first_block)) * drawn.total;
    drawn.rows.push_back({{}, offset + block.first + std::min(static_cast<std::size_t>(at), block.rows - 1), 1, 0});
  }
}

void draw_from_block(Drawn& drawn, const Block& block, const double* distance, std::size_t offset, std::size_t count) {
  if (!distance && !block.weights) return draw_evenly(drawn, block, offset, count);
  double scratch[kernel::kBlock];
  const double* masses = masses_of(block, distance, scratch);
  drawn.total = std::accumulate(masses, masses + block.rows, drawn.total);
  drawn.first_block = (offset + block.first) / kernel::kBlock;
  std::size_t last = block.rows;  // becomes the last row that can be drawn
  while (last > 0 && !(masses[last - 1] > 0)) --last;
  if (last-- == 0) return;
  for (std::size_t t = 0; t < count; ++t) {
    double left = random_number(drawn.key, t, place_of_leaf(drawn.first_block)) * drawn.total;
    std::size_t i = 0;
    // `left` stays at or above 0, so a row without mass is never chosen; after rounding the last one may be.
    while (i < last && !(left < masses[i])) left -= masses[i++];
    drawn.rows.push_back({{}, offset + block.first + i, masses[i], 0});
  }
}

void fetch(Part& part, ChosenRow& row) { row.values = part.rows().row(row.number - part.rows().offset()); }

}  // namespace

void Drawn::merge(Drawn&& right) {
  const double both = total + right.total;
  if (rows.empty()) {
    rows = std::move(right.rows);
  } else if (!right.rows.empty()) {
    for (std::size_t t = 0; t < rows.size(); ++t) {
      const double at = random_number(key, t, place_of_node(right.first_block)) * both;
      if (at >= total) rows[t] = std::move(right.rows[t]);
    }
  }
  total = both;
}

void Extreme::merge(Extreme&& right) {
  if (right.any && (!any || right.row.mass > row.mass)) *this = std::move(right);
}

void DistanceSums::merge(DistanceSums&& right) {
  for (std::size_t t = 0; t < sums.size(); ++t) sums[t] += right.sums[t];
}

Drawn answer(const Draw& question, Part& part) {
  const double* distance = distances(part, question.from);
  const std::size_t offset = part.rows().offset();
  Drawn drawn = part.reduce_weights(
      [&] {
        return Drawn{{}, 0, question.key, 0};
      },
      [&](Drawn& sum, const Block& block) { draw_from_block(sum, block, distance, offset, question.count); });
  for (ChosenRow& row : drawn.rows) fetch(part, row);
  return drawn;
}

Extreme answer(const Farthest& question, Part& part) {
  const double* distance = distances(part, question.from);
  const std::size_t offset = part.rows().offset();
  const auto look = [&](Extreme& best, const Block& block) {
    for (std::size_t i = 0; i < block.rows; ++i) {
      const double value = distance ? distance[block.first + i] : 0;
      if (!(block.weight(i) > 0) || (best.any && !(value > best.row.mass))) continue;
      best = {{{}, offset + block.first + i, value, 0}, true};
    }
  };
  Extreme found = part.reduce_weights([] { return Extreme{}; }, look);
  if (found.any) fetch(part, found.row);
  return found;
}

DistanceSums answer(const SumDistances& question, Part& part) {
  const double* nearest = distances(part, question.from);
  const Density candidates(question.candidates);
  const auto try_out = [&](DistanceSums& distance_sums, const Block& block) {
    for (std::size_t t = 0; t < candidates.size(); ++t) {
      for_each_distance(candidates.components(), t, block,
                        [&](std::size_t first, std::size_t rows, const double* distance) {
                          for (std::size_t i = first; i < first + rows; ++i) {
                            const double weight = block.weight(i);
                            const double least = std::min(nearest[block.first + i], distance[i - first]);
                            if (weight > 0) distance_sums.sums[t] += weight * least;
                          }
                        });
    }
  };
  return part.reduce_blocks([&] { return DistanceSums{std::vector<double>(candidates.size(), 0.0)}; }, try_out);
}

}  // namespace mixseed
