// Longer steps for EM, extrapolated from two of its steps.
// Varadhan & Roland, "Simple and globally convergent methods for accelerating the convergence of any EM algorithm",
// Scandinavian Journal of Statistics 35, 2008: SQUAREM with step length S3.
#pragma once

#include <optional>

#include "mixseed/mixture.h"
#include "mixseed/repairs.h"
#include "model/data_summary.h"
#include "model/family.h"
#include "model/floor.h"

namespace mixseed {

// For `iterate`: call accelerate(...) in the update, and pass the object itself as the fallback for rejected steps.
class Squarem {
 public:
  // All must outlive this object. Plain rounds come first, because early leaps may end at another optimum.
  Squarem(const Family& family, const Floor& floor, const DataSummary& summary, int plain_rounds)
      : family_(family), floor_(floor), summary_(summary), plain_rounds_(plain_rounds) {}

  // EM's update led from `before` to `next`. Returns `next`, or every third time a leap beyond it.
  Mixture accelerate(const Mixture& before, Mixture next);
  // A rejected leap is replaced by the step it was made from; a rejected plain step has no replacement.
  std::optional<Mixture> operator()(const Mixture& kept, Repairs& repairs);
  // Whether the last step was a leap.
  bool has_leapt() const { return stage_ == Stage::leap; }

 private:
  enum class Stage { first, second, leap };
  std::optional<Mixture> leap(const Mixture& third);

  const Family& family_;
  const Floor& floor_;
  const DataSummary& summary_;
  int plain_rounds_;
  Stage stage_ = Stage::first;
  Mixture first_, second_, third_;
  double longest_ = 4;  // upper bound of -a
  bool at_the_bound_ = false;
};

}  // namespace mixseed
