// Chooses the compiled kernels that this machine runs.
#pragma once

#include <string_view>
#include <vector>

#include "kernel/kernel.h"

namespace mixseed::kernel {

struct NamedKernels {
  std::string_view name;
  Kernels kernels;
};

// The SIMD kernels that this machine can run, fastest first.
std::vector<NamedKernels> vector_kernels();
// All kernels that this machine can run, fastest first; the reference, "scalar", is the last.
const std::vector<NamedKernels>& available();
// The first, unless the environment variable MIXSEED_KERNELS names another. Throws Error(usage) if that is not
// available.
const NamedKernels& in_use();

}  // namespace mixseed::kernel
