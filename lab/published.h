// The paper's published ranks (lab/published.csv).
#pragma once

#include <optional>
#include <string>

namespace mixseed::lab {

struct Published {
  double mean = 0, deviation = 0;
  bool marked = false;  // printed as one of the best
};

// `column` and `kind` as in tables.h, `method` by its label. Empty if the paper has no such cell.
std::optional<Published> published(int table, const std::string& column, const std::string& kind,
                                   const std::string& method);

}  // namespace mixseed::lab
