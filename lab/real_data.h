// The paper's real data sets by name: their file names and their origin.
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "lab/data_set.h"

namespace mixseed::lab {

// A file that can be used as the data set.
struct Copy {
  std::string file, columns;
  std::string difference;  // difference to the paper's data; empty for the original
};

struct RealData {
  std::string name;
  std::vector<Copy> copies;  // the original first
  bool normalised = false, mercator = false;
  std::string url;        // of the original
  std::string member;     // file inside a zip archive; empty for a plain download
  std::string sha256;     // of the download; empty if none is published or the file changes
  std::size_t bytes = 0;  // of the download; 0: unknown
};

const std::vector<RealData>& real_data();
// Throws Error(usage) with a list of the names.
const RealData& real_data_named(std::string_view name);

// The first copy that exists in the folder; empty without one.
std::optional<FileSource> real_data_file(std::string_view name, const std::string& folder);

}  // namespace mixseed::lab
