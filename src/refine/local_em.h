// A few rounds of EM for many small independent mixtures at once: trial splits and regions of a search.
#pragma once

#include <cstddef>
#include <span>
#include <vector>

#include "mixseed/mixture.h"
#include "pass/verbs.h"
#include "refine/em_step.h"

namespace mixseed {

struct LocalFit {
  FloatRows::SubMixture sub_mixture;
  Mixture parts;
  double weight = 1;          // of all its components
  double log_likelihood = 0;  // before the last round
};

class LocalEm {
 public:
  // `em` must outlive this object.
  explicit LocalEm(const EmStep& em) : em_(em) {}

  const EmStep& step() const { return em_; }

  // `to_be_continued`: another run follows, so the floor may be applied roughly.
  void run(std::span<LocalFit> fits, int rounds, bool to_be_continued = false) const;

  // Whether every part has enough rows and none has collapsed.
  bool is_sound(const Mixture& parts, double mass) const;
  static std::size_t least_rows(std::size_t dim);  // of a component

 private:
  Mixture maximise(const Moments& moments, const Mixture& before) const;

  const EmStep& em_;
};

}  // namespace mixseed
