// Ratio of uniforms with a table mountain hat: Stadlober, "The ratio of uniforms approach for generating discrete
// random variates", Journal of Computational and Applied Mathematics 31, 1990.
#include "base/hypergeometric.h"

#include <algorithm>
#include <cmath>

namespace mixseed {
namespace {

constexpr double kOneByOne = 16;        // up to this many draws are made one after the other
constexpr double kProduct = 64;         // up to this many factors are multiplied, beyond it Stirling's formula is used
constexpr double kNormalFrom = 0x1p26;  // with this standard deviation the distribution is normal to about 1e-8

double one_by_one(double marked, double others, double draws, Rng& rng) {
  double found = 0, left = marked + others;
  for (; draws > 0; --draws, --left) found += rng.uniform() * left < marked - found;
  return found;
}

// log Gamma(x + d) - log Gamma(x) - d log(x + d) + d. The subtracted terms cancel in the caller.
double rest_of_log_gamma(double x, double d) {
  const auto tail = [](double y) { return (1 / 12.0 - (1 / 360.0 - 1 / (1260.0 * y * y)) / (y * y)) / y; };
  return (x - 0.5) * std::log1p(d / x) + tail(x + d) - tail(x);
}

// For fewer draws than others, and at most as many marked as draws.
class Urn {
 public:
  Urn(double marked, double others, double draws)
      : marked_(marked),
        draws_(draws),
        undrawn_(others - draws),
        share_(draws / (marked + others)),
        mode_(std::floor((marked + 1) * ((draws + 1) / (marked + others + 2)))) {}

  double mean() const { return marked_ * share_; }
  double variance() const {
    const double all = marked_ + draws_ + undrawn_;
    return mean() * (1 - share_) * ((all - marked_) / (all - 1));
  }

  // log of the probability of k over that of the mode.
  double log_ratio(double k) const {
    const double d = k - mode_;
    if (std::abs(d) > kProduct) {
      const double slope = (marked_ - mode_ + 1) / (k + 1) * ((draws_ - mode_ + 1) / (undrawn_ + k + 1));
      return d * std::log(slope) + rest_of_log_gamma(marked_ - k + 1, d) + rest_of_log_gamma(draws_ - k + 1, d) -
             rest_of_log_gamma(mode_ + 1, d) - rest_of_log_gamma(undrawn_ + mode_ + 1, d);
    }
    double ratio = 1;
    for (double i = std::min(k, mode_); i < std::max(k, mode_); ++i) {
      ratio *= (marked_ - i) / (i + 1) * ((draws_ - i) / (undrawn_ + i + 1));
    }
    return k < mode_ ? -std::log(ratio) : std::log(ratio);
  }

  double draw(Rng& rng) const {
    const double hat =
        2 * std::sqrt(2 / std::exp(1.0)) * std::sqrt(variance() + 0.5) + 3 - 2 * std::sqrt(3 / std::exp(1.0));
    for (;;) {
      const double u = 1 - rng.uniform();
      const double k = std::floor(mean() + 0.5 + hat * (rng.uniform() - 0.5) / u);
      if (k >= 0 && k <= marked_ && 2 * std::log(u) <= log_ratio(k)) return k;
    }
  }

 private:
  double marked_, draws_, undrawn_, share_, mode_;
};

double small_part(double marked, double others, double draws, Rng& rng) {
  if (marked > draws) {  // marked and drawn can be exchanged: the distribution is the same
    const double all = marked + others;
    std::swap(marked, draws);
    others = all - marked;
  }
  if (marked <= kOneByOne) return one_by_one(draws, marked + others - draws, marked, rng);
  const Urn urn(marked, others, draws);
  const double deviation = std::sqrt(urn.variance());
  if (deviation < kNormalFrom) return urn.draw(rng);
  return std::clamp(std::floor(urn.mean() + deviation * rng.normal() + 0.5), 0.0, marked);
}

}  // namespace

double hypergeometric(double marked, double others, double draws, Rng& rng) {
  const double all = marked + others, left = all - draws;
  const double least = std::max(0.0, draws - others), most = std::min(marked, draws);
  if (least >= most) return most;
  // By symmetry: the smaller of drawn and left, and of marked and others.
  const bool counts_left = left < draws, counts_others = others < marked;
  const double part = small_part(std::min(marked, others), std::max(marked, others), std::min(draws, left), rng);
  const double same_side = counts_others ? std::min(draws, left) - part : part;
  return std::clamp(counts_left ? marked - same_side : same_side, least, most);
}

}  // namespace mixseed
