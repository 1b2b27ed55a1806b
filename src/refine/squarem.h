// Longer steps for EM: from two of its steps, where a third and all that follow would lead if each were the same part
// of the one before.
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

// For `iterate`: after(...) in the update, the object itself as what to do instead of a step that was turned down.
class Squarem {
 public:
  // All must outlive this object. Plain rounds come first: early leaps may end at another optimum.
  Squarem(const Family& family, const Floor& floor, const DataSummary& summary, int plain_rounds)
      : family_(family), floor_(floor), summary_(summary), plain_rounds_(plain_rounds) {}

  // EM's update has led from `before` to `next`. Gives `next`, or every third time a leap beyond it.
  Mixture after(const Mixture& before, Mixture next);
  // A leap that was turned down is replaced by the step that it was made from; there is no other for a plain one.
  std::optional<Mixture> operator()(const Mixture& kept, Repairs& repairs);
  // Whether the last step was a leap.
  bool leapt() const { return stage_ == Stage::leapt; }

 private:
  enum class Stage { first, second, leapt };
  std::optional<Mixture> leap(const Mixture& third);

  const Family& family_;
  const Floor& floor_;
  const DataSummary& summary_;
  int plain_rounds_;
  Stage stage_ = Stage::first;
  Mixture first_, second_, third_;
  double longest_ = 4;  // the most that -a may be
  bool as_long_as_allowed_ = false;
};

}  // namespace mixseed
