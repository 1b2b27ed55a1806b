#include "base/pool.h"

#include <algorithm>
#include <atomic>
#include <condition_variable>
#include <exception>
#include <system_error>
#include <thread>

#include "base/portable.h"

namespace mixseed {

struct Pool::Shared {
  std::mutex mutex;
  std::condition_variable work_is_there, work_is_done;
  const std::function<void(std::size_t)>* task = nullptr;
  std::size_t count = 0;
  std::atomic<std::size_t> next{0};
  std::size_t generation = 0;
  std::size_t busy = 0;
  bool closing = false;
  std::exception_ptr failure;
  std::vector<JoiningThread> workers;  // last member: threads end before the others are destroyed

  void take_tasks() {
    for (;;) {
      const std::size_t i = next.fetch_add(1, std::memory_order_relaxed);
      if (i >= count) return;
      try {
        (*task)(i);
      } catch (...) {
        const std::lock_guard lock(mutex);
        if (!failure) failure = std::current_exception();
        next.store(count, std::memory_order_relaxed);
      }
    }
  }

  void serve() {
    std::size_t seen = 0;
    std::unique_lock lock(mutex);
    for (;;) {
      work_is_there.wait(lock, [&] { return closing || generation != seen; });
      if (closing) return;
      seen = generation;
      lock.unlock();
      take_tasks();
      lock.lock();
      if (--busy == 0) work_is_done.notify_one();
    }
  }
};

Pool::Pool(int threads) : threads_(threads) {
  if (threads_ <= 0) threads_ = static_cast<int>(std::max(1U, std::thread::hardware_concurrency()));
  if (threads_ == 1) return;
  shared_ = std::make_unique<Shared>();
  try {
    for (int i = 1; i < threads_; ++i) shared_->workers.emplace_back([s = shared_.get()] { s->serve(); });
  } catch (const std::system_error&) {
    // The system gives no more threads. Results do not depend on their number.
  }
}

Pool::~Pool() {
  if (!shared_) return;
  {
    const std::lock_guard lock(shared_->mutex);
    shared_->closing = true;
  }
  shared_->work_is_there.notify_all();
}

void Pool::run(std::size_t count, const std::function<void(std::size_t)>& task) {
  if (!shared_ || count <= 1) {
    for (std::size_t i = 0; i < count; ++i) task(i);
    return;
  }
  Shared& s = *shared_;
  {
    const std::lock_guard lock(s.mutex);
    s.task = &task;
    s.count = count;
    s.next = 0;
    s.failure = nullptr;
    s.busy = s.workers.size();
    ++s.generation;
  }
  s.work_is_there.notify_all();
  s.take_tasks();
  std::unique_lock lock(s.mutex);
  s.work_is_done.wait(lock, [&] { return s.busy == 0; });
  if (s.failure) std::rethrow_exception(s.failure);
}

}  // namespace mixseed
