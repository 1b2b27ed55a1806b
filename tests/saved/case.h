// A random fit or grid of fits. The number of a case determines everything.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "base/rng.h"
#include "saved/claims.h"

namespace mixseed::saved {

struct Case {
  std::uint64_t number = 0;
  std::string_view kind;  // of the rows
  GivenRows rows;
  bool single = false;   // the rows are handed over as floats
  bool missing = false;  // some numbers are NaN: missing=marginal
  std::vector<std::size_t> components;
  std::vector<std::string> families;  // several: a grid
  std::string method;                 // em's covariance is the first family
  std::uint64_t seed = 0;
  int restarts = 1;
  double passes = 0;  // a budget; 0: none

  bool is_grid() const { return families.size() > 1 || components.size() > 1; }
  std::string text() const;  // in one line
  // The command line for the same fit, with the rows in `file`.
  std::string command(const std::string& file) const;
  std::string csv() const;
};

Case make_case(std::uint64_t number);

// Random rows of one of several kinds.
struct RandomRows {
  std::string_view kind;
  GivenRows rows;
};
RandomRows random_rows(Rng rng);

// Fits, saves, reads and checks. Empty if every claim holds. An entry "refused: ..." is a message of the library.
Broken examine(const Case& c);

}  // namespace mixseed::saved
