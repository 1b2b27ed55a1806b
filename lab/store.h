// Where runs are kept: an SQLite file. One connection writes, and what `add` has returned for stays, whatever happens.
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
  // Throws Error(input) when the file is no store, or not there to be read; Error(output) when it cannot be written. A
  // store is read where nothing can be written, too, unless its last writer was killed.
  Store(const std::string& path, Mode mode);
  ~Store();
  Store(const Store&) = delete;
  Store& operator=(const Store&) = delete;

  // All or nothing. Runs that are there already are left as they are. Returns how many were new.
  std::size_t add(const std::vector<StoredRun>& runs);
  // The same for several lots, all of them or none; how many of each were new.
  std::vector<std::size_t> add_all(std::span<const std::vector<StoredRun>> lots);
  // What is there of one data set, by a version.
  using Known = std::set<std::tuple<std::string, RuleSet, std::uint64_t>>;  // pipeline, rules, seed
  Known known(const std::string& data, const std::string& version) const;
  // In the order of their keys, whatever the order in which they were stored.
  std::vector<StoredRun> runs(const std::string& version, RuleSet rules) const;
  std::vector<std::string> versions() const;
  std::size_t size(const std::string& version) const;

 private:
  struct Connection;
  std::unique_ptr<Connection> connection_;
};

}  // namespace mixseed::lab
