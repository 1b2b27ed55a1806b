// One round of EM under either set of rules: what em repeats to the end, and the search on its way.
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
  // Floor and prior are a share of the covariance of all rows, also where only `asked` of them are asked, to whom the
  // prior then has as many rows fewer.
  EmStep(const Dataset& all, const Dataset& asked, std::size_t components, const EstimationOptions& options,
         PaperRepairs allowed, Rng& rng)
      : family_(*options.family),
        rules_(options.rules),
        allowed_(allowed),
        floor_(all.summary(), options.floor),
        prior_(all.summary(), options.prior * (asked.observations() / all.observations()), components),
        rng_(rng) {}

  EStepResult expect(const Dataset& X, const Mixture& theta, Sorting& sorting) const {
    return mixseed::expect(X, theta, family_.second, rules_, sorting);
  }
  // By the default rules.
  Mixture maximise(const Moments& moments, const Mixture& before, Repairs& repairs) const {
    return mixseed::maximise(moments, family_, before, &floor_, prior_, repairs);
  }
  // The same for components that are only tried, each for itself: what lies below the floor is raised roughly.
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
  // Whether the components of a mixture do not depend on one another, but for their weights.
  bool has_own_parts() const { return !family_.constrained() && !layout_of(family_.covariance).shared; }
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
