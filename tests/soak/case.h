// A case of the soak test: data, a method, a number of components. The number of a case determines everything.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>

#include "mixseed/fit.h"
#include "soak/hostile.h"

namespace mixseed::soak {

struct Case {
  std::uint64_t number = 0;
  std::string_view kind;  // of the data
  Table table;
  std::size_t components = 1;
  std::string method;
  std::uint64_t seed = 0;
  double passes = 0;      // a budget; 0: none
  bool by_paper = false;  // rules=paper: results are not checked, but it must not crash

  FitOptions options(int threads) const;
  std::string text() const;  // in one line
  // The command line for the same fit, with the table in `file`.
  std::string command(const std::string& file) const;
};

Case make_case(std::uint64_t number);

// The result of a case.
struct Finding {
  std::string violation;  // empty: every claim holds
  bool refused = false;   // by a message with advice
  std::size_t repairs = 0;
  double largest_fall = 0;  // of the log-likelihood between two rounds of em
};

Finding examine(const Case& c);

}  // namespace mixseed::soak
