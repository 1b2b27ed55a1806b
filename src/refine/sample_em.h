// EM on the subsample of a search.
#pragma once

#include <optional>

#include "pass/verbs.h"
#include "refine/em_step.h"
#include "refine/loop.h"
#include "refine/refiner.h"

namespace mixseed {

struct Candidate {
  Mixture theta;
  double log_likelihood;  // per observation, with the prior's pseudo-rows
  std::size_t collapsed;  // components
  double limit;           // extrapolated log-likelihood of EM's limit, which another candidate must exceed
};

// Candidates with fewer collapsed components rank first: a few rows can make the likelihood arbitrarily high.
bool is_better(const Candidate& a, const Candidate& b);

class SampleEm {
 public:
  // Draws this many rows per component, or takes all if there are fewer. `in` must outlive this object.
  SampleEm(Refining& in, std::size_t K, double rows_each);

  Mixture as_mixture(State state);
  // EM until a round gains less than kSlowRound, or for this many rounds.
  Candidate run_until_slow(Mixture theta, int rounds);
  // EM almost to its limit if the subsample is all rows, where float rounds are faster than em's.
  Candidate run_to_end(Candidate candidate);
  // EM from a start, abandoned once its extrapolated limit is below the best one; empty unless the end is better.
  std::optional<Candidate> try_start(Mixture theta, const Candidate& best);
  void sort_rows(const Mixture& theta) { subsample_.sort_by_component(theta); }

  const Subsample& subsample() const { return subsample_; }
  const EmStep& step() const { return step_; }

  // Reports progress, which may throw to cancel the fit.
  void report(double log_likelihood) const;
  int sweep = 0;  // how often all swaps were estimated

 private:
  template <typename Fallback>
  Candidate run(Mixture theta, const LoopLimits& limits, Fallback&& fallback);
  EStepResult expect(const Mixture& theta, Sorting& sorting) const;
  std::size_t collapsed(const Mixture& theta) const;
  const Dataset& rows() const { return subsample_.rows(); }

  Refining& in_;
  Subsample subsample_;
  EmStep step_;
};

}  // namespace mixseed
