// Runs in an SQLite file. One connection writes; runs are durable once `add` has returned.
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <set>
#include <span>
#include <string>
#include <tuple>
#include <vector>

#include "lab/run.h"

namespace mixseed::lab {

class Store {
 public:
  enum class Mode { read, write };
  // Throws Error(input) if the file is no store or cannot be read, Error(output) if it cannot be written. Mode::read
  // works in a read-only folder unless the last writer was killed.
  Store(const std::string& path, Mode mode);
  ~Store();
  Store(const Store&) = delete;
  Store& operator=(const Store&) = delete;

  // Adds all runs or none; runs that exist are not changed. Returns the number of new runs.
  std::size_t add(const std::vector<StoredRun>& runs);
  // The same for several lots in one transaction; the number of new runs of each lot.
  std::vector<std::size_t> add_all(std::span<const std::vector<StoredRun>> lots);
  // The runs of one data set by a version.
  using RunKeys = std::set<std::tuple<std::string, RuleSet, std::uint64_t>>;  // pipeline, rules, seed
  RunKeys finished_runs(const std::string& data, const std::string& version) const;
  // Ordered by key.
  std::vector<StoredRun> runs(const std::string& version, RuleSet rules) const;
  std::vector<std::string> versions() const;
  std::size_t size(const std::string& version) const;

 private:
  struct Connection;
  std::unique_ptr<Connection> connection_;
};

}  // namespace mixseed::lab
