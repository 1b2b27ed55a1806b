// The paper's real data by name: what they are called where, and where they come from.
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "lab/data_set.h"

namespace mixseed::lab {

// One file that can serve as the set.
struct Copy {
  std::string file, columns;
  std::string difference;  // from the paper's data; empty when it is the original
};

struct RealData {
  std::string name;
  std::vector<Copy> copies;  // the original first
  bool normalised = false, mercator = false;
  std::string url;        // of the original
  std::string member;     // what to take out of a zip archive; empty when it is none
  std::string sha256;     // of the download; empty when its home publishes none, or the file changes
  std::size_t bytes = 0;  // of the download; 0 when not known
};

const std::vector<RealData>& real_data();
// Throws Error(usage) that lists the names.
const RealData& real_data_named(std::string_view name);

// The first copy in the folder; nothing when there is none.
std::optional<FileSource> real_data_file(std::string_view name, const std::string& folder);

}  // namespace mixseed::lab
