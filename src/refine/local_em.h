// EM on some rows, with few components: to see what would become of them.
#pragma once

#include <cstddef>
#include <span>
#include <vector>

#include "mixseed/mixture.h"
#include "pass/verbs.h"
#include "refine/em_step.h"

namespace mixseed {

struct Local {
  Subsample::SubMixture sub_mixture;
  Mixture parts;
  double weight = 1;      // of all its components
  double likelihood = 0;  // one round before the last
};

class LocalEm {
 public:
  // Must outlive this object.
  explicit LocalEm(const EmStep& em) : em_(em) {}

  const EmStep& step() const { return em_; }

  // `go_on`: they are to go on afterwards, so that it does not matter how exactly the floor is kept.
  void run(std::span<Local> locals, int rounds, bool go_on = false) const;

  // Whether every part has enough rows, and none collapsed.
  bool is_sound(const Mixture& parts, double mass) const;
  static std::size_t least_rows(std::size_t dim);  // fewer make no component

 private:
  Mixture maximised(const Moments& moments, const Mixture& before) const;

  const EmStep& em_;
};

}  // namespace mixseed
