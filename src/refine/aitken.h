// Aitken's extrapolation of a rising sequence: when each gain is `ratio` times the one before, the gains still to come
// add up to gain * ratio / (1 - ratio).
// Aitken, "On Bernoulli's numerical solution of algebraic equations", Proceedings of the Royal Society of Edinburgh 46,
// 1926; for EM: Böhning et al., "The distribution of the likelihood ratio for mixtures of densities from the one-
// parameter exponential family", Annals of the Institute of Statistical Mathematics 46, 1994.
#pragma once

#include <algorithm>
#include <limits>

namespace mixseed {

inline double extrapolated_gain(double gain, double ratio) { return gain * ratio / (1 - ratio); }

// The ratio of the last two gains, within these limits; the largest when the earlier gain is not positive.
inline double ratio_of_gains(double gain, double before, double least, double most) {
  return before > 0 ? std::clamp(gain / before, least, most) : most;
}

// The remaining gain of EM, cautiously: by the larger of the last two ratios.
class RemainingGain {
 public:
  // A plain step gained this much; a leap's gain says nothing about the steps after it.
  void add(double gain, bool plain) {
    if (plain && last_ > 0) {
      ratio_before_ = ratio_;
      ratio_ = ratio_of_gains(gain, last_, kFastest, kSlowest);
    }
    last_ = plain ? gain : 0;
    plain_ = plain;
  }
  // kSlowest counts until two ratios are known: early gains come from fast directions and do not show the slow ones.
  // Infinite after a leap.
  double estimate() const {
    if (!plain_) return std::numeric_limits<double>::infinity();
    return extrapolated_gain(std::max(last_, 0.0), ratio_before_ < 0 ? kSlowest : std::max(ratio_, ratio_before_));
  }
  static constexpr double kFastest = 0.8, kSlowest = 0.99;

 private:
  double last_ = 0, ratio_ = -1, ratio_before_ = -1;
  bool plain_ = false;
};

}  // namespace mixseed
