// The processes that mpirun started, as far as mixseed uses them: a question goes out, answers come in.
#pragma once

#include <string>
#include <vector>

namespace mixseed {

class Ranks {
 public:
  virtual ~Ranks() = default;  // waits for the others
  virtual int rank() const = 0;
  virtual int size() const = 0;
  // How many of them are on this machine.
  virtual int neighbours() const = 0;
  // What rank 0 says; the others pass nothing. Everybody calls it at the same time, as the next one.
  virtual std::string broadcast(const std::string& said) = 0;
  // What everybody says, by rank, for rank 0; the others get nothing.
  virtual std::vector<std::string> gather(const std::string& said) = 0;
};

// What the module of an implementation of MPI exports, by this name.
using OpenRanks = Ranks* (*)();
inline constexpr const char* kOpenRanks = "mixseed_open_ranks";

}  // namespace mixseed
