// Messages of expected errors.
#pragma once

#include <gtest/gtest.h>

#include <string>

#include "mixseed/error.h"

namespace mixseed::testing {

// The message of the Error that `work` throws, which must have this code.
template <typename Work>
std::string message(ErrorCode code, const Work& work) {
  try {
    work();
  } catch (const Error& error) {
    EXPECT_EQ(error.code(), code) << error.what();
    return error.what();
  }
  return "no error";
}

}  // namespace mixseed::testing
