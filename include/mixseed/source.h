// Rows that are not one array in memory, for team_of (mixseed/team.h).
#pragma once

#include <memory>
#include <optional>
#include <vector>

#include "mixseed/data.h"

namespace mixseed {

// Rows that need not fit into memory: gone through from the first to the last, as often as a fit asks. Used by one
// thread at a time, not always the same one.
class Source {
 public:
  virtual ~Source() = default;
  // The walk begins anew; the one before need not have come to its end.
  virtual void rewind() = 0;
  // The next rows, as many as come; nothing at the end. The same rows in every walk, with as many columns each, all or
  // none with weights.
  virtual std::optional<DataView> next() = 0;
  // Whether the views live as long as the source; otherwise they do until the next call.
  virtual bool stays() const { return false; }
};

// Views one after the other, which must outlive the source.
std::unique_ptr<Source> source_of(std::vector<DataView> parts);

}  // namespace mixseed
