// Distributes the runs of a plan over the MPI ranks. Each rank keeps its own store in a temporary file and sends it to
// rank 0 at intervals; only rank 0 writes the store that the user named.
#include <unistd.h>

#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <sstream>

#include "lab.h"
#include "mixseed/error.h"
#include "mpi.h"

namespace mixseed::cli {
namespace {

// Interval of sending runs to rank 0, which bounds the loss in a crash.
constexpr std::size_t kSlices = 16;

class TemporaryStore {
 public:
  TemporaryStore() {
    // mkstemp replaces the last six characters.
    path_ = (std::filesystem::temp_directory_path() / ("mixseed-runs-" + std::string(6, 'X'))).string();
    const int descriptor = mkstemp(path_.data());
    if (descriptor < 0) throw Error(ErrorCode::output, path_ + ": no temporary file can be made there");
    close(descriptor);
  }
  explicit TemporaryStore(const std::string& content) : TemporaryStore() {
    std::ofstream(path_, std::ios::binary) << content;
  }
  ~TemporaryStore() {
    for (const char* end : {"", "-wal", "-shm"}) unlink((path_ + end).c_str());
  }
  TemporaryStore(const TemporaryStore&) = delete;
  TemporaryStore& operator=(const TemporaryStore&) = delete;

  const std::string& path() const { return path_; }
  std::string content() const {
    std::ostringstream text;
    text << std::ifstream(path_, std::ios::binary).rdbuf();
    return text.str();
  }

 private:
  std::string path_;
};

// The runs in the store, which are not repeated.
std::string known_runs(Ranks& all, const std::string& store) {
  std::string known;
  run_on_all_ranks([&] {
    if (all.rank() != 0) return;
    const TemporaryStore copy;
    lab::Store(copy.path(), lab::Store::Mode::write).add(all_runs(lab::Store(store, lab::Store::Mode::write)));
    known = copy.content();
  });
  return all.broadcast(known);
}

}  // namespace

lab::RunProgress run_on_ranks(Ranks& all, const lab::Plan& plan, const std::string& store,
                              const lab::RunnerOptions& options) {
  const TemporaryStore own(known_runs(all, store));
  const auto size = static_cast<std::size_t>(all.size()), rank = static_cast<std::size_t>(all.rank());
  lab::RunProgress sum;
  std::size_t failed = 0;  // on this rank
  for (std::size_t slice = 0; slice < kSlices; ++slice) {
    run_on_all_ranks([&] {
      lab::RunnerOptions part = options;
      part.shard = {slice * size + rank + 1, kSlices * size};
      lab::Store runs(own.path(), lab::Store::Mode::write);
      const lab::RunProgress done = lab::run(plan, runs, part);
      failed += done.failed;
      sum.seconds += done.seconds;
    });
    const std::vector<std::string> stores = all.gather(own.content());
    run_on_all_ranks([&] {
      for (const std::string& content : stores) {
        const TemporaryStore from(content);
        sum.done +=
            lab::Store(store, lab::Store::Mode::write).add(all_runs(lab::Store(from.path(), lab::Store::Mode::read)));
      }
    });
  }
  for (const std::string& said : all.gather(std::to_string(failed))) sum.failed += std::stoul(said);
  if (rank != 0) return sum;
  const lab::RunProgress there = lab::status(plan, lab::Store(store, lab::Store::Mode::read));
  sum.wanted = there.wanted;
  sum.skipped = there.skipped - sum.done;
  return sum;
}

}  // namespace mixseed::cli
