#include "model/resolution.h"

#include <algorithm>
#include <bit>
#include <cmath>
#include <cstdint>
#include <numeric>
#include <utility>

namespace mixseed {
namespace {

using Values = std::vector<double>;

constexpr double kOnGrid = 1e-3, kOnGridOfFew = 1e-6;  // deviation in steps
constexpr std::size_t kFewValues = 6;
constexpr double kLeastMass = 0.95, kLeastValues = 0.5;
constexpr std::size_t kMostCandidates = 12;

// Distinct values in ascending order, with their masses.
struct Column {
  Values values, masses;
  double mass = 0;
};

Column sorted(const DistinctValues& distinct) {
  std::vector<std::size_t> order(distinct.values.size());
  std::iota(order.begin(), order.end(), std::size_t{0});
  std::sort(order.begin(), order.end(), [&](auto a, auto b) { return distinct.values[a] < distinct.values[b]; });
  Column column;
  for (const std::size_t i : order) {
    column.values.push_back(distinct.values[i]);
    column.masses.push_back(distinct.masses[i]);
    column.mass += distinct.masses[i];
  }
  return column;
}

// A gap between neighbouring values, and the value that anchors the grid.
struct Candidate {
  double step;
  std::size_t anchor;
};

// The smallest gaps and the most common ones, also halved and divided by three: with few rows, no two values may be one
// step apart.
std::vector<Candidate> candidates_of(const Values& values, double tolerance) {
  std::vector<Candidate> gaps;
  for (std::size_t i = 0; i + 1 < values.size(); ++i) gaps.push_back({values[i + 1] - values[i], i});
  std::stable_sort(gaps.begin(), gaps.end(), [](const auto& a, const auto& b) { return a.step < b.step; });
  std::vector<std::pair<std::size_t, Candidate>> runs;  // equal gaps: their number, and one of them
  for (std::size_t from = 0, to = 0; from < gaps.size(); from = to) {
    while (to < gaps.size() && gaps[to].step <= gaps[from].step * (1 + 2 * tolerance)) ++to;
    runs.emplace_back(to - from, gaps[(from + to) / 2]);
  }
  std::vector<Candidate> chosen;
  for (std::size_t i = 0; i < std::min(runs.size(), kMostCandidates); ++i) chosen.push_back(runs[i].second);
  std::stable_sort(runs.begin(), runs.end(), [](const auto& a, const auto& b) { return a.first > b.first; });
  for (std::size_t i = 0; i < std::min(runs.size(), kMostCandidates); ++i) chosen.push_back(runs[i].second);
  const std::size_t count = chosen.size();
  for (std::size_t i = 0; i < count; ++i) {
    for (const double parts : {2.0, 3.0}) chosen.push_back({chosen[i].step / parts, chosen[i].anchor});
  }
  return chosen;
}

// Faster than std::round, which is a call into a library.
double nearest_whole(double number) {
  constexpr double kAlwaysWhole = 1e16;
  if (!(std::abs(number) < kAlwaysWhole)) return number;
  return static_cast<double>(static_cast<std::int64_t>(number + std::copysign(0.5, number)));
}

// The step of the grid through the anchor, refined by every value on it, nearest first; 0 if too few values lie on it.
double step_of_grid(const Column& column, const Candidate& candidate, double tolerance) {
  const Values& values = column.values;
  const double origin = values[candidate.anchor];
  const double most_missed = (1 - kLeastMass) * column.mass;
  const auto least_count = static_cast<std::size_t>(std::ceil(kLeastValues * static_cast<double>(values.size())));
  double step = candidate.step, products = 0, squares = 0, missed = 0;
  std::size_t count = 1, below = candidate.anchor, above = candidate.anchor + 1;
  while (below > 0 || above < values.size()) {
    const bool is_above = below == 0 || (above < values.size() && values[above] - origin < origin - values[below - 1]);
    const std::size_t at = is_above ? above++ : --below;
    const double distance = values[at] - origin, ratio = distance / step, steps = nearest_whole(ratio);
    if (!(std::abs(ratio - steps) <= tolerance) || steps == 0) {
      missed += column.masses[at];
      if (missed > most_missed) return 0;
      continue;
    }
    ++count;
    products += distance * steps;
    squares += steps * steps;
    step = products / squares;
  }
  return count >= std::max(least_count, std::min<std::size_t>(3, values.size())) ? step : 0;
}

// Rounds to nine digits: the others are rounding, and people expect 0.01.
double rounded(double step) {
  if (step == 0) return 0;
  const double scale = std::pow(10.0, 8 - std::floor(std::log10(step)));
  const double digits = std::round(step * scale);
  return std::isfinite(digits) && std::isfinite(scale) ? digits / scale : step;
}

}  // namespace

// The last step of splitmix64, a public-domain mixing function by Sebastiano Vigna.
std::uint64_t hash_of_value(double value) {
  auto bits = std::bit_cast<std::uint64_t>(value + 0.0);  // -0 is 0
  bits = (bits ^ (bits >> 30)) * 0xbf58476d1ce4e5b9ULL;
  bits = (bits ^ (bits >> 27)) * 0x94d049bb133111ebULL;
  return bits ^ (bits >> 31);
}

void DistinctValues::merge(DistinctValues&& right) {
  DistinctValues both;
  both.complete = complete && right.complete;
  std::size_t i = 0, j = 0;
  while (i < values.size() || j < right.values.size()) {
    if (both.values.size() == kMostValues) {
      both.complete = false;
      break;
    }
    const bool has_left = i < values.size(), has_right = j < right.values.size();
    const std::uint64_t a = has_left ? hash_of_value(values[i]) : 0, b = has_right ? hash_of_value(right.values[j]) : 0;
    const bool takes_left = has_left && (!has_right || a <= b), takes_right = has_right && (!has_left || b <= a);
    both.values.push_back(takes_left ? values[i] : right.values[j]);
    both.masses.push_back((takes_left ? masses[i] : 0) + (takes_right ? right.masses[j] : 0));
    i += takes_left;
    j += takes_right;
  }
  *this = std::move(both);
}

double recording_step(const DistinctValues& distinct) {
  const Column column = sorted(distinct);
  if (column.values.size() < 2) return 0;
  const double tolerance = column.values.size() < kFewValues ? kOnGridOfFew : kOnGrid;
  std::vector<Candidate> candidates = candidates_of(column.values, tolerance);
  // The widest first: those that are narrower than a grid that was found need no look.
  std::stable_sort(candidates.begin(), candidates.end(), [](const auto& a, const auto& b) { return a.step > b.step; });
  double largest = 0, last = 0;
  for (const Candidate& candidate : candidates) {
    if (candidate.step > largest && candidate.step != last) {
      largest = std::max(largest, step_of_grid(column, candidate, tolerance));
    }
    last = candidate.step;
  }
  return rounded(largest);
}

Values rounding_root(const Values& steps) {
  const std::size_t dim = steps.size();
  if (std::all_of(steps.begin(), steps.end(), [](double step) { return step == 0; })) return {};
  Values root(dim * dim, 0.0);
  for (std::size_t j = 0; j < dim; ++j) root[j * dim + j] = std::sqrt(kRoundingShare) * steps[j];
  return root;
}

HeavyValue heaviest_value(const DistinctValues& column, double mass) {
  const auto heaviest = std::max_element(column.masses.begin(), column.masses.end());
  if (heaviest == column.masses.end() || !(mass > 0)) return {};
  return {column.values[static_cast<std::size_t>(heaviest - column.masses.begin())], *heaviest / mass};
}

}  // namespace mixseed
