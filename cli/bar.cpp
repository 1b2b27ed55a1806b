#include "bar.h"

#include <sys/ioctl.h>
#include <unistd.h>

#include <algorithm>
#include <cmath>
#include <cstdio>

#include "lab/format.h"

namespace mixseed::cli {
namespace {

constexpr std::chrono::milliseconds kRedrawEvery{100};
constexpr std::size_t kBarCells = 20;
constexpr std::size_t kUsualWidth = 80;

std::size_t terminal_width() {
  struct winsize size = {};
  if (::ioctl(STDERR_FILENO, TIOCGWINSZ, &size) != 0 || size.ws_col == 0) return kUsualWidth;
  return size.ws_col;
}

// As many complete facts as fit.
std::string joined_facts(const std::vector<std::string>& facts, std::size_t width) {
  std::string line;
  for (const std::string& fact : facts) {
    const std::string more = line.empty() || fact.empty() ? fact : "  " + fact;
    if (line.size() + more.size() <= width) line += more;
  }
  return line;
}

}  // namespace

bool is_terminal() { return ::isatty(STDERR_FILENO) == 1; }

std::string clock_text(double seconds) {
  const auto whole = static_cast<long long>(std::ceil(seconds));
  if (whole < 3600) return formatted("{}:{:02}", whole / 60, whole % 60);
  return formatted("{}:{:02}:{:02}", whole / 3600, whole / 60 % 60, whole % 60);
}

Bar::~Bar() { remove(); }

bool Bar::is_due() {
  const Clock::time_point now = Clock::now();
  if (now - last_drawn_ < kRedrawEvery) return false;
  last_drawn_ = now;
  return true;
}

std::string bar_line(double share_done, const std::vector<std::string>& facts, std::size_t width) {
  const auto full = std::min(kBarCells, static_cast<std::size_t>(share_done * static_cast<double>(kBarCells)));
  const std::string bar = "[" + std::string(full, '#') + std::string(kBarCells - full, '.') + "] ";
  const std::string beside = width > bar.size() ? joined_facts(facts, width - bar.size()) : "";
  return beside.empty() ? joined_facts(facts, width) : bar + beside;
}

void Bar::draw(double share_done, const std::vector<std::string>& facts) {
  const std::string line = bar_line(share_done, facts, terminal_width() - 1);
  const std::size_t leftover = drawn_width_ > line.size() ? drawn_width_ - line.size() : 0;
  std::fputs(formatted("\r{}{}", line, std::string(leftover, ' ')).c_str(), stderr);
  std::fflush(stderr);
  drawn_width_ = line.size();
}

void Bar::remove() {
  if (drawn_width_ == 0) return;
  std::fputs(formatted("\r{}\r", std::string(drawn_width_, ' ')).c_str(), stderr);
  std::fflush(stderr);
  drawn_width_ = 0;
}

}  // namespace mixseed::cli
