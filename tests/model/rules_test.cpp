#include "model/rules.h"

#include <gtest/gtest.h>

namespace mixseed {
namespace {

TEST(Rules, AreStandardUnlessThePapersAreAskedFor) {
  MethodInfo method;
  method.name = "example";
  method.parameters = {rules_parameter()};
  Parameters parameters(method);
  EXPECT_EQ(rules_of(parameters), Rules::standard);
  EXPECT_EQ(parameters.text(), "");
  parameters.set("rules", "paper");
  EXPECT_EQ(rules_of(parameters), Rules::paper);
  EXPECT_EQ(parameters.text(), "rules=paper");
  parameters.set("rules", "default");
  EXPECT_EQ(rules_of(parameters), Rules::standard);
}

}  // namespace
}  // namespace mixseed
