// The starting methods of the paper's comparison, under the paper's labels.
#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace mixseed::lab {

struct Method {
  std::string label;     // as in the paper's tables: "SG(s=1)_cem"
  std::string pipeline;  // canonical, without rules
};

// The ten rows of the paper's Tables 1-7, in their order: EM for 50 rounds after 25 of an intermediate, for 75 without.
const std::vector<Method>& table_methods();
// Further methods: the search, SG with the sample that the paper describes, HAC, and starts without an intermediate.
const std::vector<Method>& further_methods();

// `text` is a label of either list, or a pipeline, which becomes its own label. Throws Error(usage) otherwise.
Method method_named(std::string_view text);

}  // namespace mixseed::lab
