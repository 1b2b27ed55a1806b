// EM on the sample of a search: to where it hardly moves, or as far as it is worth.
#pragma once

#include <optional>

#include "pass/verbs.h"
#include "refine/em_step.h"
#include "refine/loop.h"
#include "refine/refiner.h"

namespace mixseed {

struct Candidate {
  Mixture theta;
  double likelihood;  // per observation, with the prior's rows
  std::size_t collapsed;
  double foreseen;  // where EM would end; whoever takes its place has to be above
};

// A likelihood that a component owes to a handful of rows is not to be had, and not to be missed.
bool above(const Candidate& a, const Candidate& b);

class SampleEm {
 public:
  // So many rows for every component, or all that there are. `in` must outlive this object.
  SampleEm(Refining& in, std::size_t K, double rows_each);

  Mixture enter(State state);
  // EM until it hardly moves, or for so many rounds.
  Candidate run_until_slow(Mixture theta, int rounds);
  // EM to near its end, where these are all rows: a round on floats takes a fraction of one of em's.
  Candidate finished(Candidate found);
  // A few rounds of EM, given up as soon as the end is foreseen below the best.
  std::optional<Candidate> climbed(Mixture theta, const Candidate& best);
  // Rows of one component side by side: of a tile of them hardly any other has a share, and what has none costs little.
  void sort_by(const Mixture& theta);

  const Held& held() const { return *S_; }
  const Subsample& tiles() const { return *few_; }
  const EmStep& step() const { return step_; }

  // What is told while it goes on: how often all swaps were estimated.
  void busy(double likelihood) const;
  int sweep = 0;

 private:
  template <typename Instead>
  Candidate run(Mixture theta, const LoopLimits& limits, Instead&& instead);
  EStepResult expect(const Mixture& theta, Sorting& sorting) const;
  std::size_t collapsed(const Mixture& theta) const;

  Refining& in_;
  std::optional<Held> S_;
  std::optional<Subsample> few_;
  EmStep step_;
};

}  // namespace mixseed
