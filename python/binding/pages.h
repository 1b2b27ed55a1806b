// Pages to open in a browser.
#pragma once

#include <pybind11/pybind11.h>

namespace mixseed::python {

void bind_pages(pybind11::module_& module);

}  // namespace mixseed::python
