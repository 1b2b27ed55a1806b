// When two fits have found the same optimum, and which of two candidate models is better.
#pragma once

namespace mixseed {

// Two ends no further apart, in nats per row, count as the same optimum: EM stops before its limit.
inline constexpr double kSameOptimum = 1e-4;

// How restarts, tries, candidates of a selection and cells of a grid are ranked. `sound`: no component has collapsed;
// the likelihood of collapsed components says nothing.
struct Rank {
  bool sound;
  double objective;  // to be maximised
};

// Sound before unsound, then the higher objective.
constexpr bool ranks_above(const Rank& a, const Rank& b) {
  return a.sound != b.sound ? a.sound : a.objective > b.objective;
}

}  // namespace mixseed
