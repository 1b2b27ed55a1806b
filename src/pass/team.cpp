#include "pass/team.h"

#include <cmath>
#include <utility>

#include "mixseed/error.h"
#include "model/resolution.h"
#include "model/scaling.h"

namespace mixseed {

struct Dataset::LazySummary {
  std::once_flag once;
  DataSummary summary;
};

namespace {

// Of a column's squared width. Only weights that differ by a factor of 1e100 leave a smaller variance, and computations
// with it would leave the range of doubles.
constexpr double kLeastShare = 1e-100;

void flatten(std::vector<double>& covariance, const std::vector<double>& widths) {
  const std::size_t dim = widths.size();
  for (std::size_t j = 0; j < dim; ++j) {
    if (covariance[j * dim + j] >= kLeastShare * widths[j] * widths[j]) continue;
    for (std::size_t l = 0; l < dim; ++l) covariance[j * dim + l] = covariance[l * dim + j] = 0;
  }
}

// Upper bounds of the ranges of the columns under this map.
std::vector<double> widths_in(const AffineMap& units, const std::vector<double>& low, const std::vector<double>& high) {
  const std::size_t dim = low.size();
  std::vector<double> widths(dim, 0.0);
  for (std::size_t a = 0; a < dim; ++a) {
    const double unit = units.factors.empty() ? 1 : units.factors[a];
    if (!units.mixes()) widths[a] = high[a] * unit - low[a] * unit;
    for (std::size_t j = 0; units.mixes() && j < dim; ++j) {
      widths[a] += std::abs(units.axes[a * dim + j]) * (high[j] - low[j]);
    }
  }
  return widths;
}

// Two questions: the mean about the first row, then the second moments about the mean, so an offset costs no digits. A
// column that is constant except for rows of negligible weight gets a variance of exactly zero.
DataSummary find_summary(const Dataset& X, std::vector<double> first_row, const std::vector<double>& widths) {
  const std::size_t dim = X.dim();
  std::vector<double> mean = X.ask(Total{std::move(first_row), Moments::Second::none}).mean(0);
  const Moments second = X.ask(Total{mean, Moments::Second::full});
  std::vector<double> covariance = second.full_scatter(0);
  for (double& number : covariance) number /= second.mass(0);
  for (std::size_t j = 0; j < dim; ++j) covariance[j * dim + j] = std::max(covariance[j * dim + j], 0.0);
  flatten(covariance, widths);
  return summary_of(std::move(mean), std::move(covariance));
}

}  // namespace

Dataset::Dataset(Team& team) : team_(&team), lazy_(std::make_shared<LazySummary>()) {
  Inspection inspection = std::get<Inspection>(team.ask({nullptr, Inspect{}}));
  inspection.check();
  inspection_ = std::make_shared<const Inspection>(std::move(inspection));
}

Dataset Dataset::with_team(Team& team) const {
  Dataset copy = *this;
  copy.team_ = &team;
  return copy;
}

Dataset Dataset::mapped(const AffineMap& units) const {
  Dataset copy = *this;
  copy.units_ = std::make_shared<const AffineMap>(units_ ? composed(*units_, units) : units);
  if (rounding_root_) {
    copy.rounding_root_ = std::make_shared<const std::vector<double>>(in_units(*rounding_root_, dim(), units));
  }
  copy.lazy_ = std::make_shared<LazySummary>();
  return copy;
}

Dataset Dataset::recorded_in(const std::vector<double>& steps) const {
  Dataset copy = *this;
  copy.lazy_ = std::make_shared<LazySummary>();
  std::vector<double> root = rounding_root(steps);
  copy.rounding_root_ = root.empty() ? nullptr : std::make_shared<const std::vector<double>>(std::move(root));
  return copy;
}

Dataset Dataset::recorded_as(const Dataset& all) const {
  Dataset copy = *this;
  copy.lazy_ = std::make_shared<LazySummary>();
  copy.rounding_root_ = all.rounding_root_;
  return copy;
}

void Dataset::check_again() const {
  const Inspection now = std::get<Inspection>(team_->ask({nullptr, Inspect{}}));
  if (now.complaint.empty()) return;
  throw Error(ErrorCode::input, "the rows have changed during the fit: " + now.complaint +
                                    "; run it again when nothing else writes to them");
}

const DataSummary& Dataset::summary() const {
  std::call_once(lazy_->once, [&] {
    const AffineMap units = units_ ? *units_ : AffineMap();
    const std::size_t dim = inspection_->first.size();
    std::vector<double> first(dim);
    units.apply(inspection_->first.data(), dim, first.data());
    lazy_->summary = find_summary(*this, std::move(first), widths_in(units, inspection_->low, inspection_->high));
    if (rounding_root_) lazy_->summary.rounding_root = *rounding_root_;
  });
  return lazy_->summary;
}

}  // namespace mixseed
