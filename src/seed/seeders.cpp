#include "seed/seeders.h"

namespace mixseed {

void append_row(Centers& centers, const ChosenRow& row) {
  centers.points.insert(centers.points.end(), row.values.begin(), row.values.end());
}

void append_component(Mixture& mixture, const Mixture& component) {
  const auto append = [](std::vector<double>& to, const std::vector<double>& from) {
    to.insert(to.end(), from.begin(), from.end());
  };
  append(mixture.weights, component.weights);
  append(mixture.means, component.means);
  append(mixture.covariances, component.covariances);
}

ParameterInfo sample_parameter(std::string_view summary) {
  return {.name = "s", .summary = summary, .fallback = 1, .least = 0, .most = 1, .above_least = true};
}

}  // namespace mixseed
