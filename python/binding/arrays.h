// Between numpy's arrays and the engine's types.
#pragma once

#include <pybind11/numpy.h>
#include <pybind11/pybind11.h>

#include <cstddef>
#include <string>
#include <vector>

#include "mixseed/data.h"
#include "mixseed/mixture.h"

namespace mixseed::python {

namespace py = pybind11;

using Doubles = py::array_t<double, py::array::c_style | py::array::forcecast>;

// The array's own memory: float64 or float32 in native byte order with two dimensions and strides that are whole
// numbers of elements. Anything else is a TypeError, never a copy.
DataView view_of(const py::array& rows);
// The same with weights, one per row, unless they are None.
DataView view_of(const py::array& rows, const py::object& weights);

// A mixture from arrays, and the noise as `as_dict` has it, or None; lengths and values are the engine's to check.
// `covariance`: any word for a family.
Mixture mixture_of(const std::string& covariance, const Doubles& weights, const Doubles& means,
                   const Doubles& covariances, const py::object& noise = py::none());

std::vector<double> numbers_of(const Doubles& array);

// An array that owns the numbers; nothing is copied.
template <typename Number>
py::array_t<Number> as_array(std::vector<Number> numbers, const std::vector<py::ssize_t>& shape) {
  auto* kept = new std::vector<Number>(std::move(numbers));
  const py::capsule owner(kept, [](void* memory) { delete static_cast<std::vector<Number>*>(memory); });
  return py::array_t<Number>(shape, kept->data(), owner);
}
template <typename Number>
py::array_t<Number> as_array(std::vector<Number> numbers) {
  const auto length = static_cast<py::ssize_t>(numbers.size());
  return as_array(std::move(numbers), {length});
}

// Numbers of the covariances of a mixture in that layout, in scikit-learn's shape.
py::array_t<double> in_shape_of(const Layout& layout, std::vector<double> numbers, const Mixture& mixture);

// {"covariance": ..., "family": ..., "weights": ..., "means": ..., "covariances": ..., "noise": None
// or {"weight": ..., "log_volume": ..., "corner": ..., "edges": ...}}
py::dict as_dict(const Mixture& mixture);

}  // namespace mixseed::python
