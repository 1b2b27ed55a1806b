#include "refine/carry.h"

#include <gtest/gtest.h>

#include "mixseed/fit.h"
#include "refine/em_step.h"
#include "support/blobs.h"
#include "support/states.h"

namespace mixseed {
namespace {

using namespace testing;

// The mean log-likelihood of all rows.
double likelihood(const Dataset& X, const Mixture& theta) {
  Sorting sorting;
  return expect(X, theta, Moments::Second::none, Rules::standard, sorting).moments.objective / X.observations();
}

// Of every family, from where EM on a tenth of the rows has ended. On a few hundred rows it may not.
TEST(CarriedOver, LeadsNearerToTheOptimumOfAllRowsThanARoundOfEm) {
  const Data data = blobs(40000, 3, 3, 2);
  const Ready all(data);
  Rng rng(5);
  const Data few = draw_sample(all.X, 0.1, 3, rng);
  for (const Family& family : families()) {
    SCOPED_TRACE(std::string(family.name));
    const Pipeline em = Pipeline::parse("em:rounds=2000,tol=1e-8,covariance=" + std::string(family.name));
    const Mixture start = fit(few.view, 3, Pipeline::parse("kmeans++/em:covariance=" + std::string(family.name))).model;
    const Mixture local = fit(few.view, start, em, {}).model;
    const Ready held(few);
    const EstimationOptions options{.family = &family};
    const Mixture carried = carried_over(local, held.X, all.X, options);
    const Mixture once = fit(data.view, local, em.with(EmOptions{.rounds = 1}), {}).model;
    const double end = likelihood(all.X, fit(data.view, local, em, {}).model);
    const double left = end - likelihood(all.X, carried), by_round = end - likelihood(all.X, once);
    EXPECT_LT(left, by_round);
  }
}

}  // namespace
}  // namespace mixseed
