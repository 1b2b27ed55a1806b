// Test data, and the comparison of starts.
#pragma once

#include <pybind11/pybind11.h>

namespace mixseed::python {

void bind_laboratory(pybind11::module_& module);

}  // namespace mixseed::python
