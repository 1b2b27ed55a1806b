#include "refine/ties.h"

#include <algorithm>
#include <utility>

namespace mixseed {

std::vector<Tie> ties_of(const DataView& rows, double least, std::size_t most) {
  std::vector<Tie> ties;
  std::vector<std::pair<double, double>> column(rows.rows()), heavy;  // value and weight, weight and value
  for (std::size_t j = 0; j < rows.columns(); ++j) {
    for (std::size_t i = 0; i < rows.rows(); ++i) column[i] = {rows.at(i, j), rows.weight(i)};
    std::sort(column.begin(), column.end());
    heavy.clear();
    for (std::size_t from = 0, to = 0; from < column.size(); from = to) {
      double weight = 0;
      for (; to < column.size() && column[to].first == column[from].first; ++to) weight += column[to].second;
      if (to - from > 1 && weight >= least) heavy.emplace_back(-weight, column[from].first);
    }
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
