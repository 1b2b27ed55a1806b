#include "refine/refiners.h"

#include <utility>

#include "model/noise.h"

namespace mixseed {

namespace {

Mixture as_gaussians(Refining& in, State state, const EstimationOptions& options) {
  if (auto* mixture = std::get_if<Mixture>(&state)) return std::move(*mixture);
  Repairs repairs;
  Mixture mixture = mixture_from_centers(in.X, std::get<Centers>(state), options, repairs);
  in.journal.add_repairs(repairs);
  return mixture;
}

}  // namespace

Mixture as_mixture(Refining& in, State state, const EstimationOptions& options) {
  Mixture theta = as_gaussians(in, std::move(state), options);
  if (options.noise == 0) return without_noise(std::move(theta));
  return with_noise(std::move(theta), box_around(in.X), options.noise);
}

Centers as_centers(State state) {
  if (auto* centers = std::get_if<Centers>(&state)) return std::move(*centers);
  Mixture& mixture = std::get<Mixture>(state);
  return {mixture.dim, std::move(mixture.means)};
}

ParameterInfo rounds_parameter(double fallback) {
  return {.name = "rounds",
          .summary = "most rounds",
          .kind = ParameterInfo::Kind::integer,
          .fallback = fallback,
          .least = 0,
          .most = 1e9};
}

ParameterInfo covariance_parameter(std::span<const Family> list) {
  ParameterInfo info{
      .name = "covariance", .summary = "shape of the covariances", .kind = ParameterInfo::Kind::choice, .quiet = true};
  for (const Family& family : list) {
    info.choices.push_back(family.name);
    for (const std::string_view word : family.words()) {
      if (word != family.name) info.synonyms.emplace_back(word, family.name);
    }
  }
  return info;
}

}  // namespace mixseed
