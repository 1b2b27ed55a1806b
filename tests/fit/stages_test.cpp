#include "fit/stages.h"

#include <gtest/gtest.h>

#include <set>

#include "support/message.h"

namespace mixseed {
namespace {

using testing::message;

Stage stage_of(std::string_view name) {
  const MethodInfo& method = method_named(name);
  return {&method, Parameters(method)};
}

TEST(Stages, EveryMethodIsFoundByItsNameAndItsAlias) {
  std::set<std::string_view> names;
  for (const MethodInfo& info : methods()) {
    EXPECT_TRUE(names.insert(info.name).second) << info.name;
    EXPECT_EQ(&method_named(info.name), &info);
    if (info.alias.empty()) continue;
    EXPECT_TRUE(names.insert(info.alias).second) << info.alias;
    EXPECT_EQ(&method_named(info.alias), &info);
  }
}

TEST(Stages, AnUnknownNameListsTheCandidates) {
  const std::string text = message(ErrorCode::usage, [] { method_named("kmean"); });
  EXPECT_EQ(text.find("unknown method 'kmean', expected one of auto, quick, "), 0U) << text;
  EXPECT_NE(text.find("did you mean"), std::string::npos) << text;
}

TEST(Stages, LeadToTheMethodBehindThem) {
  for (const Seeder& seeder : seeders()) EXPECT_EQ(&seeder_of(stage_of(seeder.info.name)), &seeder);
  for (const Refiner& refiner : refiners()) EXPECT_EQ(&refiner_of(stage_of(refiner.info.name)), &refiner);
  EXPECT_EQ(message(ErrorCode::usage, [] { seeder_of(stage_of("auto")); }), "'auto' has to be resolved first");
  EXPECT_EQ(message(ErrorCode::usage, [] { refiner_of(stage_of("uniform")); }), "'uniform' is not a refiner");
}

TEST(Stages, TheLastEmSaysHowThePipelineEstimates) {
  const EstimationOptions options = estimation_of(Pipeline::parse("uniform/em:covariance=tied,floor=0.01,prior=2"));
  EXPECT_EQ(options.family, &family_of(Covariance::tied));
  EXPECT_EQ(options.floor, 0.01);
  EXPECT_EQ(options.prior, 2);
  EXPECT_EQ(estimation_of(Pipeline::parse("uniform/em:rules=paper")).rules, Rules::paper);
}

TEST(Stages, OnlyAutoAndQuickChooseTheMethod) {
  EXPECT_TRUE(chooses_method(Pipeline::parse("auto")));
  EXPECT_TRUE(chooses_method(Pipeline::parse("quick/em:rounds=3")));
  EXPECT_FALSE(chooses_method(Pipeline::parse("kmeans++/em")));
  EXPECT_FALSE(chooses_method(Pipeline::parse("em")));
}

}  // namespace
}  // namespace mixseed
