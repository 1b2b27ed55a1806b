// soak [N [FIRST]]: cases FIRST .. FIRST + N - 1, each in a process of its own. Exit code 1 when one breaks a claim,
// with the smallest case found and the command that shows it.
#include <algorithm>
#include <chrono>
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
#include "soak/processes.h"

namespace mixseed::soak {
namespace {

using Clock = std::chrono::steady_clock;

constexpr std::size_t kLongestWords = 400;

// The result that a child process sends.
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

Child started(const Case& c) {
  return start([&] {
    const Finding finding = examine(c);
    Message message{finding.refused, finding.repairs, finding.largest_fall, {}};
    std::strncpy(message.violation, finding.violation.c_str(), kLongestWords - 1);
    return std::string(reinterpret_cast<const char*>(&message), sizeof message);
  });
}

Outcome outcome_of(const Ended& ended) {
  Message message;
  if (ended.output.size() == sizeof message) std::memcpy(&message, ended.output.data(), sizeof message);
  Outcome outcome;
  outcome.seconds = ended.seconds;
  outcome.finding = {message.violation, message.refused, message.repairs, message.largest_fall};
  if (!ended.death.empty()) outcome.finding.violation = ended.death;
  return outcome;
}

Outcome alone(const Case& c) { return outcome_of(finish(started(c))); }

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

// Smaller cases to try, smallest first.
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
  const std::size_t jobs = std::max(1u, std::thread::hardware_concurrency());
  const auto begin = [&](std::size_t i) { return started(make_case(first + i)); };
  run_all(count, jobs, begin, [&](std::size_t i, const Ended& ended) {
    const Case c = make_case(first + i);
    const Outcome outcome = outcome_of(ended);
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
