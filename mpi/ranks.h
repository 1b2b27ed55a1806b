// The processes (ranks) that mpirun started: rank 0 broadcasts a question and gathers the answers.
#pragma once

#include <string>
#include <vector>

namespace mixseed {

class Ranks {
 public:
  virtual ~Ranks() = default;  // waits for the other ranks
  virtual int rank() const = 0;
  virtual int size() const = 0;
  // The number of ranks on this machine.
  virtual int neighbours() const = 0;
  // Returns rank 0's text on every rank; the other ranks pass an empty one. All ranks must make the same sequence of
  // calls to broadcast and gather.
  virtual std::string broadcast(const std::string& said) = 0;
  // Returns the texts of all ranks, in their order, on rank 0; an empty list on the others.
  virtual std::vector<std::string> gather(const std::string& said) = 0;
};

// Each module exports a function of this type under this name.
using OpenRanks = Ranks* (*)();
inline constexpr const char* kOpenRanks = "mixseed_open_ranks";

}  // namespace mixseed
