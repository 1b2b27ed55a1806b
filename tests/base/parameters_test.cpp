#include <gtest/gtest.h>

#include "mixseed/error.h"
#include "mixseed/pipeline.h"

namespace mixseed {
namespace {

using Kind = ParameterInfo::Kind;

MethodInfo example() {
  MethodInfo method;
  method.name = "example";
  method.parameters = {
      {.name = "alpha", .summary = "", .kind = Kind::number, .fallback = 0.5, .least = 0, .most = 1},
      {.name = "share", .summary = "", .kind = Kind::number, .fallback = 1, .least = 0, .most = 1, .above_least = true},
      {.name = "rounds", .summary = "", .kind = Kind::integer, .fallback = 25, .least = 1, .most = 1000},
      {.name = "shape", .summary = "", .kind = Kind::choice, .fallback = 1, .choices = {"full", "tied", "round"}},
      {.name = "tol", .summary = "", .kind = Kind::number, .fallback = 1e-6, .least = 0, .most = 1, .quiet = true},
  };
  return method;
}

std::string refusal(const std::string& name, const std::string& value) {
  const MethodInfo method = example();
  Parameters parameters(method);
  try {
    parameters.set(name, value);
  } catch (const Error& error) {
    EXPECT_EQ(error.code(), ErrorCode::usage);
    return error.what();
  }
  return "accepted";
}

TEST(Parameters, StartWithTheirDefaults) {
  const MethodInfo method = example();
  const Parameters parameters(method);
  EXPECT_EQ(parameters.number("alpha"), 0.5);
  EXPECT_EQ(parameters.number("share"), 1);
  EXPECT_EQ(parameters.integer("rounds"), 25);
  EXPECT_EQ(parameters.choice("shape"), "tied");
  EXPECT_EQ(parameters.number("tol"), 1e-6);
}

TEST(Parameters, TakeWhatTheyAreSetTo) {
  const MethodInfo method = example();
  Parameters parameters(method);
  parameters.set("alpha", "0.25");
  parameters.set("rounds", "7");
  parameters.set("shape", "round");
  EXPECT_EQ(parameters.number("alpha"), 0.25);
  EXPECT_EQ(parameters.integer("rounds"), 7);
  EXPECT_EQ(parameters.choice("shape"), "round");
  EXPECT_EQ(parameters.number("share"), 1);
}

TEST(Parameters, HasKnowsTheNames) {
  const MethodInfo method = example();
  EXPECT_TRUE(Parameters(method).has("rounds"));
  EXPECT_FALSE(Parameters(method).has("round"));
}

TEST(Parameters, LimitsBelongToTheRangeUnlessSaidOtherwise) {
  EXPECT_EQ(refusal("alpha", "0"), "accepted");
  EXPECT_EQ(refusal("alpha", "1"), "accepted");
  EXPECT_EQ(refusal("share", "1"), "accepted");
  EXPECT_EQ(refusal("share", "1e-300"), "accepted");
  EXPECT_EQ(refusal("alpha", "-0.001"), "example: alpha: expected a number from 0 to 1, got '-0.001'");
  EXPECT_EQ(refusal("alpha", "1.001"), "example: alpha: expected a number from 0 to 1, got '1.001'");
  EXPECT_EQ(refusal("share", "0"), "example: share: expected a number above 0 to 1, got '0'");
}

TEST(Parameters, RefuseWhatIsNotANumber) {
  for (const char* text : {"", "x", "0.5x", " 0.5", "0.5 ", "nan", "-nan", "inf", "0,5", "0x1", "+0.5", "1e999"}) {
    EXPECT_EQ(refusal("alpha", text), "example: alpha: expected a number from 0 to 1, got '" + std::string(text) + "'");
  }
}

TEST(Parameters, IntegersAreWholeHoweverTheyAreWritten) {
  EXPECT_EQ(refusal("rounds", "1e2"), "accepted");
  EXPECT_EQ(refusal("rounds", "3.0"), "accepted");
  EXPECT_EQ(refusal("rounds", "2.5"), "example: rounds: expected a whole number from 1 to 1000, got '2.5'");
  EXPECT_EQ(refusal("rounds", "0"), "example: rounds: expected a whole number from 1 to 1000, got '0'");
  EXPECT_EQ(refusal("rounds", "1001"), "example: rounds: expected a whole number from 1 to 1000, got '1001'");
}

TEST(Parameters, UnknownChoicesListTheCandidates) {
  EXPECT_EQ(refusal("shape", "Full"), "example: shape: expected one of full, tied, round, got 'Full'");
  EXPECT_EQ(refusal("shape", ""), "example: shape: expected one of full, tied, round, got ''");
}

TEST(Parameters, UnknownNamesListTheCandidates) {
  EXPECT_EQ(refusal("beta", "1"),
            "example: unknown parameter 'beta', expected one of alpha, share, rounds, shape, tol");
  MethodInfo bare;
  bare.name = "bare";
  try {
    Parameters(bare).set("alpha", "1");
    ADD_FAILURE();
  } catch (const Error& error) {
    EXPECT_STREQ(error.what(), "bare: unknown parameter 'alpha', it has none");
  }
}

TEST(Parameters, AsksForUnknownNamesAreRefusedToo) {
  const MethodInfo method = example();
  const Parameters parameters(method);
  EXPECT_THROW(static_cast<void>(parameters.number("beta")), Error);
  EXPECT_THROW(static_cast<void>(parameters.choice("beta")), Error);
}

TEST(Parameters, ARefusedValueLeavesTheOldOne) {
  const MethodInfo method = example();
  Parameters parameters(method);
  parameters.set("alpha", "0.75");
  EXPECT_THROW(parameters.set("alpha", "2"), Error);
  EXPECT_EQ(parameters.number("alpha"), 0.75);
}

TEST(Parameters, TextIsInTheDocumentedOrderAndLeavesQuietDefaultsOut) {
  const MethodInfo method = example();
  Parameters parameters(method);
  EXPECT_EQ(parameters.text(), "alpha=0.5,share=1,rounds=25,shape=tied");
  parameters.set("tol", "1e-3");
  parameters.set("rounds", "3e1");
  parameters.set("shape", "full");
  EXPECT_EQ(parameters.text(), "alpha=0.5,share=1,rounds=30,shape=full,tol=0.001");
  parameters.set("tol", "0.000001");
  EXPECT_EQ(parameters.text(), "alpha=0.5,share=1,rounds=30,shape=full");
}

// The text is a method's identity in logs and stores.
TEST(Parameters, EqualValuesHaveEqualTexts) {
  const MethodInfo method = example();
  const auto text_of = [&](const char* value) {
    Parameters parameters(method);
    parameters.set("alpha", value);
    return parameters.text();
  };
  for (const char* half : {"0.5", ".5", "5e-1", "0.50"}) EXPECT_EQ(text_of(half), text_of("0.5"));
  for (const char* zero : {"0", "0.0", "0e5", "-0"}) EXPECT_EQ(text_of(zero), text_of("0"));
}

}  // namespace
}  // namespace mixseed
