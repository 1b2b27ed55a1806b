#include "fits.h"

#include <pybind11/stl.h>

#include <atomic>
#include <optional>
#include <string_view>

#include "arrays.h"
#include "mixseed/advice.h"
#include "mixseed/bootstrap.h"
#include "mixseed/error.h"
#include "mixseed/evaluate.h"
#include "mixseed/family.h"
#include "mixseed/fit.h"
#include "mixseed/precision.h"
#include "records.h"
#include "teams.h"
#include "watched.h"

namespace mixseed::python {
namespace {

// The parameters of em that are arguments of their own in Python.
struct EmSettings {
  std::string covariance;
  int rounds;
  double tol, floor, noise, prior;
  std::vector<double> resolution;  // empty: as the data say

  std::optional<std::vector<double>> steps() const {
    return resolution.empty() ? std::nullopt : std::optional(resolution);
  }
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
                                    {"floor", exact(settings.floor)},
                                    {"noise", exact(settings.noise)},
                                    {"prior", exact(settings.prior)}}) {
    if (last.starts_with("em:") && last.find(name + "=") != std::string_view::npos) {
      throw Error(ErrorCode::usage, "method '" + text + "': '" + name + "' of the last em is an argument of its own");
    }
    em.set(name, value);
  }
  return pipeline;
}

// An empty name is the default order.
std::optional<Listing> listing_named(const std::string& name) {
  if (name.empty()) return std::nullopt;
  return parse_name<Listing>(name, "order: expected");
}

// Stage by stage: its name, its rounds, and the objective in each.
py::list trace_of(const Trace& trace) {
  py::list stages;
  for (std::size_t from = 0, to = 0; from < trace.size(); from = to) {
    std::vector<std::int64_t> rounds;
    std::vector<double> objectives;
    for (; to < trace.size() && trace[to].stage == trace[from].stage; ++to) {
      rounds.push_back(trace[to].round);
      objectives.push_back(trace[to].objective);
    }
    py::dict stage;
    stage["stage"] = std::string(trace[from].stage);
    stage["rounds"] = as_array(std::move(rounds));
    stage["objectives"] = as_array(std::move(objectives));
    stages.append(stage);
  }
  return stages;
}

// likelihood(model): its mean log-likelihood per row.
template <typename Likelihood>
py::dict result_of(const Fit& fit, const std::string& covariance, const Likelihood& likelihood) {
  py::dict out;
  py::list restarts, trace, traces, repairs;
  for (const Restart& restart : fit.restarts) {
    restarts.append(dict_of(restart));
    repairs.append(dict_of(restart.repairs));
  }
  for (const Trace& one : fit.traces) traces.append(trace_of(one));
  for (const Round& round : fit.trace) trace.append(dict_of(round));
  const Restart& best = fit.best_restart();
  // Without a round of em the model may still be of the type that the start had.
  const Mixture model = with_covariance(fit.model, covariance_family(covariance).covariance);
  out["model"] = as_dict(model);
  out["method"] = fit.method;
  out["seed"] = fit.seed;
  out["rows"] = fit.rows;
  out["log_likelihood"] =
      model == fit.model || fit.criteria.observations > 0 ? best.final_log_likelihood : likelihood(model);
  out["n_iter"] = best.rounds;
  out["converged"] = best.converged;
  out["collapsed"] = best.collapsed;
  out["resolution"] = as_array(fit.resolution);
  out["advice"] = data_advice(fit);
  out["collapse_advice"] = collapse_advice(fit);
  out["observations"] = fit.criteria.observations;
  out["repairs"] = dict_of(best.repairs);
  out["best"] = fit.best;
  out["share_at_best"] = fit.share_at_best;
  out["restarts"] = restarts;
  out["trace"] = trace;
  out["traces"] = traces;
  out["repairs_by_restart"] = repairs;
  out["spent"] = fit.spent ? py::object(dict_of(*fit.spent)) : py::none();
  return out;
}

State state_of(const py::handle& start, const std::string& covariance) {
  if (py::isinstance<py::tuple>(start)) {
    const auto parts = py::cast<py::tuple>(start);
    return mixture_of(covariance, py::cast<Doubles>(parts[0]), py::cast<Doubles>(parts[1]), py::cast<Doubles>(parts[2]),
                      parts.size() > 3 ? py::object(parts[3]) : py::none());
  }
  const auto points = py::cast<Doubles>(start);
  return Centers{static_cast<std::size_t>(points.shape(1)), numbers_of(points)};
}

