// EM by hand, a round at a time.
#pragma once

#include <pybind11/pybind11.h>

namespace mixseed::python {

void bind_summaries(pybind11::module_& module);

}  // namespace mixseed::python
