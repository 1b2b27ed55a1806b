#include "pass/row_lists.h"

#include <numeric>

namespace mixseed {

RowLists::RowLists(std::size_t components, std::size_t dim)
    : counts_(components, 0),
      picked_(std::make_unique_for_overwrite<std::uint16_t[]>(components * kPlaces)),
      r_(std::make_unique_for_overwrite<double[]>(components * kPlaces)),
      scratch_(kernel::moments_scratch(dim)) {}

std::size_t RowLists::flush(const Block& block, Moments& moments) {
  const std::size_t all = std::accumulate(counts_.begin(), counts_.end(), std::size_t{0});
  for (std::size_t k = 0; k < counts_.size(); ++k) {
    if (counts_[k] == 0) continue;
    const std::uint16_t* picked = picked_.get() + k * kPlaces;
    double* r = r_.get() + k * kPlaces;
    for (std::size_t i = 0; block.weights && i < counts_[k]; ++i) r[i] *= block.weights[picked[i]];
    kernel::active().add_moments(block.row, moments.dim(), picked, r, counts_[k], moments.pivot(k), moments.second(),
                                 moments.of(k), scratch_.data());
    counts_[k] = 0;
  }
  return all;
}

}  // namespace mixseed
