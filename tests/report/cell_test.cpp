#include "report/cell.h"

#include <gtest/gtest.h>

#include <cmath>
#include <limits>

namespace mixseed::report {
namespace {

TEST(Numbers, PeopleSeeTheDecimalsAskedForUntilThereAreTooMany) {
  EXPECT_EQ(fixed_text(-4.1553823, 6), "-4.155382");
  EXPECT_EQ(fixed_text(2 * 272.0, 2), "544.00");
  EXPECT_EQ(fixed_text(9999999.5, 6), "9999999.500000");
  EXPECT_EQ(fixed_text(12345678.25, 6), "12345678.2");
  EXPECT_EQ(fixed_text(-1.5e40, 2), "-1.5e+40");
  EXPECT_EQ(brief_text(1234567, 3), "1.23e+06");
}

TEST(Numbers, WhatIsNotFiniteIsMissing) {
  for (const double number : {std::nan(""), std::numeric_limits<double>::infinity()}) {
    const Cell cell = fixed(number, 2);
    EXPECT_TRUE(std::holds_alternative<Missing>(cell.value));
    EXPECT_EQ(cell.shown, "-");
  }
}

TEST(Numbers, AShownNumberKeepsItsExactValue) {
  const Cell cell = fixed(1.0 / 3, 2);
  EXPECT_EQ(cell.shown, "0.33");
  EXPECT_EQ(std::get<double>(cell.value), 1.0 / 3);
  EXPECT_EQ(std::get<double>(cell.as("a third").value), 1.0 / 3);
}

TEST(Words, OneThingHasNoPlural) {
  EXPECT_EQ(counted(0, "seed"), "0 seeds");
  EXPECT_EQ(counted(1, "seed"), "1 seed");
  EXPECT_EQ(counted(2, "seed"), "2 seeds");
}

}  // namespace
}  // namespace mixseed::report
