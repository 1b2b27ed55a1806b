// Which of the compiled kernels this machine runs.
#pragma once

#include <string_view>
#include <vector>

#include "kernel/kernel.h"

namespace mixseed::kernel {

struct NamedKernels {
  std::string_view name;
  Kernels kernels;
};

// Those in vectors that this machine can run, fastest first.
std::vector<NamedKernels> vector_kernels();
// All that this machine can run, fastest first; the plain ones, "scalar", are the last.
const std::vector<NamedKernels>& available();
// The one in use: the first, unless the environment variable MIXSEED_KERNELS names another. A name that is not
// available throws Error(usage).
const NamedKernels& in_use();

}  // namespace mixseed::kernel
