#include "saved/claims.h"

#include <algorithm>
#include <cmath>
#include <cstdio>
#include <numeric>

namespace mixseed::saved {
namespace {

constexpr Real kUnit = 0x1p-53L;     // rounding of a double
constexpr Real kWeightSum = 1e-12L;  // of weights beside 1
constexpr Real kBox = 1e-9L;         // of the noise's box, relative to its edges
constexpr Real kMeanSlack = 1e-12L;  // of log-likelihoods beside what conditions explain, relative to 1 + size
constexpr Real kGridSlack = 1e-8L;   // of log-likelihoods per row in a grid, relative to 1 + size

template <typename... Values>
std::string text(const char* format, Values... values) {
  char line[300];
  std::snprintf(line, sizeof line, format, values...);
  return line;
}

Real relative(Real a, Real b) { return std::abs(a - b) / (1 + std::abs(b)); }

// The rounding error allowed for a log density: docs/reliability.md.
Real rounding(const SavedModel& model, const Exact& exact) {
  return 10 * static_cast<Real>(model.dim) * exact.condition * kUnit;
}

// The position of a row in the box along each edge, 0 to 1.
Reals place_in_box(const SavedModel& model, const GivenRows& rows, std::size_t row) {
  const std::size_t D = model.dim;
  Reals place;
  const bool turned = model.edges.size() != D;
  for (std::size_t e = 0; e < D; ++e) {
    if (!turned) {
      place.push_back((rows.at(row, e) - model.corner[e]) / model.edges[e]);
      continue;
    }
    Real along = 0, length = 0;  // edges are at right angles
    for (std::size_t j = 0; j < D; ++j) {
      const Real edge = model.edges[e * D + j];
      along += (rows.at(row, j) - model.corner[j]) * edge, length += edge * edge;
    }
    place.push_back(along / length);
  }
  return place;
}

Real log_volume_of_box(const SavedModel& model) {
  const std::size_t D = model.dim;
  const std::size_t numbers = model.edges.size() / D;
  Real sum = 0;
  for (std::size_t e = 0; e < D; ++e) {
    Real length = 0;
    for (std::size_t j = 0; j < numbers; ++j) length = std::hypot(length, model.edges[e * numbers + j]);
    sum += std::log(length);
  }
  return sum;
}

// The rounding of a corner at coordinates of this size.
Real slack_of_box(const SavedModel& model) {
  Real largest = 0, shortest = INFINITY;
  const std::size_t numbers = model.edges.size() / model.dim;
  for (std::size_t e = 0; e < model.dim; ++e) {
    Real length = 0;
    for (std::size_t j = 0; j < numbers; ++j) length = std::hypot(length, model.edges[e * numbers + j]);
    shortest = std::min(shortest, length);
    largest = std::max({largest, std::abs(model.corner[e]), length});
  }
  return kBox + 100 * kUnit * largest / shortest;
}

void check_noise(const SavedModel& model, const GivenRows& rows, Broken& broken) {
  if (relative(log_volume_of_box(model), model.log_volume) > kBox) {
    broken.push_back(text("noise: the log volume of the box is %.12Lg, the file says %.12Lg", log_volume_of_box(model),
                          model.log_volume));
  }
  const Real slack = model.edges.size() == model.dim ? kBox : slack_of_box(model);
  for (std::size_t i = 0; i < rows.rows; ++i) {
    if (rows.weight(i) == 0) continue;
    for (const Real place : place_in_box(model, rows, i)) {
      if (place < -slack || place > 1 + slack) {
        broken.push_back(text("noise: row %zu lies at %.12Lg of an edge of the box", i, place));
        return;
      }
    }
  }
}

bool is_symmetric(const Reals& matrix, std::size_t dim) {
  for (std::size_t i = 0; i < dim; ++i) {
    for (std::size_t j = 0; j < i; ++j) {
      if (matrix[i * dim + j] != matrix[j * dim + i]) return false;
    }
  }
  return true;
}

}  // namespace

Broken check_parameters(const SavedModel& model, const GivenRows& rows) {
  Broken broken;
  const Real sum = std::accumulate(model.weights.begin(), model.weights.end(), model.noise_weight);
  if (!(std::abs(sum - 1) <= kWeightSum)) broken.push_back(text("weights: their sum is 1 %+.3Lg", sum - 1));
  Reals all = model.weights;
  all.push_back(model.noise_weight);
  for (const Real weight : all) {
    if (!(weight >= 0 && weight <= 1)) broken.push_back(text("weights: one is %.12Lg", weight));
  }
  if (std::all_of(model.weights.begin(), model.weights.end(), [](Real weight) { return weight == 0; })) {
    broken.push_back("weights: all of the components are 0");
  }
  for (std::size_t k = 0; k < model.weights.size(); ++k) {
    if (!is_symmetric(model.covariances[k], model.dim)) {
      broken.push_back(text("covariance: that of component %zu is not symmetric", k));
    }
    if (cholesky(model.covariances[k], model.dim).empty()) {
      broken.push_back(text("covariance: that of component %zu is not positive definite", k));
    }
  }
  if (model.has_noise) check_noise(model, rows, broken);
  return broken;
}

Broken check_result(const SavedModel& model, const GivenRows& rows, const Exact& exact, const LibraryResult& result) {
  Broken broken;
  const Real allowed = rounding(model, exact), mean = exact.total / exact.observations;
  const auto expect = [&](const char* what, Real got, Real wanted, Real slack) {
    if (!(relative(got, wanted) <= slack)) {
      broken.push_back(text("%s is %.17Lg, exactly %.17Lg, relative %.2Lg, allowed %.2Lg", what, got, wanted,
                            relative(got, wanted), slack));
    }
  };
  for (std::size_t i = 0; i < rows.rows && broken.empty(); ++i) {
    expect(text("score: of row %zu", i).c_str(), result.log_densities[i], exact.log_densities[i], kMeanSlack + allowed);
  }
  // Terms may have either sign: the rounding of the sum is relative to the sum of their absolute values.
  Real size = 0;
  for (std::size_t i = 0; i < rows.rows; ++i) {
    if (rows.weight(i) > 0) size += rows.weight(i) * (1 + std::abs(exact.log_densities[i]));
  }
  const Real of_sum = (kMeanSlack + allowed) * size;  // absolute
  const Real of_mean = of_sum / exact.observations;
  expect("likelihood: in the file", model.log_likelihood, mean, of_mean);
  expect("criteria: the number of observations", result.observations, exact.observations, 1e-12L);
  const std::size_t parameters = count_parameters(model);
  expect("criteria: the number of parameters", static_cast<Real>(result.parameters), static_cast<Real>(parameters), 0);
  const Real p = static_cast<Real>(parameters), bic = p * std::log(exact.observations) - 2 * exact.total;
  const auto expect_within = [&](const char* what, Real got, Real wanted) {
    expect(what, got, wanted, (4 * of_sum + kMeanSlack * std::abs(wanted)) / (1 + std::abs(wanted)));
  };
  expect_within("criteria: the log-likelihood", result.total, exact.total);
  expect_within("criteria: BIC", result.bic, bic);
  expect_within("criteria: AIC", result.aic, 2 * p - 2 * exact.total);
  expect_within("criteria: ICL", result.icl, bic - 2 * exact.certainty);
  return broken;
}

bool lies_within(const std::string& a, const std::string& b) {
  const auto fits = [](char narrow, char wide) { return narrow == wide || narrow == 'I' || wide == 'V'; };
  // Each letter by itself: I lies within E, and both lie within V.
  return fits(a[0], b[0]) && fits(a[1], b[1]) && fits(a[2], b[2]);
}

Broken check_grid(const std::vector<Cell>& cells) {
  Broken broken;
  for (const Cell& small : cells) {
    for (const Cell& large : cells) {
      if (&small == &large || !small.comparable || !large.comparable) continue;
      const bool more = small.letters == large.letters && small.components < large.components;
      const bool wider = small.components == large.components && lies_within(small.letters, large.letters);
      if (!(more || wider)) continue;
      if (large.mean < small.mean - kGridSlack * (1 + std::abs(small.mean))) {
        broken.push_back(text("%s: %s with %zu has %.10Lg per row, %s with %zu has %.10Lg",
                              more ? "monotone" : "nesting", small.letters.c_str(), small.components, small.mean,
                              large.letters.c_str(), large.components, large.mean));
      }
    }
  }
  return broken;
}

}  // namespace mixseed::saved
