#include "pages.h"

#include <pybind11/stl.h>

#include "arrays.h"
#include "mixseed/io.h"
#include "mixseed/replay.h"
#include "report/page.h"
#include "report/replay_page.h"

namespace mixseed::python {
namespace {

// One page with a replay of every method on the same rows.
py::str replay_page(const py::array& X, const py::object& weights, std::size_t components,
                    const std::vector<std::string>& methods, std::uint64_t seed, int threads, const std::string& title,
                    const std::vector<std::string>& names) {
  const DataView view = view_of(X, weights);
  std::vector<Pipeline> pipelines;
  for (const std::string& method : methods) pipelines.push_back(Pipeline::parse(method));
  std::string text;
  {
    const py::gil_scoped_release gil;
    std::vector<Replay> replays;
    for (const Pipeline& pipeline : pipelines) {
      replays.push_back(replay(view, components, pipeline, seed, threads));
    }
    text = report::page(report::replay_payload(title, names, view, replays));
  }
  return text;
}

}  // namespace

void bind_pages(py::module_& module) {
  module.def("replay_page", &replay_page, py::arg("X"), py::arg("weights"), py::arg("components"), py::arg("methods"),
             py::arg("seed"), py::arg("threads"), py::arg("title"), py::arg("names"));
  module.def(
      "write_file", [](const std::string& path, const std::string& text) { AtomicFile(path).commit(text); },
      py::arg("path"), py::arg("text"));
}

}  // namespace mixseed::python
