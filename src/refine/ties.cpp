#include "refine/ties.h"

#include <algorithm>
#include <utility>

namespace mixseed {
namespace {

// Ascending; what one row has alone is none.
std::vector<double> values_in_common(const DataView& rows, std::size_t column) {
  std::vector<double> all, shared;
  for (std::size_t i = 0; i < rows.rows(); ++i) all.push_back(rows.at(i, column));
  std::sort(all.begin(), all.end());
  for (std::size_t i = 1; i < all.size(); ++i) {
    if (all[i] == all[i - 1] && (shared.empty() || shared.back() != all[i])) shared.push_back(all[i]);
  }
  return shared;
}

}  // namespace

std::vector<Tie> ties_of(const DataView& rows, double least, std::size_t most) {
  std::vector<Tie> ties;
  for (std::size_t j = 0; j < rows.columns(); ++j) {
    const std::vector<double> shared = values_in_common(rows, j);
    std::vector<std::pair<double, double>> heavy;  // weight, for the heaviest to be first, and value
    for (const double value : shared) heavy.emplace_back(0, value);
    for (std::size_t i = 0; i < rows.rows() && !shared.empty(); ++i) {
      const auto at = std::lower_bound(shared.begin(), shared.end(), rows.at(i, j)) - shared.begin();
      const auto place = static_cast<std::size_t>(at);
      if (place < shared.size() && shared[place] == rows.at(i, j)) heavy[place].first -= rows.weight(i);
    }
    std::erase_if(heavy, [&](const auto& one) { return -one.first < least; });
    std::sort(heavy.begin(), heavy.end());
    heavy.resize(std::min(heavy.size(), most));
    for (const auto& [weight, value] : heavy) {
      Tie& tie = ties.emplace_back(Tie{j, value, {}});
      for (std::size_t i = 0; i < rows.rows(); ++i) {
        if (rows.at(i, j) == value) tie.rows.push_back(i);
      }
    }
  }
  return ties;
}

}  // namespace mixseed
