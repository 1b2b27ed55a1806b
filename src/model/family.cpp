#include "model/family.h"

#include <algorithm>
#include <limits>
#include <string>

#include "mixseed/error.h"
#include "model/covariance.h"

namespace mixseed {

std::span<const Family> families() {
  static const std::vector<Family> list{full_family(), tied_family(), diagonal_family(), spherical_family()};
  return list;
}

const Family& family_named(std::string_view name, std::span<const Family> list) {
  std::string names;
  for (const Family& family : list) {
    const auto& others = family.others;
    if (family.name == name || std::find(others.begin(), others.end(), name) != others.end()) return family;
    names.append(names.empty() ? "" : ", ").append(family.name);
  }
  throw Error(ErrorCode::usage, "covariance: expected one of " + names + ", got '" + std::string(name) + "'");
}

const Family& family_of(Covariance covariance) { return family_named(name_of(covariance)); }

bool without_mass(const Moments& moments, std::size_t k) {
  constexpr double kLeast = std::numeric_limits<double>::min() / std::numeric_limits<double>::epsilon();
  return moments.mass(k) < kLeast * std::max(1.0, moments.total_mass());
}

std::vector<double> estimate_each(const Moments& moments, const Mixture& before, Covariance covariance,
                                  std::vector<double> (*scatter)(const Moments& moments, std::size_t k)) {
  std::vector<double> all;
  for (std::size_t k = 0; k < moments.size(); ++k) {
    const bool gone = without_mass(moments, k);
    std::vector<double> own = gone ? covariance_as(before, covariance, k) : scatter(moments, k);
    for (double& number : own) number /= gone ? 1 : moments.mass(k);
    all.insert(all.end(), own.begin(), own.end());
  }
  return all;
}

}  // namespace mixseed
