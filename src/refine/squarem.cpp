#include "refine/squarem.h"

#include <algorithm>
#include <cmath>
#include <utility>

#include "model/coordinates.h"

namespace mixseed {
namespace {

constexpr double kLonger = 4;  // by which the bound grows after a good leap at it, and shrinks after a rejected one

}  // namespace

Mixture Squarem::accelerate(const Mixture& before, Mixture next) {
  if (plain_rounds_ > 0) {
    --plain_rounds_;
    return next;
  }
  switch (stage_) {
    case Stage::leap:  // the step after a leap smooths it, and the next two are extrapolated
      stage_ = Stage::first;
      if (at_the_bound_) longest_ *= kLonger;
      return next;
    case Stage::first:
      first_ = before;
      second_ = next;
      stage_ = Stage::second;
      return next;
    case Stage::second: break;
  }
  stage_ = Stage::first;
  third_ = std::move(next);
  std::optional<Mixture> far = leap(third_);
  if (!far) return third_;
  stage_ = Stage::leap;
  return std::move(*far);
}

std::optional<Mixture> Squarem::operator()(const Mixture&, Repairs&) {
  if (!has_leapt()) return {};
  stage_ = Stage::first;
  longest_ = std::max(1.0, longest_ / kLonger);
  return third_;
}

// theta_0 - 2 a r + a^2 v with r = theta_1 - theta_0, v = theta_2 - 2 theta_1 + theta_0 and a = -|r| / |v|.
std::optional<Mixture> Squarem::leap(const Mixture& third) {
  if (first_.covariance != third.covariance || first_.family != third.family) return {};
  const auto at = [&](const Mixture& theta) { return coordinates(theta, summary_.scale); };
  const auto x0 = at(first_), x1 = at(second_), x2 = at(third);
  if (!x0 || !x1 || !x2) return {};
  double rr = 0, vv = 0;
  for (std::size_t i = 0; i < x0->size(); ++i) {
    const double r = (*x1)[i] - (*x0)[i], v = (*x2)[i] - (*x1)[i] - r;
    rr += r * r;
    vv += v * v;
  }
  const double wanted = vv > 0 ? std::sqrt(rr / vv) : 0;
  if (!(wanted > 1)) return {};
  const double length = std::min(wanted, longest_);
  at_the_bound_ = wanted >= longest_;
  if (!(length > 1)) {
    longest_ *= kLonger;
    return {};
  }
  std::vector<double> point(x0->size());
  for (std::size_t i = 0; i < point.size(); ++i) {
    const double r = (*x1)[i] - (*x0)[i], v = (*x2)[i] - (*x1)[i] - r;
    point[i] = (*x0)[i] + 2 * length * r + length * length * v;
  }
  return of_family(mixture_at(point, third, summary_.scale), family_, third, floor_);
}

}  // namespace mixseed
