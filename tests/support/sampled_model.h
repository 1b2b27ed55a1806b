// A model and a subsample of all rows, for tests of the steps of a search.
#pragma once

#include <utility>
#include <vector>

#include "refine/em_step.h"
#include "refine/groups.h"
#include "support/blobs.h"

namespace mixseed::testing {

// Two components for the first of four blobs, one for the last two.
inline Centers crowded(double spacing) {
  Centers centers{2, {}};
  for (const double c : {-0.1, 0.1, 1.0, 2.5}) {
    centers.points.push_back(c * spacing);
    centers.points.push_back(c * spacing / 2);
  }
  return centers;
}

inline double likelihood(const Data& data, const State& state) { return score(std::get<Mixture>(state), data.view, 1); }

struct SampledModel {
  SampledModel(Data data, Mixture model)
      : ready(std::move(data)),
        S(ready.team, ready.data),
        step(ready.X, S.rows(), model.size(), {}, {}, rng),
        theta(std::move(model)) {}
  // The end of EM on four blobs.
  SampledModel(std::size_t rows, double spacing, const State& start)
      : SampledModel(blobs(rows, 2, 4, spacing),
                     fit(blobs(rows, 2, 4, spacing).view, start, Pipeline::parse("em")).model) {}

  Groups groups() const { return {S, theta}; }
  // Of the log-likelihood per row.
  double gain_of(const Mixture& other) const { return likelihood(ready.data, other) - likelihood(ready.data, theta); }

  Ready ready;
  Subsample S;
  Rng rng{3};
  EmStep step;
  Mixture theta;
};

}  // namespace mixseed::testing
