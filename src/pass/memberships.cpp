#include "pass/memberships.h"

#include <cmath>
#include <memory>
#include <string>
#include <vector>

#include "mixseed/error.h"

namespace mixseed {
namespace {

using Values = std::vector<double>;

[[noreturn]] void refuse(std::size_t row, const std::string& what) {
  throw Error(ErrorCode::input, "row " + std::to_string(row + 1) + ": " + what);
}

void check_length(const char* what, std::size_t got, std::size_t wanted) {
  if (got == wanted) return;
  throw Error(ErrorCode::input,
              std::string(what) + ": expected " + std::to_string(wanted) + " numbers, got " + std::to_string(got));
}

Moments pass(Part& part, const Memberships& given, Moments::Second second, const Moments::Pivots& pivots) {
  const std::size_t K = given.components;
  part.prepare_tile_scratch(K);
  const auto share_out = [&](Moments& moments, const Block& block) {
    part.with_tile_scratch(K, [&](TileScratch& scratch) {
      for (std::size_t i = 0; i < block.rows; ++i) {
        const std::size_t row = block.number(i);
        if (given.responsibilities.empty()) scratch.row_lists.add(given.labels[row], i, 1.0);
        for (std::size_t k = 0; k < K && !given.responsibilities.empty(); ++k) {
          const double r = given.responsibilities[row * K + k];
          if (r > 0) scratch.row_lists.add(k, i, r);
        }
      }
      scratch.row_lists.flush(block, moments);
    });
  };
  return part.reduce_blocks([&] { return Moments(K, part.dim(), second, pivots); }, share_out);
}

}  // namespace

void check(const Memberships& memberships, std::size_t rows) {
  const std::size_t K = memberships.components;
  if (K == 0) throw Error(ErrorCode::usage, "components: expected at least 1, got 0");
  if (memberships.responsibilities.empty()) check_length("labels", memberships.labels.size(), rows);
  for (std::size_t row = 0; row < memberships.labels.size(); ++row) {
    if (memberships.labels[row] < K) continue;
    refuse(row, "expected a label below " + std::to_string(K) + ", got " + std::to_string(memberships.labels[row]));
  }
  if (memberships.responsibilities.empty()) return;
  check_length("responsibilities", memberships.responsibilities.size(), rows * K);
  for (std::size_t row = 0; row < rows; ++row) {
    double sum = 0;
    for (const double r : memberships.responsibilities.subspan(row * K, K)) {
      if (!(r >= 0)) refuse(row, "expected responsibilities that are not negative, got " + std::to_string(r));
      sum += r;
    }
    if (!(std::abs(sum - 1) <= 1e-6))
      refuse(row, "expected responsibilities that sum to 1, got " + std::to_string(sum));
  }
}

Moments moments_of(Part& part, const Memberships& memberships, const Values& center, Moments::Second second) {
  Values pivots;
  for (std::size_t k = 0; k < memberships.components; ++k) {
    pivots.insert(pivots.end(), center.begin(), center.end());
  }
  const Moments first = pass(part, memberships, Moments::Second::none, std::make_shared<const Values>(pivots));
  for (std::size_t k = 0; k < first.size(); ++k) {
    if (!(first.mass(k) > 0)) continue;
    const Values mean = first.mean(k);
    std::copy(mean.begin(), mean.end(), pivots.begin() + static_cast<std::ptrdiff_t>(k * part.dim()));
  }
  return pass(part, memberships, second, std::make_shared<const Values>(std::move(pivots)));
}

}  // namespace mixseed
