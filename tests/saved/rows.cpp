#include <algorithm>
#include <cmath>

#include "saved/case.h"

namespace mixseed::saved {
namespace {

void for_each_number(GivenRows& rows, const auto& change) {
  for (double& number : rows.values) number = change(number);
}

void as_they_are(GivenRows&, Rng&) {}

void integers(GivenRows& rows, Rng& rng) {
  const double unit = 1 + 4 * rng.uniform();
  for_each_number(rows, [&](double x) { return std::round(unit * x); });
}

void small_integers(GivenRows& rows, Rng&) {
  for_each_number(rows, [](double x) { return std::floor(std::abs(x) / 2); });
}

void rounded(GivenRows& rows, Rng& rng) {
  const double step = rng.below(2) == 0 ? 10 : 100;
  for_each_number(rows, [&](double x) { return std::round(step * x) / step; });
}

void far_from_zero(GivenRows& rows, Rng& rng) {
  const double shift = rng.below(3) == 0 ? 0x1p42 : 0x1p30;
  for_each_number(rows, [&](double x) { return x + shift; });
}

void constant_column(GivenRows& rows, Rng& rng) {
  const std::size_t column = rng.below(rows.columns);
  const double value = rng.below(2) == 0 ? 0 : 100 * rng.normal();
  for (std::size_t i = 0; i < rows.rows; ++i) rows.values[i * rows.columns + column] = value;
}

void repeated_rows(GivenRows& rows, Rng& rng) {
  const std::size_t kept = 1 + rows.rows / 3;
  for (std::size_t i = kept; i < rows.rows; ++i) {
    std::copy_n(&rows.values[rng.below(kept) * rows.columns], rows.columns, &rows.values[i * rows.columns]);
  }
}

void extreme_units(GivenRows& rows, Rng& rng) {
  const double unit = std::pow(10, 260 * rng.uniform() - 130);
  for_each_number(rows, [&](double x) { return unit * x; });
}

void mixed_units(GivenRows& rows, Rng& rng) {
  for (std::size_t j = 0; j < rows.columns; ++j) {
    const double unit = std::pow(10, 12 * rng.uniform() - 6);
    for (std::size_t i = 0; i < rows.rows; ++i) rows.values[i * rows.columns + j] *= unit;
  }
}

void many_zeros(GivenRows& rows, Rng& rng) {
  const std::size_t column = rng.below(rows.columns);
  for (std::size_t i = 0; i < rows.rows; ++i) {
    if (rng.below(2) == 0) rows.values[i * rows.columns + column] = 0;
  }
}

void outliers(GivenRows& rows, Rng& rng) {
  for_each_number(rows, [&](double x) { return rng.below(20) == 0 ? 30 * x : x; });
}

void sum_of_columns(GivenRows& rows, Rng& rng) {
  const double noise = rng.below(2) == 0 ? 0 : 1e-4;
  for (std::size_t i = 0; rows.columns > 1 && i < rows.rows; ++i) {
    double* const row = &rows.values[i * rows.columns];
    row[rows.columns - 1] = noise * rng.normal();
    for (std::size_t j = 0; j + 1 < rows.columns; ++j) row[rows.columns - 1] += row[j];
  }
}

struct Kind {
  std::string_view name;
  void (*change)(GivenRows& rows, Rng& rng);  // of ordinary groups
};
constexpr Kind kKinds[] = {{"continuous", as_they_are},
                           {"integers", integers},
                           {"small integers", small_integers},
                           {"rounded", rounded},
                           {"far from zero", far_from_zero},
                           {"constant column", constant_column},
                           {"repeated rows", repeated_rows},
                           {"extreme units", extreme_units},
                           {"mixed units", mixed_units},
                           {"many zeros", many_zeros},
                           {"outliers", outliers},
                           {"sum of columns", sum_of_columns}};

// Groups of different widths, some of them correlated.
GivenRows groups(std::size_t rows, std::size_t columns, Rng& rng) {
  GivenRows made{rows, columns, std::vector<double>(rows * columns), {}};
  const std::size_t count = 1 + rng.below(5);
  const double distance = std::pow(10, 1.5 * rng.uniform() - 0.3);
  std::vector<double> centers(count * columns), widths(count * columns), slopes(count);
  for (double& number : centers) number = distance * rng.normal();
  for (double& number : widths) number = std::exp(0.6 * rng.normal());
  for (double& number : slopes) number = rng.below(2) == 0 ? 0 : rng.normal();
  for (std::size_t i = 0; i < rows; ++i) {
    const std::size_t group = rng.below(count);
    const double common = slopes[group] * rng.normal();
    for (std::size_t j = 0; j < columns; ++j) {
      made.values[i * columns + j] =
          centers[group * columns + j] + widths[group * columns + j] * (rng.normal() + common);
    }
  }
  return made;
}

}  // namespace

RandomRows random_rows(Rng rng) {
  const std::size_t sizes[] = {4, 8, 16, 40, 100, 200, 300};
  const std::size_t rows = sizes[rng.below(7)] + rng.below(5);
  const std::size_t columns = 1 + rng.below(rng.below(6) == 0 ? 8 : 4);
  const Kind& kind = kKinds[rng.below(std::size(kKinds))];
  RandomRows made{kind.name, groups(rows, columns, rng)};
  kind.change(made.rows, rng);
  return made;
}

}  // namespace mixseed::saved
