// Covariance families: constraints on the covariances of a mixture. Sigma_k = lambda_k D_k A_k D_k' has a volume
// lambda_k, a shape A_k and an orientation D_k, and each of them is equal for all components (E), varies (V), or is
// that of the identity (I): Celeux & Govaert, "Gaussian parsimonious clustering models", Pattern Recognition 28, 1995.
#pragma once

#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

#include "mixseed/mixture.h"

namespace mixseed {

struct FamilyInfo {
  std::string_view name;     // our word: full, tied, diagonal, spherical, or the letters
  std::string_view letters;  // volume, shape, orientation: "VEV"; empty: the family is not one of these
  std::string_view summary;
  Covariance covariance;                     // how its covariances are stored
  std::vector<std::string_view> words = {};  // all accepted words, the name first
};

// All fourteen, from the one with the fewest parameters to the one with the most.
const std::vector<FamilyInfo>& covariance_families();
// Finds a family by any of its words. Throws Error(usage) with a list of the names.
const FamilyInfo& covariance_family(std::string_view word);
// Names from a text: "all", or words with commas between them; each family once, in the order of the text. In one
// column all families reduce to two, equal and varying variances, and every word stands for one of these.
std::vector<std::string> covariance_family_names(std::string_view text, std::size_t dim);

// The name of the mixture's family; without one, the name of its layout.
std::string_view family_name(const Mixture& mixture);
// Whether every mixture of family a is known to belong to family b: without letters only if b is the same or `full`.
bool is_within(const FamilyInfo& a, const FamilyInfo& b);

}  // namespace mixseed
