// Tables that others hand over by Arrow's C stream, as rows of numbers.
#pragma once

#include <pybind11/pybind11.h>

namespace mixseed::python {

void bind_arrow(pybind11::module_& module);

}  // namespace mixseed::python
