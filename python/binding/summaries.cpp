#include "summaries.h"

#include <pybind11/stl.h>

#include "arrays.h"
#include "mixseed/summary.h"

namespace mixseed::python {
namespace {

py::bytes summary_of(const Mixture& model, const py::array& X, const py::object& weights, int threads) {
  const DataView view = view_of(X, weights);
  std::string summary;
  {
    const py::gil_scoped_release released;
    summary = summarize(model, view, threads);
  }
  return summary;
}

py::bytes merged(const std::vector<py::bytes>& summaries) {
  return merge_summaries(std::vector<std::string>(summaries.begin(), summaries.end()));
}

py::dict updated(const py::bytes& summary, double floor) {
  const Update next = update(std::string(summary), floor);
  py::dict out;
  out["model"] = as_dict(next.model);
  out["log_likelihood"] = next.log_likelihood;
  out["observations"] = next.observations;
  return out;
}

}  // namespace

void bind_summaries(py::module_& module) {
  module.def("summarize", &summary_of, py::arg("model"), py::arg("X"), py::arg("weights"), py::arg("threads"));
  module.def("merge", &merged, py::arg("summaries"));
  module.def("update", &updated, py::arg("summary"), py::arg("floor"));
}

}  // namespace mixseed::python
