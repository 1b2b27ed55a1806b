#include "fit/result.h"

#include <gtest/gtest.h>

#include <stdexcept>

namespace mixseed {
namespace {

const Mixture kTwo{Covariance::spherical, 1, {0.3, 0.7}, {0, 1}, {1, 1}};

Task three_attempts() {
  Task task{2, Pipeline::parse("kmeans++"), {}, std::vector<Attempt>(3), std::vector<std::exception_ptr>(3)};
  const double objectives[] = {-2, -1, -1.00005};
  for (std::size_t r = 0; r < 3; ++r) {
    task.attempts[r].restart.final_log_likelihood = task.attempts[r].restart.penalised_log_likelihood = objectives[r];
    task.attempts[r].initial = task.attempts[r].model = kTwo;
    task.attempts[r].log_likelihood = 10 * objectives[r];
  }
  task.failures[0] = std::make_exception_ptr(std::runtime_error("too bad"));
  return task;
}

Fit fit_of(const FitOptions& options) {
  Task task = three_attempts();
  const Recording recording{{0.5}, {}};
  return result_of(task, {10, 1, 10, recording, {1, -0.1, -0.1}}, options);
}

TEST(Result, DescribesTheBestAttemptAndTheFailures) {
  const Fit fit = fit_of({.seed = 4, .listing = Listing::start});
  EXPECT_EQ(fit.best, 1U);
  EXPECT_EQ(fit.seed, 4U);
  EXPECT_EQ(fit.model, (Mixture{Covariance::spherical, 1, {0.3, 0.7}, {0, 2}, {4, 4}})) << "in the caller's unit";
  EXPECT_EQ(fit.resolution, std::vector<double>{0.5});
  EXPECT_EQ(fit.share_at_best, 1) << "both successful attempts ended within 1e-4";
  ASSERT_EQ(fit.restarts.size(), 3U);
  EXPECT_EQ(fit.restarts[0].error, "too bad");
  EXPECT_EQ(fit.restarts[2].index, 2);
}

TEST(Result, CriteriaAreInTheCallersUnits) {
  EXPECT_EQ(fit_of({}).criteria.log_likelihood, -11);
  EXPECT_EQ(fit_of({.criteria = false}).criteria.log_likelihood, Criteria().log_likelihood);
}

TEST(Result, SortsTheComponentsAsRequested) {
  EXPECT_EQ(fit_of({}).model.weights, (std::vector<double>{0.7, 0.3}));
  EXPECT_EQ(fit_of({.listing = Listing::mean}).model.weights, (std::vector<double>{0.3, 0.7}));
  EXPECT_EQ(fit_of({.listing = Listing::weight}).initial.weights, (std::vector<double>{0.7, 0.3}));
}

}  // namespace
}  // namespace mixseed
