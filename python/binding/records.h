// Described records (mixseed/record.h) as dicts.
#pragma once

#include <pybind11/pybind11.h>

#include <algorithm>
#include <string>
#include <type_traits>

#include "mixseed/record.h"

namespace mixseed::python {

namespace py = pybind11;

// "initial.log_likelihood" is initial_log_likelihood in Python, and scikit-learn calls rounds n_iter.
inline std::string python_name(std::string_view name) {
  std::string text(name == "rounds" ? "n_iter" : name);
  std::replace(text.begin(), text.end(), '.', '_');
  return text;
}

// Every member; a record within by its total, or, without a name, by its own members.
template <Described Record>
void add_to(py::dict& out, const Record& record) {
  for_each_field<Record>([&](const auto& field) {
    const auto& value = record.*(field.member);
    const py::str name(python_name(field.name));
    if constexpr (!Described<std::remove_cvref_t<decltype(value)>>) {
      out[name] = value;
    } else if (field.name.empty()) {
      add_to(out, value);
    } else if constexpr (requires { value.total(); }) {
      out[name] = value.total();
    } else if constexpr (requires { value.total; }) {
      out[name] = value.total;
    }
  });
}

template <Described Record>
py::dict dict_of(const Record& record) {
  py::dict out;
  add_to(out, record);
  return out;
}

// The way back, for what has no members of its own; the rest stays as it is.
template <Described Record>
Record record_of(const py::dict& in) {
  Record record;
  for_each_field<Record>([&](const auto& field) {
    using Value = std::remove_cvref_t<decltype(record.*(field.member))>;
    if constexpr (!Described<Value>) record.*(field.member) = py::cast<Value>(in[py::str(python_name(field.name))]);
  });
  return record;
}

}  // namespace mixseed::python
