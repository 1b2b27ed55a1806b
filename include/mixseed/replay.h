// One start step by step: the rows that the seeder chose, the growing model, and the rounds that followed.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "mixseed/data.h"
#include "mixseed/mixture.h"
#include "mixseed/names.h"
#include "mixseed/pipeline.h"

namespace mixseed {

// A row that the seeder chose.
struct ReplayRow {
  std::vector<double> values;
  double probability = 0;  // of drawing this row; 0 for the farthest row
};
using TakenRow [[deprecated("use ReplayRow")]] = ReplayRow;

// One step. Models and rows are in the data's own units, also when the stage worked in others.
struct ReplayStep {
  enum class Rule { none, uniform, distance, farthest };
  std::string_view stage;        // the seeder or a refiner
  int number = 0;                // of the step or round within its stage, from 0
  State model;                   // before the step; Centers without points before the first row
  Rule rule = Rule::none;        // how a row was chosen; none in rounds of refiners
  std::vector<ReplayRow> taken;  // several for a method that chooses the best of several candidates
  double objective = 0;          // of `model`, as in Round; NaN in steps of the seeder
};
template <>
inline constexpr std::array<std::string_view, 4> kNames<ReplayStep::Rule>{"none", "uniform", "distance", "farthest"};
using Scene [[deprecated("use ReplayStep")]] = ReplayStep;

struct Replay {
  std::string method;  // canonical text of the recorded stages, `auto` resolved, without short runs
  std::uint64_t seed = 0;
  std::size_t components = 0;
  std::vector<ReplayStep> scenes;
  Mixture model;  // after the last round
  // The short runs that a fit makes in place of this one start: their number, and the rows of their sample. 0: the
  // method has no short runs, and `model` is that of the fit.
  int tries = 0;
  std::size_t sample = 0;
};

// Records the first restart of a fit with this seed. Short runs are left out; for a method without them the last model
// is the one of `fit`. The steps of a seeder that chooses no rows (hac) are its models for 1 ... K components. Throws
// as `fit` does, and Error(usage) for a pipeline without a seeder.
Replay replay(const DataView& data, std::size_t components, const Pipeline& pipeline, std::uint64_t seed = 0,
              int threads = 0);

// One replay for each start of a method with short runs of several starts, such as `auto`; one for other methods.
std::vector<Replay> replay_each_start(const DataView& data, std::size_t components, const Pipeline& pipeline,
                                      std::uint64_t seed = 0, int threads = 0);

}  // namespace mixseed
