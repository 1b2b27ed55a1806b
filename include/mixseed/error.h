// The one exception type that mixseed throws.
#pragma once

#include <stdexcept>
#include <string>

namespace mixseed {

enum class ErrorCode {
  usage,      // an invalid parameter, name or option
  input,      // invalid data, or a file that cannot be read
  output,     // a result that cannot be written
  failed,     // a valid request that could not be carried out
  cancelled,  // the observer asked to stop
};

// The message says what was expected, what was found and where.
class Error : public std::runtime_error {
 public:
  Error(ErrorCode code, const std::string& message) : std::runtime_error(message), code_(code) {}
  ErrorCode code() const noexcept { return code_; }

 private:
  ErrorCode code_;
};

}  // namespace mixseed
