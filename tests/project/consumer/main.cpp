// What a user's program does: two groups of numbers in, a mixture out, kept in a file and read again.
#include <cmath>
#include <iostream>
#include <numbers>
#include <vector>

#include "mixseed/mixseed.h"

namespace {

// Columns that wave with different periods, around 0 for the first half of the rows and around 10 for the second.
std::vector<double> two_groups(std::size_t rows) {
  std::vector<double> values;
  for (std::size_t i = 0; i < rows; ++i) {
    const double group = i < rows / 2 ? 0.0 : 10.0;
    const auto x = static_cast<double>(i);
    values.push_back(group + std::sin(x * std::numbers::sqrt2));
    values.push_back(group + std::cos(x * std::numbers::sqrt3));
  }
  return values;
}

bool near(double value, double wanted) { return std::abs(value - wanted) < 0.1; }

bool has_both_groups(const mixseed::Mixture& model) {
  const std::size_t low = model.mean(0)[0] < model.mean(1)[0] ? 0 : 1;
  bool good = near(model.weights[low], 0.5);
  for (std::size_t j = 0; j < 2; ++j) good = good && near(model.mean(low)[j], 0) && near(model.mean(1 - low)[j], 10);
  return good;
}

}  // namespace

int main(int count, char** words) {
  if (count != 2) return 2;
  const std::vector<double> values = two_groups(400);
  const mixseed::DataView data(values.data(), 400, 2);
  const mixseed::Fit fit = mixseed::fit(data, 2, mixseed::Pipeline::parse("auto"), {.seed = 1, .restarts = 2});
  mixseed::save_model(words[1], fit.model);
  const bool same = mixseed::load_model(words[1]).mixture == fit.model;
  std::cout << mixseed::kVersion << '\n';
  return same && has_both_groups(fit.model) ? 0 : 1;
}
