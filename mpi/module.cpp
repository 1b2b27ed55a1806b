// Implements Ranks with MPI. It is compiled once for each MPI implementation found and loaded only under its mpirun, so
// that the program does not depend on MPI.
#include <mpi.h>

#include <chrono>
#include <climits>
#include <cstdint>
#include <numeric>
#include <stdexcept>
#include <thread>

#include "ranks.h"

namespace {

int length_of(std::size_t size) {
  if (size > static_cast<std::size_t>(INT_MAX)) {
    throw std::runtime_error("a message of " + std::to_string(size) + " bytes is more than MPI carries at once");
  }
  return static_cast<int>(size);
}

// Polls for 1 ms, then naps between polls. MPI_Wait would occupy a processor that another rank may need.
void wait_for(MPI_Request& request) {
  using Clock = std::chrono::steady_clock;
  constexpr auto kSpin = std::chrono::milliseconds(1);
  constexpr auto kNap = std::chrono::microseconds(50);
  const auto start = Clock::now();
  for (int done = 0;;) {
    MPI_Test(&request, &done, MPI_STATUS_IGNORE);
    if (done) return;
    if (Clock::now() - start > kSpin) std::this_thread::sleep_for(kNap);
  }
}

class MpiRanks : public mixseed::Ranks {
 public:
  MpiRanks() {
    int provided = 0;
    // Only the thread that sends the questions calls MPI.
    MPI_Init_thread(nullptr, nullptr, MPI_THREAD_FUNNELED, &provided);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank_);
    MPI_Comm_size(MPI_COMM_WORLD, &size_);
    MPI_Comm here = MPI_COMM_NULL;
    MPI_Comm_split_type(MPI_COMM_WORLD, MPI_COMM_TYPE_SHARED, 0, MPI_INFO_NULL, &here);
    MPI_Comm_size(here, &neighbours_);
    MPI_Comm_free(&here);
  }
  ~MpiRanks() override { MPI_Finalize(); }

  int rank() const override { return rank_; }
  int size() const override { return size_; }
  int neighbours() const override { return neighbours_; }

  std::string broadcast(const std::string& said) override {
    std::string heard = said;
    std::uint64_t size = heard.size();
    MPI_Request request;
    MPI_Ibcast(&size, 1, MPI_UINT64_T, 0, MPI_COMM_WORLD, &request);
    wait_for(request);
    heard.resize(size);
    MPI_Ibcast(heard.data(), length_of(size), MPI_CHAR, 0, MPI_COMM_WORLD, &request);
    wait_for(request);
    return heard;
  }

  std::vector<std::string> gather(const std::string& said) override {
    const auto ranks = static_cast<std::size_t>(size_);
    const int own = length_of(said.size());
    std::vector<int> sizes(ranks), places(ranks);
    MPI_Request request;
    MPI_Igather(&own, 1, MPI_INT, sizes.data(), 1, MPI_INT, 0, MPI_COMM_WORLD, &request);
    wait_for(request);
    const std::size_t total = std::accumulate(sizes.begin(), sizes.end(), std::size_t{0});
    (void)length_of(rank_ == 0 ? total : 0);
    std::exclusive_scan(sizes.begin(), sizes.end(), places.begin(), 0);
    std::string all(rank_ == 0 ? total : 0, '\0');
    MPI_Igatherv(said.data(), own, MPI_CHAR, all.data(), sizes.data(), places.data(), MPI_CHAR, 0, MPI_COMM_WORLD,
                 &request);
    wait_for(request);
    std::vector<std::string> heard;
    for (std::size_t r = 0; rank_ == 0 && r < ranks; ++r) {
      heard.push_back(all.substr(static_cast<std::size_t>(places[r]), static_cast<std::size_t>(sizes[r])));
    }
    return heard;
  }

 private:
  int rank_ = 0, size_ = 1, neighbours_ = 1;
};

}  // namespace

extern "C" __attribute__((visibility("default"))) mixseed::Ranks* mixseed_open_ranks() { return new MpiRanks; }
