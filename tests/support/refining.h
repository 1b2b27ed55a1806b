// Runs of one refiner from random rows.
#pragma once

#include <string>
#include <utility>
#include <vector>

#include "refine/refiners.h"
#include "support/blobs.h"

namespace mixseed::testing {

struct Run {
  Mixture model;
  Trace trace;
  Repairs repairs;
  EmResult end;
};

inline Run run(const Refiner& refiner, const Dataset& X, const State& start,
               const std::vector<std::pair<std::string, std::string>>& settings) {
  Parameters parameters(refiner.info);
  for (const auto& [name, value] : settings) parameters.set(name, value);
  Rng rng(1);
  Journal journal({});
  Refining in{X, parameters, rng, journal};
  State state = refiner.refine(in, start);
  return {std::get<Mixture>(state), journal.trace(), journal.repairs(), journal.em};
}

inline Centers random_rows(const Ready& in, std::size_t K, std::uint64_t number) {
  Rng rng(number);
  Centers centers{in.X.dim(), {}};
  for (std::size_t k = 0; k < K; ++k) {
    const auto row = in.row(rng.below(in.X.size()));
    centers.points.insert(centers.points.end(), row.begin(), row.end());
  }
  return centers;
}

}  // namespace mixseed::testing
