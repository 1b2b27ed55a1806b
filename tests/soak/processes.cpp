#include "soak/processes.h"

#include <poll.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

#include <csignal>
#include <cstdlib>
#include <cstring>

namespace mixseed::soak {
namespace {

using Clock = std::chrono::steady_clock;

// A case takes milliseconds; beyond these limits of processor time and of wall time (on a busy machine) it hangs. Under
// a sanitizer a case takes more than twenty times as long.
#if defined(__SANITIZE_ADDRESS__) || defined(__SANITIZE_THREAD__)
constexpr rlim_t kSeconds = 400;
#else
constexpr rlim_t kSeconds = 20;
#endif
constexpr unsigned kSecondsByTheClock = 600;

// MIXSEED_SOAK_SECONDS is another limit of processor time, for emulated processors.
rlim_t seconds_of_a_case() {
  const char* given = std::getenv("MIXSEED_SOAK_SECONDS");
  return given ? std::strtoull(given, nullptr, 10) : kSeconds;
}

[[noreturn]] void run(const std::function<std::string()>& work, int pipe) {
  const rlim_t seconds = seconds_of_a_case();
  const rlimit limit{seconds, seconds + 1};
  if (setrlimit(RLIMIT_CPU, &limit) != 0) std::abort();
  alarm(kSecondsByTheClock);
  const std::string output = work();
  const bool written = write(pipe, output.data(), output.size()) == static_cast<ssize_t>(output.size());
  _exit(written ? 0 : 1);
}

}  // namespace

Child start(const std::function<std::string()>& work) {
  int ends[2];
  if (pipe(ends) != 0) std::abort();
  Child child{-1, ends[0], Clock::now()};
  child.pid = fork();
  if (child.pid < 0) std::abort();
  if (child.pid == 0) run(work, ends[1]);
  close(ends[1]);
  return child;
}

Ended finish(const Child& child) {
  Ended ended;
  char bytes[4096];
  for (ssize_t count = 0; (count = read(child.pipe, bytes, sizeof bytes)) > 0;) {
    ended.output.append(bytes, static_cast<std::size_t>(count));
  }
  close(child.pipe);
  int status = 0;
  waitpid(child.pid, &status, 0);
  ended.seconds = std::chrono::duration<double>(Clock::now() - child.begin).count();
  if (WIFSIGNALED(status)) {
    const int signal = WTERMSIG(status);
    const bool endless = signal == SIGXCPU || signal == SIGALRM;
    ended.death = endless ? "does not end" : std::string("dies: ") + strsignal(signal);
  } else if (WEXITSTATUS(status) != 0) {
    ended.death = "exits with code " + std::to_string(WEXITSTATUS(status));
  }
  return ended;
}

void run_all(std::size_t count, std::size_t jobs, const std::function<Child(std::size_t)>& begin,
             const std::function<void(std::size_t, const Ended&)>& on_end) {
  std::vector<std::pair<std::size_t, Child>> running;
  for (std::size_t next = 0; next < count || !running.empty();) {
    for (; running.size() < jobs && next < count; ++next) running.emplace_back(next, begin(next));
    std::vector<pollfd> pipes;
    for (const auto& [number, child] : running) pipes.push_back({child.pipe, POLLIN, 0});
    poll(pipes.data(), pipes.size(), -1);
    for (std::size_t i = pipes.size(); i-- > 0;) {
      if (pipes[i].revents == 0) continue;
      on_end(running[i].first, finish(running[i].second));
      running.erase(running.begin() + static_cast<std::ptrdiff_t>(i));
    }
  }
}

}  // namespace mixseed::soak
