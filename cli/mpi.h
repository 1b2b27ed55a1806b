// The processes that mpirun started, and the distribution of rows over them.
#pragma once

#include <functional>
#include <memory>
#include <optional>
#include <vector>

#include "mixseed/team.h"
#include "mpi/ranks.h"

namespace mixseed::cli {

// Null if mpirun did not start this process, or started it alone. The first call initialises MPI and throws
// Error(failed) if no module for this mpirun was built.
Ranks* ranks();
// True on all ranks except rank 0, which alone prints and writes.
bool is_silent_rank();
// Waits for the other ranks. Call it before the program ends.
void leave_ranks();

// Runs `work` on all ranks at the same time. If one fails, all throw its error.
void run_on_all_ranks(const std::function<void()>& work);

// Distributes the rows over the ranks. Rank 0 asks them as a team; the others answer.
class SharedRows {
 public:
  // The rows are those of `parts`, one part after the other; each rank reads only its own rows and keeps up to `memory`
  // bytes of them in memory. The views must outlive this object.
  SharedRows(Ranks& ranks, const std::vector<DataView>& parts, int threads, std::size_t memory);
  ~SharedRows();
  SharedRows(const SharedRows&) = delete;
  SharedRows& operator=(const SharedRows&) = delete;

  const std::shared_ptr<Team>& team() const { return team_; }
  // On the other ranks: answers until rank 0 has no more questions.
  void serve();

 private:
  void take(const std::vector<DataView>& own, std::size_t first, int threads, std::size_t memory);
  std::string answer(const std::string& question);
  std::vector<std::string> ask(const std::string& question);

  Ranks& ranks_;
  std::optional<Data> data_;
  std::unique_ptr<Source> source_;
  std::unique_ptr<Worker> worker_;
  std::shared_ptr<Team> team_;
};

}  // namespace mixseed::cli
