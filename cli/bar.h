// A progress bar: one line on standard error that is redrawn.
#pragma once

#include <chrono>
#include <cstddef>
#include <string>
#include <vector>

namespace mixseed::cli {

bool is_terminal();  // standard error

// "1:05" or "1:02:07".
std::string clock_text(double seconds);

// The bar and as many of the facts as fit, in order. If not even one fact fits beside the bar, there is no bar.
std::string bar_line(double share_done, const std::vector<std::string>& facts, std::size_t width);

// Drawn at most ten times a second and removed by the destructor.
class Bar {
 public:
  Bar() = default;
  ~Bar();
  Bar(const Bar&) = delete;
  Bar& operator=(const Bar&) = delete;

  // True if it is time to draw again; this is a cheap check.
  bool is_due();
  void draw(double share_done, const std::vector<std::string>& facts);
  void remove();

 private:
  using Clock = std::chrono::steady_clock;
  std::size_t drawn_width_ = 0;
  Clock::time_point last_drawn_;
};

}  // namespace mixseed::cli
