// How far a rising sequence is from its limit, as its last gains say: when each is rho times the one before, what is
// still to come is gain * rho / (1 - rho).
// Aitken, "On Bernoulli's numerical solution of algebraic equations", Proceedings of the Royal Society of Edinburgh 46,
// 1926; for EM: Böhning et al., "The distribution of the likelihood ratio for mixtures of densities from the one-
// parameter exponential family", Annals of the Institute of Statistical Mathematics 46, 1994.
#pragma once

#include <algorithm>
#include <limits>

namespace mixseed {

class Remaining {
 public:
  // A step has gained this much. One of another kind says nothing of those that follow.
  void gained(double gain, bool plain) {
    if (plain && last_ > 0) {
      before_ = ratio_;
      ratio_ = std::max(gain, 0.0) / last_;
    }
    last_ = plain ? gain : 0;
    plain_ = plain;
  }
  // The larger of the last two ratios counts, between kFastest and kSlowest; as long as there are not two, kSlowest,
  // because early gains come from fast directions and say little of the slow ones. Infinite after a step of another
  // kind.
  double estimate() const {
    if (!plain_) return std::numeric_limits<double>::infinity();
    const double rho = before_ < 0 ? kSlowest : std::clamp(std::max(ratio_, before_), kFastest, kSlowest);
    return std::max(last_, 0.0) * rho / (1 - rho);
  }
  static constexpr double kFastest = 0.8, kSlowest = 0.99;

 private:
  double last_ = 0, ratio_ = -1, before_ = -1;
  bool plain_ = false;
};

}  // namespace mixseed
