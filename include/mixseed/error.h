// The one exception type that mixseed throws.
#pragma once

#include <stdexcept>
#include <string>

namespace mixseed {

enum class ErrorCode {
  usage,      // a parameter, name or option that cannot be
  input,      // data or a file that cannot be read as what it should be
  output,     // a result that cannot be written
  failed,     // the request was right, but could not be carried out
  cancelled,  // the observer asked to stop
};

// The message says what was wanted, what was got and where.
class Error : public std::runtime_error {
 public:
  Error(ErrorCode code, const std::string& message) : std::runtime_error(message), code_(code) {}
  ErrorCode code() const noexcept { return code_; }

 private:
  ErrorCode code_;
};

}  // namespace mixseed
