// What can be done with a mixture.
#pragma once

#include <pybind11/pybind11.h>

namespace mixseed::python {

void bind_models(pybind11::module_& module);

}  // namespace mixseed::python
