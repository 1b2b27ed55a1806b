#include "kernel/dispatch.h"

#include <cstdlib>
#include <string>

#include "mixseed/error.h"
#include "mixseed/version.h"

namespace mixseed::kernel {

const std::vector<NamedKernels>& available() {
  static const std::vector<NamedKernels> list = [] {
    auto all = vector_kernels();
    all.push_back({"scalar", reference()});
    return all;
  }();
  return list;
}

namespace {

const NamedKernels& chosen() {
  const char* wanted = std::getenv("MIXSEED_KERNELS");
  if (!wanted || !*wanted) return available().front();
  std::string names;
  for (const NamedKernels& one : available()) {
    if (one.name == wanted) return one;
    names += (names.empty() ? "" : ", ") + std::string(one.name);
  }
  throw Error(ErrorCode::usage, "MIXSEED_KERNELS: expected one of " + names + ", got '" + wanted + "'");
}

}  // namespace

const NamedKernels& in_use() {
  static const NamedKernels& one = chosen();
  return one;
}

const Kernels& active() { return in_use().kernels; }

}  // namespace mixseed::kernel

namespace mixseed {

std::string_view kernels_in_use() { return kernel::in_use().name; }

}  // namespace mixseed
