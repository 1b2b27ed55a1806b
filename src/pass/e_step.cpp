#include "pass/e_step.h"

#include <algorithm>
#include <cmath>
#include <memory>

#include "pass/part.h"
#include "pass/prepared_model.h"

namespace mixseed {
namespace {

using kernel::kTile;
using Values = std::vector<double>;

// Up to kTile rows of a block with their log terms: component labels[i] has the largest one, best[i].
struct ScoredRows {
  Terms& terms;
  RowLists& row_lists;
  std::size_t first, rows;
  std::uint32_t labels[kTile];
  double best[kTile], log_density[kTile];
};

double weighted_sum(const Block& block, const ScoredRows& tile, const double* values) {
  double sum = 0;
  if (!block.weights) {
    for (std::size_t i = 0; i < tile.rows; ++i) sum += values[i];
    return sum;
  }
  for (std::size_t i = 0; i < tile.rows; ++i) {
    const double weight = block.weights[tile.first + i];
    // The term of a row without weight may be infinite; 0 * inf must not reach the sum.
    if (weight > 0) sum += weight * values[i];
  }
  return sum;
}

// One pass over the rows, tile by tile: share_out(ScoredRows&, block, EStepResult&) adds the rows to tile.row_lists and
// to the sums. Given a guess at the best component, it skips components that the prepared model would leave out anyway.
template <typename ShareOut>
EStepResult walk(Part& part, PreparedModel& prepared, const ModelPtr& model, const ModelPtr& sorted_by,
                 Moments::Second second, const ShareOut& share_out) {
  const Density& density = prepared.density();
  part.forget_distances();
  Grouping& grouping = part.grouping;
  grouping.arrange(part, sorted_by);
  // With few rows per component, computing bounds costs more than they save.
  const std::uint32_t* guesses =
      sorted_by && part.size() >= 16 * density.size() ? grouping.guesses(density.size()) : nullptr;
  const kernel::Bounds bounds = guesses ? prepared.bounds(part.pool()) : kernel::Bounds{};
  const kernel::Components components = density.components();
  grouping.begin(part);
  part.prepare_tile_scratch(density.size());

  const auto share_out_block = [&](TileScratch& scratch, EStepResult& e_step, const Block& block) {
    ScoredRows tile{scratch.terms, scratch.row_lists, 0, 0, {}, {}, {}};
    for (; tile.first < block.rows; tile.first += kTile) {
      tile.rows = std::min(kTile, block.rows - tile.first);
      if (guesses) {  // the last tile is padded with its last row
        const std::uint32_t* labels = guesses + block.first + tile.first;
        std::fill(std::copy_n(labels, tile.rows, tile.labels), tile.labels + kTile, labels[tile.rows - 1]);
      }
      tile.terms.compute(components, block, tile.first, guesses ? &bounds : nullptr, tile.labels);
      tile.terms.argmax(tile.labels, tile.best);
      e_step.moved += grouping.set(block.first + tile.first, tile.rows, tile.labels);
      share_out(tile, block, e_step);
    }
    e_step.shared += scratch.row_lists.flush(block, e_step.moments);
  };
  const auto pivots = std::make_shared<const Values>(density.means());
  EStepResult e_step = part.reduce_blocks(
      [&] {
        return EStepResult{Moments(density.size(), part.dim(), second, pivots), 0, 0, 0, {}};
      },
      [&](EStepResult& sum, const Block& block) {
        part.with_tile_scratch(density.size(), [&](TileScratch& scratch) { share_out_block(scratch, sum, block); });
      },
      grouping.order(), [&](std::size_t block) { return grouping.rows(block); });
  grouping.finish(part, model);
  return e_step;
}

// exp() of anything below is zero in double precision.
const double kLogOfSmallest = std::log(5e-324) - std::log(2.0);

// Returns the mass of the noise, whose terms come last.
double share_by_responsibility(ScoredRows& tile, const Block& block, const Density& density, Rules rules) {
  for (std::size_t i = 0; rules == Rules::paper && i < tile.rows; ++i) {
    if (tile.log_density[i] > kLogOfSmallest) continue;
    tile.terms.clear(i);
    for (std::size_t k = 0; k < density.size(); ++k) tile.row_lists.add(k, tile.first + i, density.weights()[k]);
  }
  const std::size_t count = tile.terms.count() - density.noise().has_value();
  for (std::size_t s = 0; s < count; ++s) {
    tile.row_lists.add(tile.terms.number(s), tile.first, tile.rows, tile.terms.values(s));
  }
  return density.noise() ? weighted_sum(block, tile, tile.terms.values(count)) : 0;
}

// The noise term comes after the components, so order and bounds ignore it: a component negligible against the best
// component is also negligible against the best of all.
void add_noise(ScoredRows& tile, const Density& density) {
  if (!density.noise()) return;
  tile.terms.add_noise(*density.noise(), density.size());
  for (double& best : tile.best) best = std::max(best, *density.noise());
}

// Overwrites best with the log responsibility of the largest term. A row infinitely far from every component belongs to
// all of them equally.
void measure_certainty(ScoredRows& tile, double least) {
  for (std::size_t i = 0; i < tile.rows; ++i) {
    const double certainty = tile.best[i] - tile.log_density[i];
    tile.best[i] = certainty >= least ? std::min(certainty, 0.0) : least;
  }
}

// Spreads row numbers over all 64 bits (the finaliser of MurmurHash3, Appleby 2011), so that different sets of rows
// have different sums.
std::uint64_t mark_of(std::uint64_t number) {
  number = (number ^ (number >> 33)) * 0xff51afd7ed558ccdULL;
  number = (number ^ (number >> 33)) * 0xc4ceb9fe1a85ec53ULL;
  return number ^ (number >> 33);
}

}  // namespace

void EStepResult::merge(EStepResult&& right) {
  moments.merge(right.moments);
  certainty += right.certainty;
  moved += right.moved;
  shared += right.shared;
  for (std::size_t k = 0; k < partition_hashes.size(); ++k) partition_hashes[k] += right.partition_hashes[k];
}

EStepResult answer(const Expect& question, Part& part) {
  PreparedModels own;
  return answer(question,
                (part.prepared_models ? *part.prepared_models : own).prepare(question.model, Cut::responsibilities),
                part);
}

EStepResult answer(const Expect& question, PreparedModel& prepared, Part& part) {
  const Density& density = prepared.density();
  const double least = -std::log(static_cast<double>(density.size() + density.noise().has_value()));
  const auto share_out = [&](ScoredRows& tile, const Block& block, EStepResult& e_step) {
    add_noise(tile, density);
    tile.terms.normalise(tile.log_density, prepared.cuts().data());
    e_step.moments.noise += share_by_responsibility(tile, block, density, question.rules);
    e_step.moments.objective += weighted_sum(block, tile, tile.log_density);
    measure_certainty(tile, least);
    e_step.certainty += weighted_sum(block, tile, tile.best);
  };
  return walk(part, prepared, question.model, question.sorted_by, question.second, share_out);
}

EStepResult answer(const Classify& question, Part& part) {
  PreparedModels own;
  PreparedModel& prepared = (part.prepared_models ? *part.prepared_models : own).prepare(question.model, Cut::best);
  const std::size_t components = prepared.density().size();
  const auto share_out = [&](ScoredRows& tile, const Block& block, EStepResult& e_step) {
    e_step.partition_hashes.resize(components);
    for (std::size_t i = 0; i < tile.rows; ++i) {
      tile.row_lists.add(tile.labels[i], tile.first + i, 1.0);
      e_step.partition_hashes[tile.labels[i]] += mark_of(part.rows().offset() + block.number(tile.first + i) + 1);
    }
    e_step.moments.objective += weighted_sum(block, tile, tile.best);
  };
  return walk(part, prepared, question.model, question.sorted_by, question.second, share_out);
}

}  // namespace mixseed
