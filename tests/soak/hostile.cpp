#include "soak/hostile.h"

#include <algorithm>
#include <cmath>
#include <numbers>

#include "base/text.h"

namespace mixseed::soak {
namespace {

void nothing(Table&, Rng&) {}

void for_each_number(Table& t, const auto& change) {
  for (double& number : t.values) number = change(number);
}

void duplicates(Table& t, Rng& rng) {
  const std::size_t kept = 1 + rng.below(1 + t.rows / 3);
  for (std::size_t i = kept; i < t.rows; ++i) {
    const std::size_t from = rng.below(kept);
    for (std::size_t j = 0; j < t.columns; ++j) t.at(i, j) = t.at(from, j);
  }
}

void equal_rows(Table& t, Rng&) {
  for (std::size_t i = 1; i < t.rows; ++i) std::copy_n(t.values.begin(), t.columns, &t.at(i, 0));
}

void constant_columns(Table& t, Rng& rng) {
  for (std::size_t j = 0; j < t.columns; ++j) {
    if (rng.below(2) == 0) continue;
    const double value = rng.below(3) == 0 ? 0 : 1e3 * rng.normal();
    for (std::size_t i = 0; i < t.rows; ++i) t.at(i, j) = value;
  }
}

void collinear(Table& t, Rng& rng) {
  const double noise = rng.below(2) == 0 ? 0 : std::pow(10, -16 + 12 * rng.uniform());
  for (std::size_t j = 1; j < t.columns; ++j) {
    const double slope = rng.normal();
    for (std::size_t i = 0; i < t.rows; ++i) t.at(i, j) = slope * t.at(i, 0) + noise * rng.normal();
  }
}

void giant_outlier(Table& t, Rng& rng) {
  const double size = std::pow(10, 3 + 140 * rng.uniform() * rng.uniform());
  for (std::size_t j = 0; j < t.columns; ++j) t.at(t.rows - 1, j) = size * rng.normal();
}

void cauchy(Table& t, Rng& rng) {
  for_each_number(t, [&](double) { return std::tan(std::numbers::pi * (rng.uniform() - 0.5)); });
}

void counts(Table& t, Rng&) {
  for_each_number(t, [](double x) { return std::floor(std::abs(x)); });
}

void one_hot(Table& t, Rng& rng) {
  for (std::size_t i = 0; i < t.rows; ++i) {
    std::fill_n(&t.at(i, 0), t.columns, 0.0);
    t.at(i, rng.below(t.columns)) = 1;
  }
}

void histograms(Table& t, Rng&) {
  for (std::size_t i = 0; i < t.rows; ++i) {
    double sum = 0;
    for (std::size_t j = 0; j < t.columns; ++j) sum += t.at(i, j) = std::abs(t.at(i, j));
    for (std::size_t j = 0; sum > 0 && j < t.columns; ++j) t.at(i, j) /= sum;
  }
}

template <int kLeast, int kMost>
void scaled(Table& t, Rng& rng) {
  const double factor = std::pow(10, kLeast + (kMost - kLeast) * rng.uniform());
  for_each_number(t, [&](double x) { return x * factor; });
}

void mixed_units(Table& t, Rng& rng) {
  for (std::size_t j = 0; j < t.columns; ++j) {
    const double factor = std::pow(10, -80 + 160 * rng.uniform());
    for (std::size_t i = 0; i < t.rows; ++i) t.at(i, j) *= factor;
  }
}

void offset(Table& t, Rng& rng) {
  const double shift = std::pow(10, 6 + 9 * rng.uniform());
  for_each_number(t, [&](double x) { return x + shift; });
}

void denormals(Table& t, Rng& rng) {
  for_each_number(t, [&](double x) { return rng.below(2) == 0 ? x * 1e-310 : x * 5e-324; });
}

void some_denormals(Table& t, Rng& rng) {
  for_each_number(t, [&](double x) { return rng.below(4) == 0 ? 5e-324 * std::floor(3 * x) : x; });
}

void two_points(Table& t, Rng& rng) {
  for (std::size_t i = 2; i < t.rows; ++i) std::copy_n(&t.at(rng.below(2), 0), t.columns, &t.at(i, 0));
}

void zero_weights(Table& t, Rng& rng) {
  for (std::size_t i = 0; i < t.rows; ++i)
    t.weights.push_back(i > 0 && rng.below(2) == 0 ? 0 : 3 * rng.uniform() + 1e-3);
}

void uneven_weights(Table& t, Rng& rng) {
  const double span = 1 + 20 * rng.uniform();
  for (std::size_t i = 0; i < t.rows; ++i) t.weights.push_back(std::pow(10, span * (rng.uniform() - 0.5)));
}

void extreme_weights(Table& t, Rng& rng) {
  const double exponent = 300 * (2 * rng.uniform() - 1);
  for (std::size_t i = 0; i < t.rows; ++i) {
    const double own = rng.below(3) == 0 ? 300 * (2 * rng.uniform() - 1) : exponent;
    t.weights.push_back(std::pow(10, own));
  }
}

void floats(Table& t, Rng&) {
  t.single = true;
  for_each_number(t, [](double x) { return static_cast<double>(static_cast<float>(x)); });
}

void far_floats(Table& t, Rng& rng) {
  const double factor = std::pow(10, -44 + 80 * rng.uniform());
  for_each_number(t, [&](double x) { return x * factor; });
  floats(t, rng);
}

void signed_zeros(Table& t, Rng& rng) {
  for_each_number(t, [&](double x) { return rng.below(2) == 0 ? x : (rng.below(2) == 0 ? 0.0 : -0.0); });
}

// Ordinary groups, some of them far apart.
Table groups(std::size_t rows, std::size_t columns, Rng& rng) {
  Table t{rows, columns, std::vector<double>(rows * columns), {}, false};
  const std::size_t count = 1 + rng.below(5);
  const double distance = std::pow(10, 2 * rng.uniform() - 0.5);
  std::vector<double> centers(count * columns);
  for (double& number : centers) number = distance * rng.normal();
  for (std::size_t i = 0; i < rows; ++i) {
    const std::size_t group = rng.below(count);
    for (std::size_t j = 0; j < columns; ++j) t.at(i, j) = centers[group * columns + j] + rng.normal();
  }
  return t;
}

}  // namespace

const std::vector<HostileClass>& hostile_classes() {
  static const std::vector<HostileClass> all{{"ordinary", nothing},
                                             {"duplicates", duplicates},
                                             {"equal rows", equal_rows},
                                             {"constant columns", constant_columns},
                                             {"collinear", collinear},
                                             {"giant outlier", giant_outlier},
                                             {"cauchy", cauchy},
                                             {"counts", counts},
                                             {"one-hot", one_hot},
                                             {"histograms", histograms},
                                             {"huge", scaled<60, 150>},
                                             {"tiny", scaled<-150, -60>},
                                             {"beyond", scaled<-320, -150>},
                                             {"mixed units", mixed_units},
                                             {"offset", offset},
                                             {"denormals", denormals},
                                             {"some denormals", some_denormals},
                                             {"two points", two_points},
                                             {"zero weights", zero_weights},
                                             {"uneven weights", uneven_weights},
                                             {"extreme weights", extreme_weights},
                                             {"float32", floats},
                                             {"far float32", far_floats},
                                             {"signed zeros", signed_zeros}};
  return all;
}

Table hostile_table(const HostileClass& kind, Rng rng) {
  const std::size_t sizes[] = {2, 3, 6, 12, 30, 90, 250};
  const bool large = rng.below(60) == 0;
  const std::size_t rows = large ? 1100 + rng.below(1500) : sizes[rng.below(7)] + rng.below(4);
  const std::size_t columns = 1 + (rng.below(8) == 0 ? rng.below(24) : rng.below(6));
  Table table = groups(rows, columns, rng);
  kind.spoil(table, rng);
  return table;
}

Data Table::data() const {
  const auto own = [&]() {
    return single ? Data::from(std::vector<float>(values.begin(), values.end()), rows, columns)
                  : Data::from(values, rows, columns);
  };
  return weights.empty() ? own() : own().weighted(weights);
}

std::string Table::csv() const {
  std::string text;
  for (std::size_t j = 0; !weights.empty() && j < columns; ++j) text += "x" + std::to_string(j) + ",";
  if (!weights.empty()) text += "w\n";
  for (std::size_t i = 0; i < rows; ++i) {
    for (std::size_t j = 0; j < columns; ++j) {
      text += (j == 0 ? "" : ",") + number_text(values[i * columns + j]);
    }
    text += weights.empty() ? "\n" : "," + number_text(weights[i]) + "\n";
  }
  return text;
}

}  // namespace mixseed::soak
