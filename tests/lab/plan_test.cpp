#include "lab/plan.h"

#include <gtest/gtest.h>

#include <fstream>
#include <set>
#include <string>

#include "lab/plan_file.h"
#include "mixseed/error.h"
#include "mixseed/pipeline.h"
#include "support/message.h"

namespace mixseed::lab {
namespace {

TEST(DataSet, KeyAndParseAreInverse) {
  DataSet set{7, GeneratorOptions{.rows = 5000, .dim = 3, .components = 7, .separation = 0.5}, {}};
  set.generated->weight_skew = 0.1;
  set.generated->noise = 0.1;
  set.generated->seed = 12;
  set_shape(*set.generated, "different-1..10");
  EXPECT_EQ(set.key(),
            "rows=5000,dim=3,components=7,separation=0.5,weight-skew=0.1,shape=different-1..10,noise=0.1,seed=12");
  EXPECT_EQ(DataSet::parse(set.key()).key(), set.key());
  EXPECT_EQ(DataSet::parse(set.key()).generated->components, 7u);
  const DataSet file{3, {}, FileSource{.name = "a=b,c", .digest = "00ff"}};
  EXPECT_EQ(DataSet::parse(file.key()).key(), file.key());
  EXPECT_EQ(DataSet::parse(file.key()).file->name, "a=b,c");
}

TEST(Plan, ThePaperHas192TestSetsAndTheWholeExperimentIsSoLarge) {
  const Plan plan = read_plan("paper", {});
  EXPECT_EQ(plan.data_sets.size(), 192u * 30);
  EXPECT_EQ(plan.methods.size(), 10u);
  EXPECT_EQ(plan.seeds, 30u);
  EXPECT_EQ(plan.runs(), 2u * 1'728'000);
  std::set<std::string> keys;
  for (const DataSet& set : plan.data_sets) keys.insert(set.key());
  EXPECT_EQ(keys.size(), plan.data_sets.size());
}

TEST(Plan, PartsOfThePaperAreParts) {
  std::set<std::string> whole, parts;
  for (const DataSet& set : read_plan("paper", {}).data_sets) whole.insert(set.key());
  for (const char* name : {"paper-d10", "paper-d3", "paper-n5000"}) {
    for (const DataSet& set : read_plan(name, {}).data_sets) parts.insert(set.key());
  }
  EXPECT_EQ(parts, whole);
}

TEST(Plan, IsScaledDown) {
  const Plan plan =
      read_plan("paper", {.data_sets = 2, .seeds = 3, .only = "dim=3,separation=0.50,separation=2,noise=0"});
  EXPECT_EQ(plan.data_sets.size(), 2u * 2 * 2 * 2 * 4);  // data sets, rows, separations, weights, shapes
  EXPECT_EQ(plan.seeds, 3u);
  for (const DataSet& set : plan.data_sets) {
    EXPECT_EQ(set.generated->dim, 3u);
    EXPECT_NE(set.generated->separation, 1);
    EXPECT_LE(set.generated->seed, 2u);
  }
  EXPECT_EQ(read_plan("paper-d3", {.data_sets = 1, .only = "shape=spherical"}).data_sets.size(), 12u);
  EXPECT_EQ(read_plan("paper-d3", {.data_sets = 1, .only = "shape=elliptical"}).data_sets.size(), 36u);
  EXPECT_EQ(read_plan("quick", {.further_methods = true}).methods.size(), 20u);
}

TEST(Plan, TheFirstDataSetOfEveryTestSetComesFirst) {
  const Plan plan = read_plan("paper-d3", {.data_sets = 2});
  for (std::size_t i = 0; i < 48; ++i) EXPECT_EQ(plan.data_sets[i].generated->seed, 1u);
}

TEST(Plan, MethodsAreTheirOwnCanonicalText) {
  for (const auto* list : {&table_methods(), &further_methods()}) {
    for (const Method& method : *list) EXPECT_EQ(Pipeline::parse(method.pipeline).text(), method.pipeline);
  }
  EXPECT_EQ(method_named("Ad(alpha=1)_cem").pipeline,
            "adaptive:alpha=1/cem:rounds=25/em:rounds=50,tol=0,acceleration=plain");
  EXPECT_EQ(method_named("ad/cem").label, "ad/cem");
  EXPECT_THROW(method_named("nonsense"), Error);
}

TEST(Plan, RunsByTheRulesThatItsMethodsKnow) {
  const Plan plan = read_plan("noise", {});
  EXPECT_EQ(plan.rules, std::vector<RuleSet>{RuleSet::standard});
  EXPECT_EQ(plan.runs(), 48u * 3 * 2);
  EXPECT_EQ(testing::message(ErrorCode::usage, [] { read_plan("noise", {.rules = {RuleSet::paper}}); }),
            "plan noise is for the rules default only");
}

TEST(Plan, AFileSaysWhatItWants) {
  const PlanFile file = parse_plan(R"({"name": "mine", "data_sets": 4, "seeds": 5,
      "methods": ["G_km", "km++/km", {"label": "long", "pipeline": "uniform/em:rounds=500"}],
      "generated": [{"rows": [10, 20], "dim": 2, "components": 3, "noise": [0, 0.5]}]})",
                                   "mine.json");
  EXPECT_EQ(file.test_sets.size(), 4u);
  ASSERT_EQ(file.methods.size(), 3u);
  EXPECT_EQ(file.methods[2].label, "long");
  EXPECT_EQ(file.test_sets[3].generated->noise, 0.5);
}

