// Rows that are not one array in memory, for team_of (mixseed/team.h).
#pragma once

#include <memory>
#include <optional>
#include <vector>

#include "mixseed/data.h"

namespace mixseed {

// Rows that need not fit into memory. A fit reads them from the first to the last, many times. One thread at a time
// uses the source, not always the same one.
class Source {
 public:
  virtual ~Source() = default;
  // Restarts at the first row; also called before the last row was read.
  virtual void rewind() = 0;
  // The next rows, any number; nothing at the end. Every walk returns the same rows with the same columns; all pieces
  // have weights, or none.
  virtual std::optional<DataView> next() = 0;
  // Whether views stay valid as long as the source; otherwise they are valid until the next call.
  virtual bool stays() const { return false; }
};

// The rows of all parts in order; the parts must outlive the source.
std::unique_ptr<Source> source_of(std::vector<DataView> parts);

}  // namespace mixseed
