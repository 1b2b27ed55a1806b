#include "lab/rand_index.h"

#include <cstddef>
#include <map>
#include <utility>

namespace mixseed::lab {
namespace {

// Sizes of groups to pairs of rows that are in the same one.
template <typename Sizes>
double pairs_within(const Sizes& sizes) {
  double sum = 0;
  for (const auto& [group, size] : sizes) sum += size * (size - 1) / 2;
  return sum;
}

}  // namespace

double adjusted_rand_index(std::span<const int> a, std::span<const int> b) {
  std::map<int, double> of_a, of_b;
  std::map<std::pair<int, int>, double> of_both;
  for (std::size_t i = 0; i < a.size(); ++i) {
    ++of_a[a[i]];
    ++of_b[b[i]];
    ++of_both[{a[i], b[i]}];
  }
  const auto n = static_cast<double>(a.size());
  const double left = pairs_within(of_a), right = pairs_within(of_b), all = n * (n - 1) / 2;
  const double by_chance = all > 0 ? left * right / all : 0, most = (left + right) / 2;
  return most > by_chance ? (pairs_within(of_both) - by_chance) / (most - by_chance) : 1;
}

}  // namespace mixseed::lab
