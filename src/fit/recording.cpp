#include "fit/recording.h"

#include <algorithm>
#include <cmath>
#include <string>

#include "fit/checks.h"
#include "mixseed/team.h"

namespace mixseed {
namespace {

// A column with a range of fewer steps is discrete and has no point mass.
constexpr double kManySteps = 20;

void check_steps(const std::vector<double>& steps, std::size_t columns) {
  require(steps.size() == 1 || steps.size() == columns, ErrorCode::usage,
          "resolution: expected one number, or one for each of {} columns, got {}", columns, steps.size());
  for (const double step : steps) {
    require(std::isfinite(step) && step >= 0, ErrorCode::usage,
            "resolution: expected finite steps of at least 0, got {}", std::to_string(step));
  }
}

bool has_two_values(const DistinctValues& column) { return column.complete && column.values.size() == 2; }

// A constant column has no point mass.
bool is_point_mass(const DistinctValues& column, const HeavyValue& heavy, double step) {
  if (column.values.size() < 2 || heavy.share < kLeastPointMass) return false;
  const auto [low, high] = std::minmax_element(column.values.begin(), column.values.end());
  return has_two_values(column) || kManySteps * step < *high - *low;
}

}  // namespace

std::vector<double> recording_steps(const DataView& data, int threads) {
  return recording_of(Dataset(*team_of(data, threads)), std::nullopt).steps;
}

Recording recording_of(const Dataset& X, const std::optional<std::vector<double>>& given) {
  return recording_of(X.ask(SampleDistinct{}).columns, X.observations(), given);
}

Recording recording_of(const std::vector<DistinctValues>& columns, double observations,
                       const std::optional<std::vector<double>>& given) {
  if (given) check_steps(*given, columns.size());
  Recording recording;
  for (std::size_t j = 0; j < columns.size(); ++j) {
    const double step = recording_step(columns[j]);
    recording.steps.push_back(given ? (*given)[given->size() == 1 ? 0 : j] : step);
    const HeavyValue heavy = heaviest_value(columns[j], observations);
    if (!is_point_mass(columns[j], heavy, step)) continue;
    recording.point_masses.push_back({j, heavy.value, heavy.share, has_two_values(columns[j])});
  }
  return recording;
}

}  // namespace mixseed
