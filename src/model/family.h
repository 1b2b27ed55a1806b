// Covariance families: what the covariances of a mixture may be, and how they are estimated. A new one is a file in
// families/ and a line in the list; nothing else asks for a family by name.
#pragma once

#include <cstddef>
#include <span>
#include <string_view>
#include <vector>

#include "mixseed/mixture.h"
#include "model/floor.h"
#include "model/moments.h"

namespace mixseed {

struct Family {
  // How a covariance below the floor is brought back: by raising its eigenvalues, which is the exact maximum for
  // families without constraints between eigenvalues; or by a larger volume, of its own or of all.
  enum class Raise { eigenvalues, volume, shared_volume };

  std::string_view name;                 // our word, or the letters
  std::string_view letters;              // volume, shape, orientation, see mixseed/family.h; they say what is free
  std::vector<std::string_view> others;  // more words for it: mclust's for one column, scikit-learn's
  std::string_view summary;
  Covariance covariance;   // the layout in which its covariances are stored
  Moments::Second second;  // the moments that it is estimated from
  Raise raise = Raise::eigenvalues;
  // Whether `estimate` never gives what is less likely than the covariances of `before`, if these are of the family;
  // where it does not say so, what it gives is compared with them.
  bool climbs = false;
  // The covariances that maximise the expected log-likelihood, in that layout, or come nearer to it than those of
  // `before`. Components without mass keep what they have in `before`. Where the scatter of a component says nothing,
  // the floor, if there is one, says what is too small to matter.
  std::vector<double> (*estimate)(const Moments& moments, const Mixture& before, const Floor* floor) = nullptr;

  // Whether it demands more than its layout can say.
  bool constrained() const { return name != name_of(covariance); }
  bool is_called(std::string_view word) const;
  // Free parameters of the covariances of K components in D columns.
  std::size_t parameters(std::size_t components, std::size_t dim) const;
};

// In the order of the documentation; the first of a layout is the one without further constraints.
std::span<const Family> families();

// By name or another word for it. Throws Error(usage) that lists the names.
const Family& family_named(std::string_view name, std::span<const Family> list = families());
// The one without further constraints.
const Family& family_of(Covariance covariance);
// The one that the mixture says it belongs to.
const Family& family_of(const Mixture& mixture);

// For the files of the families.
Family full_family();
Family tied_family();
Family diagonal_family();
Family spherical_family();
Family eii_family();
Family eei_family();
Family vei_family();
Family evi_family();
Family vee_family();
Family eve_family();
Family vve_family();
Family eev_family();
Family vev_family();
Family evv_family();

// Whether component k has too little mass to be estimated: a quotient by it would be no number to rely on.
bool without_mass(const Moments& moments, std::size_t k, double total);
inline bool without_mass(const Moments& moments, std::size_t k) {
  return without_mass(moments, k, moments.total_mass());
}

// Whether the update could give such a mixture: one of the family, nowhere below the floor.
bool is_feasible(const Mixture& theta, const Family& family, const Floor& floor);

// Every component by itself: `scatter` writes sums over rows, which are divided by the mass.
std::vector<double> estimate_each(const Moments& moments, const Mixture& before, Covariance covariance,
                                  void (*scatter)(const Moments& moments, std::size_t k, double* to));

}  // namespace mixseed
