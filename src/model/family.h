// Covariance families: constraints on the covariances of a mixture, and how they are estimated. A new family is a file
// in families/ and a line in the list; no other code depends on the name of a family.
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
  // How a covariance below the floor is corrected: by raising its eigenvalues, which is the exact maximum for families
  // without constraints between eigenvalues; or by a larger volume, of this component or of all.
  enum class FloorMethod { eigenvalues, volume, shared_volume };

  std::string_view name;                   // a word, or the letters
  std::string_view letters;                // of volume, shape and orientation, see mixseed/family.h; may be empty
  std::vector<std::string_view> synonyms;  // mclust's letter for one column, scikit-learn's words
  std::string_view summary;
  Covariance covariance;   // the layout in which its covariances are stored
  Moments::Second second;  // the moments from which they are estimated
  FloorMethod floor_method = FloorMethod::eigenvalues;
  // Whether `estimate` is never less likely than the covariances of `before`, if these belong to the family. If false,
  // callers compare the two.
  bool monotone = false;
  // The covariances, in that layout, that maximise the expected log-likelihood or improve on those of `before`.
  // Components without mass keep those of `before`. Singular scatters are made positive by the floor, unless it is
  // null.
  std::vector<double> (*estimate)(const Moments& moments, const Mixture& before, const Floor* floor) = nullptr;
  // What `parameters` returns for a family without letters.
  std::size_t (*own_parameters)(std::size_t components, std::size_t dim) = nullptr;

  // Whether the family has constraints beyond its layout.
  bool constrained() const { return name != name_of(covariance); }
  // The name, the letters and the synonyms, each once.
  std::vector<std::string_view> words() const;
  // Free parameters of the covariances of K components in D columns.
  std::size_t parameters(std::size_t components, std::size_t dim) const;
};

// In the order of the documentation; the first of a layout is the one without further constraints.
std::span<const Family> families();

// By name, letters or synonym. Throws Error(usage) that lists the names.
const Family& family_named(std::string_view name, std::span<const Family> list = families());
// The family of a layout without further constraints.
const Family& family_of(Covariance covariance);
// The family that the mixture names.
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

// Whether component k has too little mass to be estimated: a quotient by it would not be reliable.
bool without_mass(const Moments& moments, std::size_t k, double total);
inline bool without_mass(const Moments& moments, std::size_t k) {
  return without_mass(moments, k, moments.total_mass());
}

// Whether the mixture belongs to the family and no covariance lies below the floor.
bool is_feasible(const Mixture& theta, const Family& family, const Floor& floor);

// Estimates each component alone: `scatter` writes sums over rows, which are divided by the mass.
std::vector<double> estimate_each(const Moments& moments, const Mixture& before, Covariance covariance,
                                  void (*scatter)(const Moments& moments, std::size_t k, double* to));

}  // namespace mixseed
