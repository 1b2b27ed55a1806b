// One line on standard error that is drawn again and again.
#pragma once

#include <chrono>
#include <cstddef>
#include <string>

namespace mixseed::cli {

bool is_terminal();  // standard error

// "1:05" or "1:02:07".
std::string clock_text(double seconds);

// Drawn at most ten times a second and removed by the destructor. Facts that do not fit beside the bar replace it.
class Bar {
 public:
  Bar() = default;
  ~Bar();
  Bar(const Bar&) = delete;
  Bar& operator=(const Bar&) = delete;

  // Whether it is time to draw again; asking is cheap.
  bool is_due();
  void draw(double share_done, const std::string& facts);
  void remove();

 private:
  using Clock = std::chrono::steady_clock;
  std::size_t drawn_width_ = 0;
  Clock::time_point last_drawn_;
};

}  // namespace mixseed::cli
