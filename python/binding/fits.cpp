#include "fits.h"

#include <pybind11/stl.h>

#include <atomic>
#include <string_view>

#include "arrays.h"
#include "mixseed/error.h"
#include "mixseed/evaluate.h"
#include "mixseed/family.h"
#include "mixseed/fit.h"
#include "mixseed/precision.h"
#include "records.h"
#include "watched.h"

namespace mixseed::python {
namespace {

// The parameters of em that are arguments of their own in Python.
struct EmSettings {
  std::string covariance;
  int rounds;
  double tol, floor;
};

// Texts that read back to the same double.
std::string exact(double number) { return py::cast<std::string>(py::repr(py::float_(number))); }

Pipeline pipeline_of(const std::string& text, const EmSettings& settings) {
  const std::string_view last = std::string_view(text).substr(text.rfind('/') + 1);
  Pipeline pipeline = Pipeline::parse(text);
  Parameters& em = pipeline.refiners.back().parameters;
  for (const auto& [name, value] : {std::pair<std::string, std::string>{"covariance", settings.covariance},
                                    {"rounds", std::to_string(settings.rounds)},
                                    {"tol", exact(settings.tol)},
                                    {"floor", exact(settings.floor)}}) {
    if (last.starts_with("em:") && last.find(name + "=") != std::string_view::npos) {
      throw Error(ErrorCode::usage, "method '" + text + "': '" + name + "' of the last em is an argument of its own");
    }
    em.set(name, value);
  }
  return pipeline;
}

// The default for an empty name.
std::optional<Listing> listing_named(const std::string& name) {
  if (name.empty()) return std::nullopt;
  if (name == "weight") return Listing::weight;
  if (name == "mean") return Listing::mean;
  if (name == "start") return Listing::start;
  throw Error(ErrorCode::usage, "order: expected weight, mean or start, got '" + name + "'");
}

py::dict result_of(const Fit& fit, const std::string& covariance, const DataView& view, int threads) {
  py::dict out;
  py::list restarts, trace;
  for (const Restart& restart : fit.restarts) restarts.append(dict_of(restart));
  for (const Round& round : fit.trace) trace.append(dict_of(round));
  const Restart& best = fit.best_restart();
  // Without a round of em the model may still be of the type that the start had.
  const Mixture model = with_covariance(fit.model, covariance_family(covariance).covariance);
  out["model"] = as_dict(model);
  out["method"] = fit.method;
  out["seed"] = fit.seed;
  out["rows"] = fit.rows;
  out["log_likelihood"] = model == fit.model ? best.final_log_likelihood : score(model, view, threads);
  out["n_iter"] = best.rounds;
  out["converged"] = best.converged;
  out["collapsed"] = best.collapsed;
  out["repairs"] = dict_of(best.repairs);
  out["best"] = fit.best;
  out["share_at_best"] = fit.share_at_best;
  out["restarts"] = restarts;
  out["trace"] = trace;
  out["spent"] = fit.spent ? py::object(dict_of(*fit.spent)) : py::none();
  return out;
}

State state_of(const py::handle& start, const std::string& covariance) {
  if (py::isinstance<py::tuple>(start)) {
    const auto parts = py::cast<py::tuple>(start);
    return mixture_of(covariance, py::cast<Doubles>(parts[0]), py::cast<Doubles>(parts[1]),
                      py::cast<Doubles>(parts[2]));
  }
  const auto points = py::cast<Doubles>(start);
  return Centers{static_cast<std::size_t>(points.shape(1)), numbers_of(points)};
}

Known known_of(const py::dict& known) {
  const auto numbers = [&](const char* name) {
    return known.contains(name) ? numbers_of(py::cast<Doubles>(known[name])) : std::vector<double>{};
  };
  return {numbers("weights"), numbers("means"), numbers("covariances")};
}

// starts: empty (the method holds a seeder) or one per restart, each means [K][D] or (weights, means, covariances).
py::dict fit_rows(const py::array& X, const py::object& weights, std::size_t components, const std::string& method,
                  const EmSettings& em, const py::list& starts, const py::dict& known, std::uint64_t seed, int restarts,
                  int threads, const std::string& order, const std::string& budget, const py::object& tell) {
  const DataView view = view_of(X, weights);
  const Pipeline pipeline = pipeline_of(method, em);
  std::vector<State> states;
  for (const py::handle start : starts) states.push_back(state_of(start, em.covariance));
  FitOptions options{.seed = seed,
                     .restarts = restarts,
                     .threads = threads,
                     .listing = listing_named(order),
                     .known = known_of(known),
                     .criteria = false};
  std::atomic<bool> enough = false;
  if (!budget.empty()) options.budget = Budget::parse(budget);
  options.enough = [&] { return enough.load(); };
  Fit result;
  run_watched(
      [&](const Observer& observer) {
        options.observer = observer;
        result = states.empty() ? fit(view, components, pipeline, options) : fit(view, states, pipeline, options);
      },
      tell, budget.empty() ? nullptr : &enough);
  return result_of(result, em.covariance, view, threads);
}

Criterion criterion_named(const std::string& name) {
  if (name == "bic") return Criterion::bic;
  if (name == "aic") return Criterion::aic;
  if (name == "icl") return Criterion::icl;
  throw Error(ErrorCode::usage, "criterion: expected bic, aic or icl, got '" + name + "'");
}

// families: names to choose from; empty: em's own.
py::tuple select_number(const py::array& X, const py::object& weights, const std::vector<std::size_t>& components,
                        const std::vector<std::string>& families, const std::string& criterion,
                        const std::string& method, const EmSettings& em, std::uint64_t seed, int restarts, int threads,
                        const std::string& order, const py::object& tell) {
  const DataView view = view_of(X, weights);
  const Pipeline pipeline = pipeline_of(method, em);
  const Criterion chosen = criterion_named(criterion);
  FitOptions options{.seed = seed, .restarts = restarts, .threads = threads, .listing = listing_named(order)};
  Selection selection;
  run_watched(
      [&](const Observer& observer) {
        options.observer = observer;
        selection = families.empty() ? select(view, components, chosen, pipeline, options)
                                     : select(view, components, families, chosen, pipeline, options);
      },
      tell);
  py::list fits;
  for (const Fit& fit : selection.fits) {
    py::dict result = result_of(fit, std::string(family_name(fit.model)), view, threads);
    result["parameters"] = fit.criteria.parameters;
    result["bic"] = fit.criteria.bic;
    result["aic"] = fit.criteria.aic;
    result["icl"] = fit.criteria.icl;
    fits.append(result);
  }
  return py::make_tuple(fits, selection.best);
}

}  // namespace

void bind_fits(py::module_& module) {
  py::class_<EmSettings>(module, "EmSettings")
      .def(py::init([](const std::string& covariance, int rounds, double tol, double floor) {
             return EmSettings{covariance, rounds, tol, floor};
           }),
           py::arg("covariance"), py::arg("rounds"), py::arg("tol"), py::arg("floor"));
  module.def("fit", &fit_rows, py::arg("X"), py::arg("weights"), py::arg("components"), py::arg("method"),
             py::arg("em"), py::arg("starts"), py::arg("known"), py::arg("seed"), py::arg("restarts"),
             py::arg("threads"), py::arg("order"), py::arg("budget"), py::arg("tell"));
  module.def("select", &select_number, py::arg("X"), py::arg("weights"), py::arg("components"), py::arg("families"),
             py::arg("criterion"), py::arg("method"), py::arg("em"), py::arg("seed"), py::arg("restarts"),
             py::arg("threads"), py::arg("order"), py::arg("tell"));
}

}  // namespace mixseed::python