InitialParameters known_of(const py::dict& known) {
  const auto numbers = [&](const char* name) {
    return known.contains(name) ? numbers_of(py::cast<Doubles>(known[name])) : std::vector<double>{};
  };
  return {numbers("weights"), numbers("means"), numbers("covariances")};
}

// What was passed as X: an array, or a team that has the rows.
class RowsOrTeam {
 public:
  RowsOrTeam(const py::object& X, const py::object& weights) : team_(team_in(X)) {
    if (!team_) view_ = view_of(py::cast<py::array>(X), weights);
  }
  const DataView& view() const {
    if (!view_) {
      throw Error(ErrorCode::usage,
                  "missing='marginal': expected rows in one array, got chunks or a team: "
                  "read the rows, or a sample of them, into an array");
    }
    return *view_;
  }
  std::shared_ptr<Team> team(int threads) const { return team_ ? team_ : team_of(*view_, threads); }
  // Of a model in another layout than the fit's; a team is not asked again for it.
  double score(const Mixture& model, const Fit& fit, int threads) const {
    return view_ ? mixseed::score(model, *view_, threads) : fit.best_restart().final_log_likelihood;
  }

  // The sum of the rows' weights; 0 for a team, which does not tell.
  double observations() const {
    double sum = 0;
    for (std::size_t i = 0; view_ && i < view_->rows(); ++i) sum += view_->weight(i);
    return sum;
  }

 private:
  std::shared_ptr<Team> team_;
  std::optional<DataView> view_;
};

// starts: empty (the method holds a seeder) or one per restart, each means [K][D] or (weights, means, covariances[,
// noise]).
py::dict fit_rows(const py::object& X, const py::object& weights, std::size_t components, const std::string& method,
                  const EmSettings& em, const py::list& starts, const py::dict& known, std::uint64_t seed, int restarts,
                  int threads, const std::string& order, const std::string& budget, const py::object& tell,
                  const std::string& missing, const std::vector<std::string>& columns) {
  const RowsOrTeam rows(X, weights);
  const Pipeline pipeline = pipeline_of(method, em);
  std::vector<State> states;
  for (const py::handle start : starts) states.push_back(state_of(start, em.covariance));
  FitOptions options{.seed = seed,
                     .restarts = restarts,
                     .threads = threads,
                     .listing = listing_named(order),
                     .known = known_of(known),
                     .criteria = false,
                     .traces = true};
  std::atomic<bool> enough = false;
  options.resolution = em.steps();
  options.missing = parse_name<MissingValues>(missing, "missing: expected");
  if (!budget.empty()) options.budget = Budget::parse(budget);
  options.enough = [&] { return enough.load(); };
  Fit result;
  run_watched(
      [&](const Observer& observer) {
        options.observer = observer;
        if (options.missing == MissingValues::marginal) {
          result = states.empty() ? fit(rows.view(), components, pipeline, options)
                                  : fit(rows.view(), states, pipeline, options);
          return;
        }
        const auto team = rows.team(threads);
        result = states.empty() ? fit(*team, components, pipeline, options) : fit(*team, states, pipeline, options);
      },
      tell, budget.empty() ? nullptr : &enough);
  py::dict out =
      result_of(result, em.covariance, [&](const Mixture& model) { return rows.score(model, result, threads); });
  out["observations"] = rows.observations();
  out["advice"] = data_advice(result, columns);
  return out;
}

py::dict dict_of_numbers(const Parametric& numbers, const Mixture& model) {
  const auto K = static_cast<py::ssize_t>(model.size()), D = static_cast<py::ssize_t>(model.dim);
  py::dict out;
  out["weights"] = as_array(numbers.weights);
  out["means"] = as_array(numbers.means, {K, D});
  out["covariances"] = as_array(numbers.covariances, {K, D, D});
  return out;
}

py::dict bootstrap_of(const py::array& X, const py::object& weights, const Mixture& model, const EmSettings& em,
                      std::size_t replications, const std::string& kind, double level, std::uint64_t seed,
                      int threads) {
  const DataView view = view_of(X, weights);
  const Pipeline pipeline = pipeline_of("em", em);
  BootstrapOptions options{replications, parse_name<Resampling>(kind, "kind: expected"), level, seed, threads,
                           em.steps()};
  Bootstrap result;
  run_watched(
      [&](const Observer& observer) {
        options.observer = [&](std::size_t) { return observer(Progress{}); };
        result = bootstrap(view, model, pipeline, options);
      },
      py::none());
  py::dict out;
  out["failed"] = result.failed;
  py::list all;
  for (const Parametric& one : result.replications) all.append(dict_of_numbers(one, model));
  out["replications"] = all;
  out["mean"] = dict_of_numbers(result.mean, model);
  out["standard_errors"] = dict_of_numbers(result.standard_errors, model);
  out["lower"] = dict_of_numbers(result.lower, model);
  out["upper"] = dict_of_numbers(result.upper, model);
  return out;
}

