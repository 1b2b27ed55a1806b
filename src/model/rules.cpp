#include "model/rules.h"

namespace mixseed {

ParameterInfo rules_parameter() {
  return {.name = "rules",
          .summary = "default: floors relative to the data; paper: the rules behind the published tables",
          .kind = ParameterInfo::Kind::choice,
          .choices = {"default", "paper"},
          .quiet = true};
}

Rules rules_of(const Parameters& parameters) {
  return parameters.choice("rules") == "paper" ? Rules::paper : Rules::standard;
}

}  // namespace mixseed
