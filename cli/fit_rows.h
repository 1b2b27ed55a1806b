// The rows of a fit: in memory, in files larger than memory, or distributed over MPI processes.
#pragma once

#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "mixseed/io.h"
#include "mixseed/team.h"
#include "mpi.h"

namespace mixseed::cli {

class FitRows {
 public:
  // Reads or maps the rows, and prints the notes of the reader to standard error.
  FitRows(const std::string& path, const ReadOptions& options, int threads, bool quiet);

  // All rows as one array; empty if they are larger than memory or distributed.
  const std::optional<Data>& data() const { return data_; }
  const std::vector<std::string>& names() const { return parts_.front().names; }
  std::size_t columns() const { return parts_.front().view.columns(); }
  // Null on ranks other than 0, which call `serve` instead.
  const std::shared_ptr<Team>& team() const { return team_; }
  void serve() { shared_->serve(); }
  // "memory", "files" or "mpi", and the number of ranks.
  std::string kind() const { return shared_ ? "mpi" : source_ ? "files" : "memory"; }
  int size() const { return size_; }

 private:
  std::vector<Data> parts_;
  std::optional<Data> data_;
  std::unique_ptr<Source> source_;
  std::unique_ptr<SharedRows> shared_;
  std::shared_ptr<Team> team_;
  int size_ = 1;
};

}  // namespace mixseed::cli
