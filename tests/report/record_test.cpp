// Records are walked, so nothing about a member is written twice.
#include "mixseed/record.h"

#include <gtest/gtest.h>

#include <set>

#include "mixseed/error.h"
#include "mixseed/fit.h"
#include "report/formats.h"

namespace mixseed {
namespace {

struct Whole {
  int a = 0;
  std::string b;
  Repairs c;
  static constexpr auto fields() {
    return std::make_tuple(Field{"a", "", &Whole::a}, Field{"b", "", &Whole::b}, Field{"c", "", &Whole::c});
  }
};

struct Forgetful {
  int a = 0;
  std::string b;
  Repairs c;
  static constexpr auto fields() {
    return std::make_tuple(Field{"a", "", &Forgetful::a}, Field{"c", "", &Forgetful::c});
  }
};

TEST(Record, ADescriptionThatForgetsAMemberIsNoticed) {
  EXPECT_TRUE(describes_every_member<Whole>());
  EXPECT_FALSE(describes_every_member<Forgetful>());
}

TEST(Record, NamesAreDistinctAndEveryMemberIsExplained) {
  std::set<std::string> names;
  walk(Restart(), [&](const std::string& name, const auto&) { EXPECT_TRUE(names.insert(name).second) << name; });
  EXPECT_TRUE(names.contains("repairs.floored") && names.contains("repairs.total") && names.contains("seconds.em"));
  for_each_field<Repairs>([](const auto& field) { EXPECT_FALSE(field.summary.empty()) << field.name; });
}

// Every member is a different power of two, so that all sums differ.
Repairs distinct() {
  Repairs repairs;
  std::size_t power = 1;
  for_each_field<Repairs>([&](const auto& field) { repairs.*(field.member) = power, power *= 2; });
  return repairs;
}

constexpr std::size_t kAllPowers = (std::size_t{1} << std::tuple_size_v<decltype(Repairs::fields())>)-1;

TEST(Repairs, SumsAndTotalHaveEveryMember) {
  const Repairs one = distinct();
  EXPECT_EQ(one.total(), kAllPowers);
  Repairs two = one;
  two += one;
  for_each_field<Repairs>([&](const auto& field) { EXPECT_EQ(two.*(field.member), 2 * (one.*(field.member))); });
}

TEST(Repairs, EveryMemberIsInAReport) {
  report::Section report;
  add_facts(report, distinct(), "repairs.");
  const std::string json = report::as_json(report);
  for_each_field<Repairs>([&](const auto& field) {
    const std::string member = "\"" + std::string(field.name) + "\": " + std::to_string(distinct().*(field.member));
    EXPECT_NE(json.find(member), std::string::npos) << member;
  });
  EXPECT_NE(json.find("\"total\": " + std::to_string(kAllPowers)), std::string::npos);
}

TEST(Sheet, OfRecordsHasAColumnForEveryValueAndShowsPeopleWhatIsChosen) {
  std::vector<Restart> restarts(2);
  restarts[1].final_log_likelihood = 1.0 / 3;
  report::Sheet sheet = report::sheet_of(restarts);
  sheet.show("final.log_likelihood", "end", 3);
  report::Section report;
  report.add(sheet);
  EXPECT_EQ(report::as_text(report), "    end\n  0.000\n  0.333\n");
  EXPECT_EQ(sheet.columns.size(), sheet.rows.front().size());
  EXPECT_THROW(sheet.show("no such", ""), Error);
}

}  // namespace
}  // namespace mixseed
