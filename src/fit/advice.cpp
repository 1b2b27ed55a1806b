#include "mixseed/advice.h"

#include <algorithm>
#include <cmath>

#include "base/text.h"
#include "model/family.h"

namespace mixseed {
namespace {

constexpr std::size_t kMostNamed = 3;  // columns in a message
constexpr double kRowsOfColumn = 2;    // rows per component and column; fewer give a warning
constexpr double kUnexplained = 0.1;   // share of the rows beyond the model that makes a value worth a message

std::string percent(double share) { return number_text(std::round(share * 1000) / 10) + " %"; }

std::string column_text(std::size_t column, const std::vector<std::string>& names) {
  const std::string number = "column " + std::to_string(column + 1);
  return column < names.size() ? number + " (" + printable(names[column], 40) + ")" : number;
}

// The probability of a recorded value under the model: the mass that rounds to it.
double explained(const Fit& fit, const PointMass& mass) {
  const Mixture& model = fit.model;
  const double half = mass.column < fit.resolution.size() ? fit.resolution[mass.column] / 2 : 0;
  double sum = 0;
  for (std::size_t k = 0; k < model.size(); ++k) {
    const double deviation = std::sqrt(model.covariance_of(k)[mass.column * (model.dim + 1)]);
    const double z = (mass.value - model.mean(k)[mass.column]) / deviation, width = half / deviation;
    sum += model.weights[k] * (std::erfc((z - width) / std::sqrt(2.0)) - std::erfc((z + width) / std::sqrt(2.0))) / 2;
  }
  return sum;
}

// One message for all columns. Leaves out values that the components describe well, as those of rounded columns.
void add_point_masses(const Fit& fit, const std::vector<std::string>& names, std::vector<std::string>& advice) {
  std::vector<PointMass> all;
  for (const PointMass& mass : fit.point_masses) {
    if (mass.two_values || mass.share - explained(fit, mass) > kUnexplained) all.push_back(mass);
  }
  if (all.empty()) return;
  std::string text = filled("{}: {} of the rows have the value {}, which no Gaussian describes",
                            column_text(all[0].column, names), percent(all[0].share), number_text(all[0].value));
  for (std::size_t i = 1; i < std::min(all.size(), kMostNamed); ++i) {
    text +=
        filled("; {}: {} have {}", column_text(all[i].column, names), percent(all[i].share), number_text(all[i].value));
  }
  if (all.size() > kMostNamed) text += filled("; so do {} further columns", all.size() - kMostNamed);
  advice.push_back(text + ". Leave such columns out, or model these rows apart.");
}

void add_wide_data(const Fit& fit, std::vector<std::string>& advice) {
  const Layout layout = layout_of(fit.model.covariance);
  if (layout.shape != Layout::Shape::matrix || layout.shared || fit.model.size() == 0) return;
  const double rows = static_cast<double>(fit.rows) / static_cast<double>(fit.model.size());
  if (rows >= kRowsOfColumn * static_cast<double>(fit.columns)) return;
  advice.push_back(
      filled("{} rows per component for {} columns: covariances of their own are hardly determined. Tied or "
             "diagonal covariances, fewer columns or fewer components help.",
             static_cast<std::size_t>(rows), fit.columns));
}

// If all components together have less than one row, the model is the noise alone.
void add_noise(const Fit& fit, std::vector<std::string>& advice) {
  if (!fit.model.noise || (1 - fit.model.noise->weight) * static_cast<double>(fit.rows) >= 1) return;
  advice.push_back(
      "The noise has all rows, the components have none: no Gaussian describes these rows better than a uniform "
      "density. Fit without noise.");
}

}  // namespace

std::vector<std::string> data_advice(const Fit& fit, const std::vector<std::string>& columns) {
  std::vector<std::string> advice;
  add_point_masses(fit, columns, advice);
  add_wide_data(fit, advice);
  add_noise(fit, advice);
  return advice;
}

std::vector<std::string> collapse_advice(const Fit& fit) {
  const std::size_t collapsed = fit.best_restart().collapsed;
  if (collapsed == 0) return {};
  return {
      filled("{} of {} components have collapsed: a few rows, or rows that share a value or lie on a plane, make "
             "them narrow, and their likelihood says nothing. {}",
             collapsed, fit.model.size(), collapse_remedies())};
}

std::string_view collapse_remedies() {
  return "Fewer components, tied or diagonal covariances, a prior, a larger recording step (resolution), or leaving "
         "out columns whose values repeat help.";
}

}  // namespace mixseed
