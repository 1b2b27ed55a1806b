#include "pass/extents.h"

#include <algorithm>
#include <limits>

#include "pass/part.h"

namespace mixseed {

void Extents::merge(Extents&& right) {
  for (std::size_t i = 0; i < low.size(); ++i) {
    low[i] = std::min(low[i], right.low[i]);
    high[i] = std::max(high[i], right.high[i]);
  }
}

Extents answer(const MeasureExtents& question, Part& part) {
  constexpr double kUnbounded = std::numeric_limits<double>::infinity();
  const std::size_t dim = part.dim(), count = question.directions.size() / dim;
  const auto take = [&](Extents& extents, const double* row) {
    for (std::size_t i = 0; i < count; ++i) {
      const double* direction = question.directions.data() + i * dim;
      double along = 0;
      for (std::size_t j = 0; j < dim; ++j) along += direction[j] * (row[j] - question.center[j]);
      extents.low[i] = std::min(extents.low[i], along);
      extents.high[i] = std::max(extents.high[i], along);
    }
  };
  return part.reduce_blocks(
      [&] {
        return Extents{std::vector<double>(count, kUnbounded), std::vector<double>(count, -kUnbounded)};
      },
      [&](Extents& extents, const Block& block) {
        for (std::size_t i = 0; i < block.rows; ++i) {
          if (block.weight(i) > 0) take(extents, block.row[i]);
        }
      });
}

}  // namespace mixseed