TEST(Plan, WhatIsWrongIsNamedWithItsPlace) {
  const std::pair<const char*, const char*> cases[] = {
      {"[1]", "object"},
      {"{", "JSON"},
      {R"({"seeds": 1})", "generated"},
      {R"({"seed": 1})", "unknown key 'seed'"},
      {R"({"seeds": -1, "generated": [{}]})", "'seeds'"},
      {R"({"seeds": 1.5, "generated": [{}]})", "'seeds'"},
      {R"({"generated": [{"rows": []}]})", "'rows'"},
      {R"({"generated": [{"shape": "round"}]})", "shape"},
      {R"({"generated": [{"separation": "far"}]})", "'separation'"},
      {R"({"generated": [{}], "methods": ["nonsense"]})", "nonsense"},
      {R"({"generated": [{}], "methods": []})", "methods"},
      {R"({"files": [{"name": "covertype"}]})", "components"},
      {R"({"files": [{"components": 2}]})", "'path'"},
  };
  for (const auto& [text, words] : cases) {
    const std::string message = testing::message(ErrorCode::input, [&plan = text] { parse_plan(plan, "mine.json"); });
    EXPECT_NE(message.find(words), std::string::npos) << text << ": " << message;
    EXPECT_EQ(message.find("mine.json"), 0u) << message;
  }
}

TEST(Plan, OnlyRefusesWhatItDoesNotKnow) {
  const auto message = [](const char* only) {
    return testing::message(ErrorCode::usage, [only] { read_plan("quick", {.only = only}); });
  };
  EXPECT_NE(message("colour=red").find("colour=red"), std::string::npos);
  EXPECT_NE(message("dim=4").find("no data set is left; dim is one of 10, 3"), std::string::npos);
  EXPECT_NE(message("dim").find("KEY=VALUE"), std::string::npos);
}

TEST(Plan, ASettingChangesEveryStageThatHasIt) {
  const Plan plan = read_plan("quick", {.settings = {"averaging=no", "alpha=0.25"}});
  EXPECT_EQ(plan.methods[8].pipeline,
            "adaptive:alpha=0.25/cem:rounds=25/em:rounds=50,tol=0,acceleration=plain,averaging=no");
  EXPECT_EQ(plan.methods[8].label, "Ad(alpha=1)_cem");
  for (const char* wrong : {"colour=red", "averaging", "averaging=perhaps"}) {
    EXPECT_THROW(read_plan("quick", {.settings = {wrong}}), Error) << wrong;
  }
}

TEST(Plan, AnUnknownNameListsThePlans) {
  const auto message = testing::message(ErrorCode::input, [] { read_plan("absent", {}); });
  EXPECT_NE(message.find("paper-d10"), std::string::npos) << message;
}

TEST(Plan, RefusesMoreThanCanBeRun) {
  EXPECT_TRUE(testing::message(ErrorCode::input, [] {
                read_plan("quick", {.data_sets = 100'000'000});
              }).ends_with(" data sets, at most 1000000 are possible"));
  EXPECT_TRUE(testing::message(ErrorCode::input, [] {
                read_plan("quick", {.seeds = SIZE_MAX});
              }).ends_with(" runs, at most 50000000 are possible"));
  std::string many = "[1";
  for (int i = 2; i <= 100; ++i) many += "," + std::to_string(i);
  many += "]";
  const std::string plan = "{\"generated\": [{\"rows\": " + many + ", \"dim\": " + many + ", \"components\": " + many +
                           ", \"separation\": " + many + "}]}";
  EXPECT_EQ(testing::message(ErrorCode::input, [&] { parse_plan(plan, "p.json"); }),
            "p.json: generated: more than 100000 test sets");
  EXPECT_EQ(testing::message(ErrorCode::input, [] { read_plan("/dev/zero", {}); }),
            "/dev/zero: expected a plan of at most 16777216 bytes, got a longer file");
}

TEST(Plan, RefusesMoreMethodsThanCanBeCompared) {
  std::string methods = R"({"label": "0", "pipeline": "uniform/em"})";
  for (int i = 1; i <= 70'000; ++i) {
    methods += ", {\"label\": \"" + std::to_string(i) + "\", \"pipeline\": \"uniform/em\"}";
  }
  const std::string path = ::testing::TempDir() + "many_methods.json";
  std::ofstream(path) << "{\"name\": \"x\", \"methods\": [" << methods
                      << "], \"generated\": [{\"rows\": 9, \"dim\": 2, \"components\": 2, \"separation\": 1}]}";
  EXPECT_EQ(testing::message(ErrorCode::input, [&] { read_plan(path, {}); }),
            path + ": asks for 70001 methods, at most 10000 are possible");
}

TEST(Plan, SaysInItsOwnWordsWhereATextIsNoJson) {
  const auto refusal = [](const std::string& text) {
    return testing::message(ErrorCode::input, [&] { parse_plan(text, "p.json"); });
  };
  EXPECT_EQ(refusal("{\n  \"seeds\": 1,\n  oops}"), "p.json: line 3, column 3: not JSON: unexpected 'o'");
  EXPECT_EQ(refusal("{\"seeds\": [1,"), "p.json: line 1, column 14: not JSON: the text ends too early");
  EXPECT_EQ(refusal(""), "p.json: is empty, expected a plan in JSON");
  EXPECT_EQ(refusal("{\"seeds\": 1e999}"), "p.json: has a number that is too large for a double");
  EXPECT_EQ(refusal("{\"name\": \"\xff\"}"), "p.json: line 1, column 11: not JSON: unexpected bytes");
  EXPECT_EQ(refusal("{\"seeds\": \"" + std::string(1000, 'x') + "\"}"),
            "p.json: 'seeds' must hold whole numbers above 0, got \"" + std::string(59, 'x') + "...");
}

}  // namespace
}  // namespace mixseed::lab
