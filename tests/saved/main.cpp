// check_saved [N [FIRST]]: random fits FIRST .. FIRST + N - 1, each in a process of its own, saved and checked from the
// file in long double. Exit code 1 when one breaks a claim, with the command that shows it.
#include <algorithm>
#include <cstdio>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <map>
#include <string>
#include <thread>

#include "saved/case.h"
#include "soak/processes.h"

namespace mixseed::saved {
namespace {

std::string joined(const Broken& broken) {
  constexpr std::size_t kLongest = 50'000;  // a pipe holds this much without a reader
  std::string lines;
  for (const std::string& one : broken) {
    if (lines.size() + one.size() < kLongest) lines += one + "\n";
  }
  return lines;
}

void show(const Case& c, const std::string& lines) {
  std::filesystem::create_directories("build/soak");
  const std::string file = "build/soak/saved-" + std::to_string(c.number) + ".csv";
  std::ofstream(file) << c.csv();
  std::printf("%s\n%s  %s%s\n", c.text().c_str(), lines.c_str(), c.command(file).c_str(),
              c.single ? "   (as float32: mixseed convert --float32)" : "");
  std::fflush(stdout);
}

int check_saved(std::uint64_t count, std::uint64_t first) {
  std::size_t broken = 0;
  double slowest = 0;
  std::string slowest_case;
  std::map<std::string, std::size_t> kinds;
  const auto begin = [&](std::size_t i) { return soak::start([=] { return joined(examine(make_case(first + i))); }); };
  const std::size_t jobs = std::max(1u, std::thread::hardware_concurrency());
  soak::run_all(count, jobs, begin, [&](std::size_t i, const soak::Ended& ended) {
    const std::string lines = ended.output + (ended.death.empty() ? "" : ended.death + ": \n");
    const Case c = make_case(first + i);
    if (ended.seconds > slowest) slowest = ended.seconds, slowest_case = c.text();
    if (lines.empty()) return;
    ++broken, ++kinds[lines.substr(0, lines.find(':'))];
    show(c, lines);
  });
  std::printf("%llu random fits from %llu on, checked from their files: %zu break a claim\n",
              static_cast<unsigned long long>(count), static_cast<unsigned long long>(first), broken);
  for (const auto& [kind, cases] : kinds) std::printf("  %s: %zu\n", kind.c_str(), cases);
  std::printf("  slowest: %.2f s, %s\n", slowest, slowest_case.c_str());
  return broken == 0 ? 0 : 1;
}

}  // namespace
}  // namespace mixseed::saved

int main(int count, char** words) {
  const auto number = [&](int at, std::uint64_t fallback) {
    return count > at ? std::strtoull(words[at], nullptr, 10) : fallback;
  };
  return mixseed::saved::check_saved(number(1, 10000), number(2, 0));
}
