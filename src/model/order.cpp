#include "model/order.h"

#include <algorithm>
#include <cmath>
#include <numeric>

#include "model/components.h"

namespace mixseed {
namespace {

template <typename Before>
std::vector<std::size_t> sorted(const Mixture& mixture, const Before& before) {
  std::vector<std::size_t> order(mixture.size());
  std::iota(order.begin(), order.end(), std::size_t{0});
  std::stable_sort(order.begin(), order.end(), before);
  return order;
}

bool is_lower(const Mixture& mixture, std::size_t a, std::size_t b) {
  const auto x = mixture.mean(a), y = mixture.mean(b);
  return std::lexicographical_compare(x.begin(), x.end(), y.begin(), y.end());
}

}  // namespace

// Rounded, because the last digits may depend on the order of summation.
std::vector<std::size_t> by_weight(const Mixture& mixture) {
  const auto rounded = [&](std::size_t k) { return std::round(1e12 * mixture.weights[k]); };
  return sorted(mixture, [&](std::size_t a, std::size_t b) {
    if (rounded(a) != rounded(b)) return rounded(a) > rounded(b);
    return is_lower(mixture, a, b);
  });
}

std::vector<std::size_t> by_mean(const Mixture& mixture) {
  return sorted(mixture, [&](std::size_t a, std::size_t b) {
    if (is_lower(mixture, a, b) || is_lower(mixture, b, a)) return is_lower(mixture, a, b);
    return mixture.weights[a] > mixture.weights[b];
  });
}

Mixture in_order(const Mixture& mixture, std::span<const std::size_t> order) {
  Mixture moved = mixture;
  for (auto* numbers : {&moved.weights, &moved.means, &moved.covariances}) numbers->clear();
  for (const std::size_t k : order) append(moved, parts_of(mixture, k, 1));
  return moved;
}

}  // namespace mixseed
