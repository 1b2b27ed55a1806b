// fit and select.
#pragma once

#include <pybind11/pybind11.h>

namespace mixseed::python {

void bind_fits(pybind11::module_& module);

}  // namespace mixseed::python
