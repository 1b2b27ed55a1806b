// What some standard libraries lack: libc++ has no std::jthread before version 20, and no std::from_chars for doubles.
#pragma once

#include <charconv>
#include <thread>
#include <utility>

namespace mixseed {

// A thread that is joined when it is destroyed.
class JoiningThread {
 public:
  template <typename Work>
  explicit JoiningThread(Work work) : thread_(std::move(work)) {}
  JoiningThread(JoiningThread&&) noexcept = default;
  JoiningThread& operator=(JoiningThread&&) = delete;
  ~JoiningThread() {
    if (thread_.joinable()) thread_.join();
  }

 private:
  std::thread thread_;
};

// Reads the longest prefix that is a decimal number, inf or nan, as std::from_chars does: no leading blanks, no plus
// sign, no locale, correctly rounded. `value` is unchanged if there is no number or it is out of range.
std::from_chars_result read_double(const char* first, const char* last, double& value);

// The same by strtod, which read_double calls where std::from_chars does not read doubles.
std::from_chars_result read_double_by_strtod(const char* first, const char* last, double& value);

}  // namespace mixseed
