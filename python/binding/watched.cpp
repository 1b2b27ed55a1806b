#include "watched.h"

#include <chrono>
#include <condition_variable>
#include <mutex>
#include <string>
#include <thread>
#include <vector>

namespace mixseed::python {
namespace {

// A Progress that keeps its text.
struct Event {
  std::size_t components;
  int restart, restarts;
  std::string stage;
  int round, rounds;
  double objective, share, seconds_left;
  std::size_t ended, runs;
  double passes, best;
  std::size_t found;
};

// What the two threads share.
class Desk {
 public:
  explicit Desk(bool keeps_events) : keeps_events_(keeps_events) {}

  bool observe(const Progress& p) {
    const std::lock_guard lock(mutex_);
    if (keeps_events_) {
      events_.push_back({p.components, p.restart, p.restarts, std::string(p.stage), p.round, p.rounds, p.objective,
                         p.share, p.seconds_left, p.ended, p.runs, p.passes, p.best, p.found});
    }
    return !stopped_;
  }
  void stop() {
    const std::lock_guard lock(mutex_);
    stopped_ = true;
  }
  void finish() {
    const std::lock_guard lock(mutex_);
    finished_ = true;
    changed_.notify_one();
  }
  // Waits for the end of the work, but not for long; true when it has ended.
  bool wait() {
    std::unique_lock lock(mutex_);
    return changed_.wait_for(lock, std::chrono::milliseconds(50), [&] { return finished_; });
  }
  std::vector<Event> take_events() {
    const std::lock_guard lock(mutex_);
    return std::exchange(events_, {});
  }

 private:
  const bool keeps_events_;
  std::mutex mutex_;
  std::condition_variable changed_;
  std::vector<Event> events_;
  bool stopped_ = false, finished_ = false;
};

void report(Desk& desk, const py::object& tell) {
  if (tell.is_none()) return;
  py::list events;
  for (const Event& e : desk.take_events()) {
    events.append(py::make_tuple(e.components, e.restart, e.restarts, e.stage, e.round, e.rounds, e.objective, e.share,
                                 e.seconds_left, e.ended, e.runs, e.passes, e.best, e.found));
  }
  if (!events.empty()) tell(events);
}

// Whether what was raised is a KeyboardInterrupt, and the first one; then it is taken back.
bool is_forgiven(std::atomic<bool>* enough) {
  if (!enough || *enough || PyErr_ExceptionMatches(PyExc_KeyboardInterrupt) == 0) return false;
  PyErr_Clear();
  *enough = true;
  return true;
}

// Python's side of the desk; throws what a signal handler or `tell` raised.
void attend(Desk& desk, const py::object& tell, std::atomic<bool>* enough) {
  for (bool finished = false; !finished;) {
    {
      const py::gil_scoped_release released;
      finished = desk.wait();
    }
    if (PyErr_CheckSignals() != 0 && !is_forgiven(enough)) throw py::error_already_set();
    report(desk, tell);
  }
}

}  // namespace

void run_watched(const std::function<void(const Observer&)>& work, const py::object& tell, std::atomic<bool>* enough) {
  Desk desk(!tell.is_none());
  std::exception_ptr failure;
  std::thread worker([&] {
    try {
      work([&](const Progress& progress) { return desk.observe(progress); });
    } catch (...) {
      failure = std::current_exception();
    }
    desk.finish();
  });
  std::exception_ptr raised;
  try {
    attend(desk, tell, enough);
  } catch (...) {
    raised = std::current_exception();
    desk.stop();
  }
  {
    const py::gil_scoped_release released;
    worker.join();
  }
  if (raised) std::rethrow_exception(raised);
  if (failure) std::rethrow_exception(failure);
}

}  // namespace mixseed::python
