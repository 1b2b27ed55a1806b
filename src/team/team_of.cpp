// Teams and workers of the public API, each with threads of its own.
#include <utility>

#include "mixseed/team.h"
#include "team/local.h"
#include "team/remote.h"
#include "team/stream.h"

namespace mixseed {
namespace {

// make(pool) returns the team; its threads live as long as the team.
template <typename Make>
std::shared_ptr<Team> with_threads(int threads, const Make& make) {
  struct TeamWithPool {
    Pool pool;
    std::unique_ptr<Team> team;
    explicit TeamWithPool(int count) : pool(count) {}
  };
  const auto owner = std::make_shared<TeamWithPool>(threads);
  owner->team = make(owner->pool);
  return {owner, owner->team.get()};
}

}  // namespace

std::shared_ptr<Team> team_of(const DataView& rows, int threads) {
  return with_threads(threads, [&](Pool& pool) { return std::make_unique<LocalTeam>(rows, pool); });
}

std::shared_ptr<Team> team_of(Source& rows, int threads, std::size_t memory) {
  return with_threads(threads, [&](Pool& pool) { return std::make_unique<StreamTeam>(rows, pool, memory); });
}

std::shared_ptr<Team> team_of(Ask ask, int threads) {
  return with_threads(threads, [&](Pool& pool) { return std::make_unique<RemoteTeam>(std::move(ask), pool); });
}

std::size_t columns_of(Team& team) { return Dataset(team).dim(); }

struct Worker::Impl {
  Impl(int threads) : pool(threads) {}
  Pool pool;
  std::unique_ptr<WorkerRows> worker_rows;
};

Worker::Worker(const DataView& rows, std::size_t first_row, int threads) : impl_(std::make_unique<Impl>(threads)) {
  impl_->worker_rows = std::make_unique<ArrayWorkerRows>(rows, first_row, impl_->pool);
}

Worker::Worker(Source& rows, std::size_t first_row, int threads, std::size_t memory)
    : impl_(std::make_unique<Impl>(threads)) {
  impl_->worker_rows = std::make_unique<StreamWorkerRows>(rows, first_row, impl_->pool, memory);
}

Worker::~Worker() = default;
Worker::Worker(Worker&&) noexcept = default;

std::string Worker::answer(std::string_view question) { return answer_message(question, *impl_->worker_rows); }

}  // namespace mixseed
