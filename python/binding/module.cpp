// The extension module mixseed._core: the public headers of the engine, thinly. The package's Python files are its only
// users.
#include <pybind11/pybind11.h>

#include "arrow.h"
#include "fits.h"
#include "laboratory.h"
#include "mixseed/error.h"
#include "mixseed/methods.h"
#include "mixseed/pipeline.h"
#include "mixseed/version.h"
#include "models.h"
#include "pages.h"
#include "summaries.h"
#include "teams.h"

namespace mixseed::python {
namespace {

namespace py = pybind11;

py::object fallback_of(const ParameterInfo& parameter) {
  if (parameter.kind == ParameterInfo::Kind::number) return py::float_(parameter.fallback);
  if (parameter.kind == ParameterInfo::Kind::integer) return py::int_(static_cast<long>(parameter.fallback));
  return py::str(std::string(parameter.choices[static_cast<std::size_t>(parameter.fallback)]));
}

py::list list_methods() {
  py::list all;
  for (const MethodInfo& method : methods()) {
    py::dict parameters, entry;
    for (const ParameterInfo& parameter : method.parameters) {
      parameters[py::str(std::string(parameter.name))] = fallback_of(parameter);
    }
    entry["name"] = std::string(method.name);
    entry["alias"] = std::string(method.alias);
    entry["kind"] = std::string(name_of(method.kind));
    entry["summary"] = std::string(method.summary);
    entry["reference"] = std::string(method.reference);
    entry["parameters"] = parameters;
    all.append(entry);
  }
  return all;
}

// pybind11 wants just this type.
void translate(std::exception_ptr thrown) {  // NOLINT(performance-unnecessary-value-param)
  try {
    if (thrown) std::rethrow_exception(thrown);
  } catch (const Error& error) {
    PyErr_SetString(error.code() == ErrorCode::output ? PyExc_OSError : PyExc_ValueError, error.what());
  }
}

}  // namespace
}  // namespace mixseed::python

PYBIND11_MODULE(_core, module) {
  using namespace mixseed::python;
  module.attr("NOISE_SHARE") = mixseed::kNoiseShare;
  module.attr("PRIOR_BY_RULE") = mixseed::kPriorByRule;
  module.attr("PRIOR_BY_METHOD") = mixseed::kPriorByMethod;
  module.attr("__version__") = std::string(mixseed::kVersion);
  py::register_exception_translator(&translate);
  module.def("methods", &list_methods);
  module.def("kernels_in_use", [] { return std::string(mixseed::kernels_in_use()); });
  bind_arrow(module);
  bind_fits(module);
  bind_models(module);
  bind_laboratory(module);
  bind_pages(module);
  bind_summaries(module);
  bind_teams(module);
}
