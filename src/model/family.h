// Covariance families: what the covariances of a mixture may be, and how they are estimated. A new one is a file in
// families/ and a line in the list; nothing else asks for a family by name.
#pragma once

#include <cstddef>
#include <span>
#include <string_view>
#include <vector>

#include "mixseed/mixture.h"
#include "model/moments.h"

namespace mixseed {

struct Family {
  std::string_view name;                 // our word
  std::vector<std::string_view> others;  // mclust's letters, and words that users of other programs know
  Covariance covariance;                 // the layout in which its covariances are stored
  Moments::Second second;                // the moments that it is estimated from
  // Free parameters of the covariances of K components in D columns.
  std::size_t (*parameters)(std::size_t components, std::size_t dim);
  // The covariances that maximise the expected log-likelihood, in that layout. Components without mass keep what they
  // have in `before`.
  std::vector<double> (*estimate)(const Moments& moments, const Mixture& before);
};

// In the order of the documentation; the first of a layout is the one without further constraints.
std::span<const Family> families();

// By name or another word for it. Throws Error(usage) that lists the names.
const Family& family_named(std::string_view name, std::span<const Family> list = families());
// The one without further constraints.
const Family& family_of(Covariance covariance);

// For the files of the families.
Family full_family();
Family tied_family();
Family diagonal_family();
Family spherical_family();

// Whether component k has too little mass to be estimated: a quotient by it would be no number to rely on.
bool without_mass(const Moments& moments, std::size_t k);

// Every component by itself: `scatter` gives sums over rows, which are divided by the mass.
std::vector<double> estimate_each(const Moments& moments, const Mixture& before, Covariance covariance,
                                  std::vector<double> (*scatter)(const Moments& moments, std::size_t k));

}  // namespace mixseed
