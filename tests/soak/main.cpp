// soak [N [FIRST]]: cases FIRST .. FIRST + N - 1, each in a process of its own. Exit code 1 when one breaks a claim,
// with the smallest case found and the command that shows it.
#include <poll.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <chrono>
#include <csignal>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <filesystem>
#include <fstream>
#include <map>
#include <string>
#include <thread>
#include <vector>

#include "base/text.h"
#include "soak/case.h"

namespace mixseed::soak {
namespace {

using Clock = std::chrono::steady_clock;

// A case takes milliseconds. What takes this long of the processor, or so long by the clock of a machine that has other
// work too, hangs. Under a sanitizer a case takes twenty times as long and more.
#if defined(__SANITIZE_ADDRESS__) || defined(__SANITIZE_THREAD__)
constexpr rlim_t kSeconds = 400;
#else
constexpr rlim_t kSeconds = 20;
#endif
constexpr unsigned kSecondsByTheClock = 600;
constexpr std::size_t kLongestWords = 400;

// What a child tells through its pipe.
struct Message {
  bool refused = false;
  std::size_t repairs = 0;
  double largest_fall = 0;
  char violation[kLongestWords] = {};
};

struct Outcome {
  Finding finding;
  double seconds = 0;
};

struct Child {
  pid_t pid = -1;
  int pipe = -1;
  Case own;
  Clock::time_point begin;
};

[[noreturn]] void work(const Case& c, int pipe) {
  const rlimit limit{kSeconds, kSeconds + 1};
  if (setrlimit(RLIMIT_CPU, &limit) != 0) std::abort();
  alarm(kSecondsByTheClock);
  const Finding finding = examine(c);
  Message message{finding.refused, finding.repairs, finding.largest_fall, {}};
  std::strncpy(message.violation, finding.violation.c_str(), kLongestWords - 1);
  const bool told = write(pipe, &message, sizeof message) == static_cast<ssize_t>(sizeof message);
  _exit(told ? 0 : 1);
}

Child start(Case c) {
  int ends[2];
  if (pipe(ends) != 0) std::abort();
  Child child{-1, ends[0], std::move(c), Clock::now()};
  child.pid = fork();
  if (child.pid < 0) std::abort();
  if (child.pid == 0) work(child.own, ends[1]);
  close(ends[1]);
  return child;
}

// Of a child that has closed its pipe.
Outcome finish(const Child& child) {
  Message message;
  const bool told = read(child.pipe, &message, sizeof message) == static_cast<ssize_t>(sizeof message);
  close(child.pipe);
  int status = 0;
  waitpid(child.pid, &status, 0);
  Outcome outcome;
  outcome.seconds = std::chrono::duration<double>(Clock::now() - child.begin).count();
  outcome.finding = {message.violation, message.refused, message.repairs, message.largest_fall};
  if (WIFSIGNALED(status)) {
    const int signal = WTERMSIG(status);
    const bool endless = signal == SIGXCPU || signal == SIGALRM;
    outcome.finding.violation = endless ? "does not end" : std::string("dies: ") + strsignal(signal);
  } else if (!told) {
    outcome.finding.violation = "exits with code " + std::to_string(WEXITSTATUS(status));
  }
  return outcome;
}

Outcome alone(const Case& c) { return finish(start(c)); }

// Runs the cases side by side; tell(case, outcome) as they end.
template <typename Tell>
void run_all(std::uint64_t first, std::uint64_t count, std::size_t jobs, const Tell& tell) {
  std::vector<Child> running;
  for (std::uint64_t next = first; next < first + count || !running.empty();) {
    while (running.size() < jobs && next < first + count) running.push_back(start(make_case(next++)));
    std::vector<pollfd> pipes;
    for (const Child& child : running) pipes.push_back({child.pipe, POLLIN, 0});
    poll(pipes.data(), pipes.size(), -1);
    for (std::size_t i = pipes.size(); i-- > 0;) {
      if (pipes[i].revents == 0) continue;
      tell(running[i].own, finish(running[i]));
      running.erase(running.begin() + static_cast<std::ptrdiff_t>(i));
    }
  }
}

void keep_rows(Table& table, std::size_t from, std::size_t to) {
  const auto at = [](std::vector<double>& values, std::size_t place) {
    return values.begin() + static_cast<std::ptrdiff_t>(place);
  };
  table.values = {at(table.values, from * table.columns), at(table.values, to * table.columns)};
  if (!table.weights.empty()) table.weights = {at(table.weights, from), at(table.weights, to)};
  table.rows = to - from;
}

Table without_column(const Table& table, std::size_t column) {
  Table less{table.rows, table.columns - 1, {}, table.weights, table.single};
  for (std::size_t at = 0; at < table.values.size(); ++at) {
    if (at % table.columns != column) less.values.push_back(table.values[at]);
  }
  return less;
}

// Smaller cases to try, the smallest first.
std::vector<Case> smaller(const Case& c) {
  std::vector<Case> all;
  const auto add = [&](const auto& change) {
    Case other = c;
    change(other);
    if (other.components <= other.table.rows) all.push_back(std::move(other));
  };
  const std::size_t rows = c.table.rows, half = rows / 2;
  if (half > 0) add([&](Case& o) { keep_rows(o.table, 0, half); });
  if (half > 0) add([&](Case& o) { keep_rows(o.table, half, rows); });
  for (std::size_t j = 0; c.table.columns > 1 && j < c.table.columns; ++j) {
    add([&](Case& o) { o.table = without_column(c.table, j); });
  }
  for (std::size_t k = 1; k < c.components; ++k) add([&](Case& o) { o.components = k; });
  if (rows > 1 && rows <= 40) {
    for (std::size_t i = 0; i < rows; ++i) {
      add([&](Case& o) {
        keep_rows(o.table, 0, i);
        Table rest = c.table;
        keep_rows(rest, i + 1, rows);
        o.table.values.insert(o.table.values.end(), rest.values.begin(), rest.values.end());
        o.table.weights.insert(o.table.weights.end(), rest.weights.begin(), rest.weights.end());
        o.table.rows = rows - 1;
      });
    }
  }
  return all;
}

Case shrink(Case c) {
  const auto end = Clock::now() + std::chrono::seconds(20);
  for (bool changed = true; changed;) {
    changed = false;
    for (const Case& other : smaller(c)) {
      if (Clock::now() > end) return c;
      if (alone(other).finding.violation.empty()) continue;
      c = other;
      changed = true;
      break;
    }
  }
  return c;
}

void show(const Case& c, const std::string& violation) {
  const Case small = shrink(c);
  std::filesystem::create_directories("build/soak");
  const std::string file = "build/soak/case-" + std::to_string(c.number) + ".csv";
  std::ofstream(file) << small.table.csv();
  std::printf("%s: %s\n  smallest: %s: %s\n  %s%s\n", c.text().c_str(), violation.c_str(), small.text().c_str(),
              alone(small).finding.violation.c_str(), small.command(file).c_str(),
              small.table.single ? "   (as float32: mixseed convert --float32)" : "");
  std::fflush(stdout);
}

struct Summary {
  std::size_t refused = 0, broken = 0;
  double slowest = 0, largest_fall = 0;
  std::size_t most_repairs = 0;
  std::string slowest_case, most_repaired, by_class;
};

int soak(std::uint64_t count, std::uint64_t first) {
  constexpr std::size_t kShown = 20;
  Summary sum;
  run_all(first, count, std::max(1u, std::thread::hardware_concurrency()), [&](const Case& c, const Outcome& outcome) {
    const Finding& finding = outcome.finding;
    sum.refused += finding.refused;
    sum.largest_fall = std::max(sum.largest_fall, finding.largest_fall);
    if (outcome.seconds > sum.slowest) sum.slowest = outcome.seconds, sum.slowest_case = c.text();
    if (finding.repairs > sum.most_repairs) sum.most_repairs = finding.repairs, sum.most_repaired = c.text();
    if (!finding.violation.empty() && sum.broken++ < kShown) show(c, finding.violation);
  });
  std::printf("%llu cases from %llu on: %zu break a claim, %zu refused with a remedy\n",
              static_cast<unsigned long long>(count), static_cast<unsigned long long>(first), sum.broken, sum.refused);
  std::printf("  slowest: %.2f s, %s\n  most repaired: %zu, %s\n  largest fall of the likelihood: %.3g\n", sum.slowest,
              sum.slowest_case.c_str(), sum.most_repairs, sum.most_repaired.c_str(), sum.largest_fall);
  return sum.broken == 0 ? 0 : 1;
}

}  // namespace
}  // namespace mixseed::soak

int main(int count, char** words) {
  const auto number = [&](int at, std::uint64_t fallback) {
    return count > at ? std::strtoull(words[at], nullptr, 10) : fallback;
  };
  return mixseed::soak::soak(number(1, 2000), number(2, 0));
}
