#include "mixseed/names.h"

#include <gtest/gtest.h>

#include <vector>

#include "mixseed/bootstrap.h"
#include "mixseed/fit.h"
#include "mixseed/generate.h"
#include "mixseed/replay.h"
#include "support/message.h"

namespace mixseed {
namespace {

template <typename Enum>
class Names : public ::testing::Test {};
using Enumerations = ::testing::Types<Covariance, Criterion, Listing, MissingValues, Resampling, Sizes,
                                      MethodInfo::Kind, ParameterInfo::Kind, ReplayStep::Rule>;
TYPED_TEST_SUITE(Names, Enumerations);

TYPED_TEST(Names, LeadBackToTheirValues) {
  for (std::size_t i = 0; i < kNames<TypeParam>.size(); ++i) {
    const auto value = static_cast<TypeParam>(i);
    EXPECT_EQ(value_named<TypeParam>(name_of(value)), value);
    EXPECT_EQ(parse_name<TypeParam>(name_of(value), ""), value);
  }
  EXPECT_EQ(value_named<TypeParam>("?"), std::nullopt);
}

TEST(Alternatives, AreJoinedByCommasAndOr) {
  EXPECT_EQ(alternatives(std::vector<std::string_view>{"bic", "aic", "icl"}), "bic, aic or icl");
  EXPECT_EQ(alternatives(std::vector<std::string_view>{"bic"}), "bic");
}

TEST(ParseName, ListsTheNames) {
  EXPECT_EQ(testing::message(ErrorCode::usage, [] { parse_name<Criterion>("x", "--select wants"); }),
            "--select wants bic, aic or icl, got 'x'");
  EXPECT_EQ(testing::message(ErrorCode::usage, [] { parse_name<Sizes>("", "sizes: expected"); }),
            "sizes: expected equal or different, got ''");
}

}  // namespace
}  // namespace mixseed
