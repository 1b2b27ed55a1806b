#include "pages.h"

#include <pybind11/stl.h>

#include <algorithm>
#include <set>

#include "arrays.h"
#include "mixseed/error.h"
#include "mixseed/evaluate.h"
#include "mixseed/fit.h"
#include "mixseed/io.h"
#include "mixseed/replay.h"
#include "records.h"
#include "report/fit_page.h"
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
      for (Replay& one : replay_each_start(view, components, pipeline, seed, threads)) {
        replays.push_back(std::move(one));
      }
    }
    text = report::page(report::replay_payload(title, names, view, replays));
  }
  return text;
}

Trace trace_of(const py::list& stages, std::set<std::string>& names) {
  Trace trace;
  for (const py::handle stage : stages) {
    const auto rounds = py::cast<std::vector<int>>(stage["rounds"]);
    const auto objectives = py::cast<std::vector<double>>(stage["objectives"]);
    const std::string& name = *names.insert(py::cast<std::string>(stage["stage"])).first;
    for (std::size_t i = 0; i < std::min(rounds.size(), objectives.size()); ++i) {
      trace.push_back({.stage = name, .round = rounds[i], .objective = objectives[i]});
    }
  }
  return trace;
}

// What an estimator remembers, as the fit that it came from. `names` keeps the names of the stages.
Fit fit_of(const Mixture& model, const py::dict& told, std::set<std::string>& names) {
  Fit fit;
  fit.model = model;
  fit.method = py::cast<std::string>(told["method"]);
  fit.seed = py::cast<std::uint64_t>(told["seed"]);
  fit.rows = py::cast<std::size_t>(told["rows"]);
  fit.columns = model.dim;
  fit.best = py::cast<std::size_t>(told["best"]);
  fit.share_at_best = py::cast<double>(told["share_at_best"]);
  fit.resolution = py::cast<std::vector<double>>(told["resolution"]);
  const auto repairs = py::cast<py::list>(told["repairs_by_restart"]);
  for (const py::handle one : py::cast<py::list>(told["restarts"])) {
    Restart restart = record_of<Restart>(py::cast<py::dict>(one));
    restart.repairs = record_of<Repairs>(py::cast<py::dict>(repairs[fit.restarts.size()]));
    fit.restarts.push_back(std::move(restart));
  }
  for (const py::handle one : py::cast<py::list>(told["traces"])) {
    fit.traces.push_back(trace_of(py::cast<py::list>(one), names));
  }
  if (fit.best >= fit.restarts.size()) throw Error(ErrorCode::usage, "restarts_: the best one is missing");
  return fit;
}

// X may be None: then the page shows no rows, and no criteria.
py::str fit_page(const py::object& X, const py::object& weights, const Mixture& model, const py::dict& told,
                 int threads, const std::string& title, const std::vector<std::string>& columns) {
  std::set<std::string> names;
  Fit fit = fit_of(model, told, names);
  const auto advice = py::cast<std::vector<std::string>>(told["advice"]);
  const auto observations = py::cast<double>(told["observations"]);
  const bool has_rows = !X.is_none();
  const DataView view =
      has_rows ? view_of(py::cast<py::array>(X), weights) : DataView(static_cast<const double*>(nullptr), 0, model.dim);
  std::string text;
  {
    const py::gil_scoped_release gil;
    if (has_rows) fit.criteria = criteria(model, view, threads);
    text =
        report::page(report::fit_payload({title, columns, fit, view, nullptr, "bic", threads, advice, observations}));
  }
  return text;
}

}  // namespace

void bind_pages(py::module_& module) {
  module.def("replay_page", &replay_page, py::arg("X"), py::arg("weights"), py::arg("components"), py::arg("methods"),
             py::arg("seed"), py::arg("threads"), py::arg("title"), py::arg("names"));
  module.def("fit_page", &fit_page, py::arg("X"), py::arg("weights"), py::arg("model"), py::arg("told"),
             py::arg("threads"), py::arg("title"), py::arg("columns"));
  module.def(
      "write_file", [](const std::string& path, const std::string& text) { AtomicFile(path).commit(text); },
      py::arg("path"), py::arg("text"));
}

}  // namespace mixseed::python
