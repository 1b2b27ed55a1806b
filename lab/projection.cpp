#include "lab/projection.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <random>

#include "lab/real_data.h"
#include "mixseed/error.h"
#include "report/rows.h"

namespace mixseed::lab {
namespace {

using Direction = std::vector<double>;

double product(const Direction& a, const Direction& b) {
  double sum = 0;
  for (std::size_t j = 0; j < a.size(); ++j) sum += a[j] * b[j];
  return sum;
}

void normalise(Direction& direction) {
  const double length = std::sqrt(product(direction, direction));
  for (double& value : direction) value /= length;
}

// Two orthonormal directions. Differences of uniform numbers replace std::normal_distribution, which differs between
// platforms.
std::array<Direction, 2> random_plane(std::size_t columns) {
  std::mt19937_64 bits(columns);
  std::array<Direction, 2> plane;
  for (Direction& direction : plane) {
    for (std::size_t j = 0; j < columns; ++j) {
      const double first = static_cast<double>(bits() >> 11), second = static_cast<double>(bits() >> 11);
      direction.push_back((first - second) * 0x1p-53);
    }
    normalise(direction);
  }
  const double shared = product(plane[0], plane[1]);
  for (std::size_t j = 0; j < columns; ++j) plane[1][j] -= shared * plane[0][j];
  normalise(plane[1]);
  return plane;
}

}  // namespace

Projection projection_of(const DataView& rows, const std::vector<int>& labels, const std::vector<std::string>& names) {
  const std::size_t columns = rows.columns();
  Projection shown{"first direction of a random plane", "second direction", rows.rows(), {}, {}, {}};
  std::array<Direction, 2> plane{{{1, 0}, {0, 1}}};
  if (columns > 2) plane = random_plane(columns);
  if (columns <= 2) shown.x_label = report::column_name(names, 0);
  if (columns <= 2) shown.y_label = columns == 2 ? report::column_name(names, 1) : "row";
  const std::size_t count = std::min(rows.rows(), kMostProjected);
  Direction row(columns);
  for (std::size_t n = 0; n < count; ++n) {
    const std::size_t i = n * rows.rows() / count;
    for (std::size_t j = 0; j < columns; ++j) row[j] = rows.at(i, j);
    shown.x.push_back(static_cast<float>(columns == 1 ? row[0] : product(row, plane[0])));
    shown.y.push_back(static_cast<float>(columns == 1 ? static_cast<double>(i + 1) : product(row, plane[1])));
    const bool is_known = i < labels.size() && labels[i] >= 0;
    shown.labels.push_back(is_known ? static_cast<std::uint16_t>(labels[i]) : kUnlabelled);
  }
  return shown;
}

std::optional<Projection> projection_of(const DataSet& set, const std::string& folder) {
  if (set.generated) {
    const Generated made = generate(*set.generated);
    return projection_of({made.points.data(), set.generated->rows, set.generated->dim}, made.labels, {});
  }
  try {
    const std::optional<FileSource> file = real_data_file(set.file->name, folder);
    if (!file) return std::nullopt;
    const LoadedData loaded = load({set.components, {}, *file});
    if (digest_of(loaded.data.view) != set.file->digest) return std::nullopt;
    return projection_of(loaded.data.view, {}, loaded.data.names);
  } catch (const Error&) {
    return std::nullopt;  // missing or unreadable: no picture
  }
}

}  // namespace mixseed::lab
