// One round of EM under either set of rules, for em and for the search.
#pragma once

#include "base/rng.h"
#include "model/covariance_repair.h"
#include "model/floor.h"
#include "model/maximise.h"
#include "model/prior.h"
#include "pass/verbs.h"
#include "refine/paper_rules.h"

namespace mixseed {

class EmStep {
 public:
  // Floor and prior are derived from the covariance of all rows; the prior's pseudo-rows are scaled down to `sample`.
  EmStep(const Dataset& all, const Dataset& sample, std::size_t components, const EstimationOptions& options,
         PaperRepairs allowed, Rng& rng)
      : family_(*options.family),
        rules_(options.rules),
        allowed_(allowed),
        floor_(all.summary(), options.floor),
        prior_(all.summary(), options.prior * (sample.observations() / all.observations()), components),
        rng_(rng) {}

  EStepResult expect(const Dataset& X, const Mixture& theta, Sorting& sorting) const {
    return mixseed::expect(X, theta, family_.second, rules_, sorting);
  }
  // By Rules::standard.
  Mixture maximise(const Moments& moments, const Mixture& before, Repairs& repairs) const {
    return mixseed::maximise(moments, family_, before, &floor_, prior_, repairs);
  }
  // The same for trial components: covariances below the floor are raised roughly.
  Mixture maximise_roughly(const Moments& moments, const Mixture& before) const {
    Repairs unreported;
    Mixture next = mixseed::maximise(moments, family_, before, nullptr, prior_, unreported);
    floor_.raise_roughly(next);
    return next;
  }
  Mixture maximise(const Dataset& X, const Moments& moments, const Mixture& before, Repairs& repairs) const {
    if (rules_ == Rules::standard) return maximise(moments, before, repairs);
    return maximise_by_paper(X, moments, family_, before, allowed_, rng_, repairs);
  }

  const Family& family() const { return family_; }
  // Whether components are estimated independently of each other, except for their weights.
  bool has_independent_components() const { return !family_.constrained() && !layout_of(family_.covariance).shared; }
  Rules rules() const { return rules_; }
  const Floor& floor() const { return floor_; }
  const Prior& prior() const { return prior_; }

 private:
  const Family& family_;
  Rules rules_;
  PaperRepairs allowed_;
  Floor floor_;
  Prior prior_;
  Rng& rng_;
};

}  // namespace mixseed
