#include <gtest/gtest.h>

#include "model/floor.h"
#include "model/resolution.h"

namespace mixseed {
namespace {

using Contact = Floor::Contact;
using Contacts = std::vector<Contact>;

constexpr double kShare = 1e-6, kStep = 0.1;

DataSummary summary_with(const std::vector<double>& variances, const std::vector<double>& steps) {
  std::vector<double> covariance(4, 0.0);
  covariance[0] = variances[0];
  covariance[3] = variances[1];
  DataSummary summary = summary_of({0, 0}, std::move(covariance));
  summary.rounding_root = rounding_root(steps);
  return summary;
}

// The second component and the third have this variance in the first column.
Mixture diagonal_with(double variance) {
  return {Covariance::diagonal, 2, {0.6, 0.2, 0.2}, {0, 0, 1, 1, 2, 2}, {1, 1, variance, 0.1, variance, 0.1}};
}

Mixture full_with(double variance, double weight = 0.4) {
  return {Covariance::full, 2, {1 - weight, weight}, {0, 0, 1, 1}, {1, 0, 0, 1, variance, 0, 0, 0.1}};
}

TEST(FloorContact, TellsTheRelativePartFromTheRecordingSteps) {
  const Floor continuous(summary_with({1, 1}, {0, 0}), kShare), stepped(summary_with({1, 1}, {kStep, 0}), kShare);
  const double least = kShare + kRoundingShare * kStep * kStep;
  EXPECT_EQ(continuous.contacts(diagonal_with(kShare)),
            (Contacts{Contact::none, Contact::relative, Contact::relative}));
  EXPECT_EQ(stepped.contacts(diagonal_with(least)), (Contacts{Contact::none, Contact::rounding, Contact::rounding}));
  EXPECT_EQ(continuous.contacts(full_with(kShare)), (Contacts{Contact::none, Contact::relative}));
  EXPECT_EQ(stepped.contacts(full_with(least)), (Contacts{Contact::none, Contact::rounding}));
  EXPECT_EQ(stepped.contacts({Covariance::spherical, 2, {0.5, 0.5}, {0, 0, 1, 1}, {1, least}}),
            (Contacts{Contact::none, Contact::rounding}));
}

TEST(FloorContact, TheDirectionThatDependsLeastOnRoundingDecides) {
  const Floor floor(summary_with({1, 1}, {kStep, 0}), kShare);
  const double least = kShare + kRoundingShare * kStep * kStep;
  const Mixture both{Covariance::full, 2, {1.0}, {0, 0}, {least, 0, 0, kShare}};
  EXPECT_EQ(floor.contacts(both), Contacts{Contact::relative});
}

TEST(FloorContact, IsNotMadeInDirectionsWithoutVariation) {
  const Floor floor(summary_with({0, 1}, {0, 0}), kShare);
  EXPECT_EQ(floor.count_contacts(diagonal_with(1e-12)), 0U);
  EXPECT_EQ(floor.count_contacts(full_with(1e-12)), 0U);
}

TEST(FloorContact, NeedsWeightUnlessTheCovarianceIsShared) {
  const Floor floor(summary_with({1, 1}, {0, 0}), kShare);
  EXPECT_EQ(floor.count_contacts(full_with(kShare, 0)), 0U);
  EXPECT_EQ(floor.count_contacts({Covariance::tied, 2, {1, 0}, {0, 0, 1, 1}, {kShare, 0, 0, 1}}), 2U);
}

}  // namespace
}  // namespace mixseed