py::dict ratio_test_of(const py::array& X, const py::object& weights, const Mixture& model, const std::string& method,
                       const EmSettings& em, std::size_t replications, int restarts, std::uint64_t seed, int threads) {
  const DataView view = view_of(X, weights);
  const Pipeline pipeline = pipeline_of(method, em);
  BootstrapOptions options{replications, Resampling::model, 0.95, seed, threads, em.steps(), restarts};
  RatioTest test;
  run_watched(
      [&](const Observer& observer) {
        options.observer = [&](std::size_t) { return observer(Progress{}); };
        test = ratio_test(view, model, pipeline, options);
      },
      py::none());
  py::dict out;
  out["statistic"] = test.statistic;
  out["p_value"] = test.p_value;
  out["failed"] = test.failed;
  out["replications"] = as_array(test.replications);
  return out;
}

// families: names to choose from; empty: em's own.
py::tuple select_number(const py::object& X, const py::object& weights, const std::vector<std::size_t>& components,
                        const std::vector<std::string>& families, const std::string& criterion,
                        const std::string& method, const EmSettings& em, std::uint64_t seed, int restarts, int threads,
                        const std::string& order, const py::object& tell, const std::string& missing) {
  const RowsOrTeam rows(X, weights);
  const Pipeline pipeline = pipeline_of(method, em);
  const Criterion chosen = parse_name<Criterion>(criterion, "criterion: expected");
  FitOptions options{
      .seed = seed, .restarts = restarts, .threads = threads, .listing = listing_named(order), .traces = true};
  options.resolution = em.steps();
  options.missing = parse_name<MissingValues>(missing, "missing: expected");
  Selection selection;
  run_watched(
      [&](const Observer& observer) {
        options.observer = observer;
        if (options.missing == MissingValues::marginal) {
          selection = families.empty() ? select(rows.view(), components, chosen, pipeline, options)
                                       : select(rows.view(), components, families, chosen, pipeline, options);
          return;
        }
        const auto team = rows.team(threads);
        selection = families.empty() ? select(*team, components, chosen, pipeline, options)
                                     : select(*team, components, families, chosen, pipeline, options);
      },
      tell);
  py::list fits;
  for (const Fit& fit : selection.fits) {
    const auto likelihood = [&](const Mixture& model) { return rows.score(model, fit, threads); };
    py::dict result = result_of(fit, std::string(family_name(fit.model)), likelihood);
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
      .def(py::init([](const std::string& covariance, int rounds, double tol, double floor, double noise, double prior,
                       std::vector<double> resolution) {
             return EmSettings{covariance, rounds, tol, floor, noise, prior, std::move(resolution)};
           }),
           py::arg("covariance"), py::arg("rounds"), py::arg("tol"), py::arg("floor"), py::arg("noise"),
           py::arg("prior"), py::arg("resolution"));
  module.def("fit", &fit_rows, py::arg("X"), py::kw_only(), py::arg("weights") = py::none(), py::arg("components"),
             py::arg("method"), py::arg("em"), py::arg("starts") = py::list(), py::arg("known") = py::dict(),
             py::arg("seed") = 0, py::arg("restarts") = 1, py::arg("threads") = 0, py::arg("order") = "",
             py::arg("budget") = "", py::arg("tell") = py::none(), py::arg("missing") = "error",
             py::arg("columns") = std::vector<std::string>{});
  module.def("bootstrap", &bootstrap_of, py::arg("X"), py::kw_only(), py::arg("weights") = py::none(), py::arg("model"),
             py::arg("em"), py::arg("replications"), py::arg("kind"), py::arg("level"), py::arg("seed"),
             py::arg("threads"));
  module.def("ratio_test", &ratio_test_of, py::arg("X"), py::kw_only(), py::arg("weights") = py::none(),
             py::arg("model"), py::arg("method"), py::arg("em"), py::arg("replications"), py::arg("restarts"),
             py::arg("seed"), py::arg("threads"));
  module.def("select", &select_number, py::arg("X"), py::kw_only(), py::arg("weights") = py::none(),
             py::arg("components"), py::arg("families") = py::list(), py::arg("criterion"), py::arg("method"),
             py::arg("em"), py::arg("seed") = 0, py::arg("restarts") = 1, py::arg("threads") = 0, py::arg("order") = "",
             py::arg("tell") = py::none(), py::arg("missing") = "error");
}

}  // namespace mixseed::python
