// The contents of a plan file, before PlanOptions apply.
#pragma once

#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

#include "lab/compared.h"
#include "lab/data_set.h"

namespace mixseed::lab {

struct PlanFile {
  std::string name, about;
  std::size_t data_sets = 1, seeds = 1;
  std::string rules = "both";  // paper, default or both
  std::vector<Method> methods;
  std::vector<DataSet> test_sets;  // without data seeds; file paths as written
};

// Throws Error(input) that names `where`, the key and the expected value.
PlanFile parse_plan(std::string_view json, const std::string& where);

}  // namespace mixseed::lab
