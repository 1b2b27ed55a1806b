#include "model/family.h"

#include <algorithm>
#include <limits>
#include <string>

#include "base/text.h"
#include "mixseed/error.h"
#include "mixseed/family.h"
#include "model/layout.h"

namespace mixseed {
namespace {

// How many free values a letter stands for: those of the identity, of one for all components, or of one for each.
std::size_t free_in(char letter, std::size_t components, std::size_t values) {
  return letter == 'I' ? 0 : (letter == 'E' ? 1 : components) * values;
}

const FamilyInfo& in_one_column(const FamilyInfo& family) {
  return covariance_family(family.letters.empty() ? "V" : family.letters.substr(0, 1));
}

}  // namespace

std::span<const Family> families() {
  static const std::vector<Family> list{
      full_family(), tied_family(), diagonal_family(), spherical_family(), eii_family(), eei_family(), vei_family(),
      evi_family(),  vee_family(),  eve_family(),      vve_family(),       eev_family(), vev_family(), evv_family()};
  return list;
}

std::vector<std::string_view> Family::words() const {
  std::vector<std::string_view> all{name};
  if (letters != name && !letters.empty()) all.push_back(letters);
  all.insert(all.end(), synonyms.begin(), synonyms.end());
  return all;
}

std::size_t Family::parameters(std::size_t components, std::size_t dim) const {
  if (letters.empty()) return own_parameters(components, dim);
  return free_in(letters[0], components, 1) + free_in(letters[1], components, dim - 1) +
         free_in(letters[2], components, dim * (dim - 1) / 2);
}

const Family& family_named(std::string_view name, std::span<const Family> list) {
  std::vector<std::string_view> names;
  for (const Family& family : list) {
    const std::vector<std::string_view> words = family.words();
    if (std::find(words.begin(), words.end(), name) != words.end()) return family;
    names.push_back(family.name);
  }
  throw Error(ErrorCode::usage, "covariance: expected one of " + join(names, ", ") + ", got '" + std::string(name) +
                                    "'" + did_you_mean(name, names));
}

const Family& family_of(Covariance covariance) { return family_named(name_of(covariance)); }
const Family& family_of(const Mixture& mixture) { return family_named(family_name(mixture)); }

std::string_view family_name(const Mixture& mixture) {
  return mixture.family.empty() ? name_of(mixture.covariance) : std::string_view(mixture.family);
}

bool without_mass(const Moments& moments, std::size_t k, double total) {
  constexpr double kLeast = std::numeric_limits<double>::min() / std::numeric_limits<double>::epsilon();
  return moments.mass(k) < kLeast * std::max(1.0, total);
}

bool is_feasible(const Mixture& theta, const Family& family, const Floor& floor) {
  const Layout layout = layout_of(theta.covariance);
  if (family_name(theta) != family.name) return false;
  for (std::size_t part = 0; part < layout.parts(theta.size()); ++part) {
    if (!floor.allows(theta.covariance, stored_covariance(theta, part), 1 - 1e-9)) return false;
  }
  return true;
}

std::vector<double> estimate_each(const Moments& moments, const Mixture& before, Covariance covariance,
                                  void (*scatter)(const Moments& moments, std::size_t k, double* to)) {
  const std::size_t length = layout_of(covariance).numbers(moments.dim());
  std::vector<double> all(moments.size() * length);
  const double total = moments.total_mass();
  for (std::size_t k = 0; k < moments.size(); ++k) {
    double* own = all.data() + k * length;
    if (without_mass(moments, k, total)) {
      const std::vector<double> kept = covariance_as(before, covariance, k);
      std::copy(kept.begin(), kept.end(), own);
      continue;
    }
    scatter(moments, k, own);
    for (std::size_t at = 0; at < length; ++at) own[at] /= moments.mass(k);
  }
  return all;
}

const std::vector<FamilyInfo>& covariance_families() {
  static const std::vector<FamilyInfo> list = [] {
    std::vector<const Family*> sorted;
    for (const Family& family : families()) sorted.push_back(&family);
    // With 3 components and 6 columns no two families have the same number.
    const auto size = [](const Family* family) { return family->parameters(3, 6); };
    std::sort(sorted.begin(), sorted.end(), [&](auto* a, auto* b) { return size(a) < size(b); });
    std::vector<FamilyInfo> infos;
    for (const Family* family : sorted) {
      infos.push_back({family->name, family->letters, family->summary, family->covariance, family->words()});
    }
    return infos;
  }();
  return list;
}

const FamilyInfo& covariance_family(std::string_view word) {
  const std::string_view name = family_named(word).name;
  const auto& all = covariance_families();
  return *std::find_if(all.begin(), all.end(), [&](const FamilyInfo& info) { return info.name == name; });
}

std::vector<std::string> covariance_family_names(std::string_view text, std::size_t dim) {
  std::vector<const FamilyInfo*> chosen;
  const auto take = [&](const FamilyInfo& family) {
    const FamilyInfo* meant = dim == 1 ? &in_one_column(family) : &family;
    if (std::find(chosen.begin(), chosen.end(), meant) == chosen.end()) chosen.push_back(meant);
  };
  if (text == "all") {
    for (const FamilyInfo& family : covariance_families()) take(family);
  } else {
    for (const std::string_view word : split(text, ',')) take(covariance_family(word));
  }
  std::vector<std::string> names;
  for (const FamilyInfo* family : chosen) names.emplace_back(family->name);
  return names;
}

bool is_within(const FamilyInfo& a, const FamilyInfo& b) {
  constexpr std::string_view kWider = "IEV";
  if (a.letters.empty() || b.letters.empty()) return a.name == b.name || b.letters == "VVV";
  for (std::size_t part = 0; part < a.letters.size(); ++part) {
    if (kWider.find(a.letters[part]) > kWider.find(b.letters[part])) return false;
  }
  return true;
}

}  // namespace mixseed
