#include "lab/compared.h"

#include "lab/format.h"
#include "mixseed/pipeline.h"

namespace mixseed::lab {
namespace {

// Rounds are counted, so they have to be the paper's: no longer steps.
Method of(std::string label, const std::string& start, int rounds) {
  const std::string em = formatted("/em:rounds={},tol=0,acceleration=plain", rounds);
  return {std::move(label), Pipeline::parse(start + em).text()};
}

Method alone(std::string label, const std::string& seeder) { return of(std::move(label), seeder, 75); }

Method with(const std::string& intermediate, std::string label, const std::string& seeder) {
  return of(std::move(label), seeder + "/" + intermediate + ":rounds=25", 50);
}

}  // namespace

const std::vector<Method>& table_methods() {
  static const std::vector<Method> kMethods{
      // The published rows look as if the sample were drawn anew for every component here, and once where cem follows.
      alone("SG(s=1/10)", "spherical-gonzalez:s=0.1,sample=anew"),
      alone("SG(s=1)", "spherical-gonzalez:s=1"),
      alone("KG(s=1)", "kwedlo:s=1"),
      with("kmeans", "Unif_km", "uniform"),
      with("kmeans", "G_km", "gonzalez"),
      with("kmeans", "KM++_km", "kmeans++"),
      with("cem", "SG(s=1/10)_cem", "spherical-gonzalez:s=0.1"),
      with("cem", "SG(s=1)_cem", "spherical-gonzalez:s=1"),
      with("cem", "Ad(alpha=1)_cem", "adaptive:alpha=1"),
      with("cem", "Ad(alpha=1/2)_cem", "adaptive:alpha=0.5"),
  };
  return kMethods;
}

const std::vector<Method>& further_methods() {
  static const std::vector<Method> kMethods{
      alone("HAC(s=1/10)", "hac:s=0.1"),
      alone("HAC(s=1)", "hac:s=1"),
      with("kmeans", "HAC(s=1)_km", "hac:s=1"),
      alone("Unif", "uniform"),
      alone("G", "gonzalez"),
      alone("KM++", "kmeans++"),
      alone("Ad(alpha=1)", "adaptive:alpha=1"),
      alone("Ad(alpha=1/2)", "adaptive:alpha=0.5"),
      of("KM++_km_search", "kmeans++/kmeans:rounds=25/search", 50),
      alone("SG(s=1/10)_once", "spherical-gonzalez:s=0.1"),
  };
  return kMethods;
}

Method method_named(std::string_view text) {
  for (const auto* list : {&table_methods(), &further_methods()}) {
    for (const Method& method : *list) {
      if (method.label == text) return method;
    }
  }
  return {std::string(text), text == "auto" ? "auto" : Pipeline::parse(text).text()};
}

}  // namespace mixseed::lab
