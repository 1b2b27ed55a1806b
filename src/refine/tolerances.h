// The one place for "same optimum", "better" and "worth another try". Unless a comment says otherwise, tolerances are
// in nats per observation and multiples of kSameOptimum: the earlier a stage stops EM, the wider its tolerance.
#pragma once

#include "mixseed/optimum.h"

namespace mixseed {

// Two ends no further apart are the same optimum.
inline constexpr double kSameShortRun = 10 * kSameOptimum;        // short runs stop EM after a fixed number of rounds
inline constexpr double kSameAfterPerturbing = 5 * kSameOptimum;  // the search stops EM after a round of kSlowRound
inline constexpr double kSameUpToRounding = kSameOptimum * 1e-5;  // relative: one density, computed in two families

// A model replaces the best one if it is higher by more than this.
inline constexpr double kBetterOnSample = 0.2 * kSameOptimum;  // against the extrapolated end of the best one
inline constexpr double kBetterInGrid = 0.1 * kSameOptimum;    // em's default `tol`: cells of a grid run EM to its end

// Work is spent on a start, or on another sweep, for a gain of at least this.
inline constexpr double kWorthTrying = kSameOptimum;

// The search stops EM after a round that gains less: later rounds are em's, on all rows.
inline constexpr double kSlowRound = 3 * kSameOptimum;
// The most that extrapolation adds to the end of such an EM: ten slow rounds.
inline constexpr double kMostRemainingGain = 10 * kSlowRound;
// Where the sample is all rows, the search ends with EM this near to its limit; rounding of floats hides smaller gains.
inline constexpr double kEndOnFloats = kSameOptimum / 50;
// Relative: a fall of the log-likelihood that rounding of floats explains.
inline constexpr double kRoundingOfFloats = 1e-7;

}  // namespace mixseed
