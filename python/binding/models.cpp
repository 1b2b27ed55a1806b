#include "models.h"

#include <pybind11/stl.h>

#include "arrays.h"
#include "mixseed/evaluate.h"
#include "mixseed/family.h"
#include "mixseed/fit.h"
#include "mixseed/io.h"
#include "mixseed/missing.h"
#include "mixseed/names.h"
#include "mixseed/precision.h"
#include "mixseed/version.h"

namespace mixseed::python {
namespace {

// Calls work() without the GIL.
template <typename Work>
auto released(const Work& work) {
  const py::gil_scoped_release gil;
  return work();
}

py::array_t<std::int64_t> as_labels(const std::vector<std::size_t>& labels) {
  return as_array(std::vector<std::int64_t>(labels.begin(), labels.end()));
}

MissingValues missing_named(const std::string& name) { return parse_name<MissingValues>(name, "missing: expected"); }

py::dict criteria_of(const Mixture& mixture, const py::array& X, const py::object& weights, int threads,
                     const std::string& missing) {
  const DataView view = view_of(X, weights);
  const MissingValues handling = missing_named(missing);
  const Criteria all = released([&] { return criteria(mixture, view, threads, handling); });
  py::dict out;
  out["log_likelihood"] = all.log_likelihood;
  out["observations"] = all.observations;
  out["bic"] = all.bic;
  out["aic"] = all.aic;
  out["icl"] = all.icl;
  return out;
}

py::array_t<double> responsibilities_of(const Mixture& mixture, const py::array& X, int threads,
                                        const std::string& missing) {
  const DataView view = view_of(X);
  const MissingValues handling = missing_named(missing);
  return as_array(released([&] { return responsibilities(mixture, view, threads, handling); }),
                  {X.shape(0), static_cast<py::ssize_t>(mixture.size() + mixture.noise.has_value())});
}

py::tuple sample_of(const Mixture& mixture, std::size_t n, std::uint64_t seed) {
  Sample drawn = released([&] { return sample(mixture, n, seed); });
  const std::vector<py::ssize_t> shape{static_cast<py::ssize_t>(n), static_cast<py::ssize_t>(drawn.dim)};
  return py::make_tuple(as_array(std::move(drawn.points), shape), as_labels(drawn.labels));
}

// Memberships of one dimension are labels, of two responsibilities.
py::tuple estimate_from(const py::array& X, const py::object& weights, const py::array& memberships,
                        std::size_t components, const std::string& covariance, int threads,
                        const std::string& missing) {
  const DataView view = view_of(X, weights);
  const MissingValues handling = missing_named(missing);
  Mixture theta;
  if (memberships.ndim() == 1) {
    const auto labels = py::cast<std::vector<std::size_t>>(memberships);
    theta = released([&] { return estimate(view, labels, components, covariance, threads, handling); });
  } else {
    const auto array = py::cast<Doubles>(memberships);
    const std::span<const double> numbers(array.data(), static_cast<std::size_t>(array.size()));
    theta = released([&] { return estimate(view, numbers, covariance, threads, handling); });
  }
  const py::dict parts = as_dict(theta);
  return py::make_tuple(parts["weights"], parts["means"], parts["covariances"]);
}

// What of `origin` is there goes into the file.
Provenance provenance_of(const py::dict& origin) {
  Provenance provenance;
  const auto take = [&]<typename Value>(const char* name, Value& value) {
    if (origin.contains(name)) value = py::cast<Value>(origin[name]);
  };
  provenance.version = kVersion;
  take("method", provenance.method);
  take("seed", provenance.seed);
  take("rows", provenance.rows);
  take("rounds", provenance.rounds);
  take("converged", provenance.converged);
  take("log_likelihood", provenance.log_likelihood);
  take("resolution", provenance.resolution);
  return provenance;
}

void save(const std::string& path, const Mixture& mixture, const std::vector<std::string>& columns,
          const py::dict& origin) {
  const ModelFile file{mixture, columns, provenance_of(origin)};
  released([&] { save_model(path, file); });
}

py::dict load(const std::string& path) {
  const ModelFile file = released([&] { return load_model(path); });
  py::dict out = as_dict(file.mixture);
  out["columns"] = file.columns;
  out["origin"] = py::dict();
  if (!file.provenance) return out;
  const Provenance& provenance = *file.provenance;
  py::dict origin;
  origin["method"] = provenance.method;
  origin["seed"] = provenance.seed;
  origin["rows"] = provenance.rows;
  if (provenance.converged) {
    origin["converged"] = *provenance.converged;
    origin["rounds"] = provenance.rounds;
  }
  if (provenance.log_likelihood) origin["log_likelihood"] = *provenance.log_likelihood;
  if (!provenance.resolution.empty()) origin["resolution"] = as_array(provenance.resolution);
  out["origin"] = origin;
  return out;
}

void bind_evaluation(py::class_<Mixture>& mixture) {
  mixture
      .def(
          "score_rows",
          [](const Mixture& m, const py::array& X, int threads, const std::string& missing) {
            const DataView view = view_of(X);
            const MissingValues handling = missing_named(missing);
            return as_array(released([&] { return score_rows(m, view, threads, handling); }));
          },
          py::arg("X"), py::arg("threads"), py::arg("missing") = "error")
      .def(
          "assign",
          [](const Mixture& m, const py::array& X, int threads, const std::string& missing) {
            const DataView view = view_of(X);
            const MissingValues handling = missing_named(missing);
            return as_labels(released([&] { return assign(m, view, threads, handling); }));
          },
          py::arg("X"), py::arg("threads"), py::arg("missing") = "error")
      .def("responsibilities", &responsibilities_of, py::arg("X"), py::arg("threads"), py::arg("missing") = "error")
      .def(
          "impute",
          [](const Mixture& m, const py::array& X, int threads) {
            const DataView view = view_of(X);
            return as_array(released([&] { return impute(m, view, threads); }), {X.shape(0), X.shape(1)});
          },
          py::arg("X"), py::arg("threads"))
      .def("criteria", &criteria_of, py::arg("X"), py::arg("weights"), py::arg("threads"),
           py::arg("missing") = "error");
}

void bind_parts(py::class_<Mixture>& mixture) {
  mixture.def("sample", &sample_of, py::arg("n"), py::arg("seed"))
      .def("parts", &as_dict)
      .def(
          "marginal", [](const Mixture& m, const std::vector<std::size_t>& columns) { return marginal(m, columns); },
          py::arg("columns"))
      .def(
          "conditional",
          [](const Mixture& m, const std::vector<std::size_t>& columns, const std::vector<double>& values) {
            return conditional(m, columns, values);
          },
          py::arg("columns"), py::arg("values"))
      .def("precisions",
           [](const Mixture& m) { return in_shape_of(layout_of(m.covariance).plain(), precisions(m), m); })
      .def("precision_factors",
           [](const Mixture& m) { return in_shape_of(layout_of(m.covariance).plain(), precision_factors(m), m); })
      .def("free_parameters", &free_parameters)
      .def("check", [](const Mixture& m) { check(m); });
}

py::list list_families() {
  py::list all;
  for (const FamilyInfo& family : covariance_families()) {
    py::dict entry;
    entry["name"] = std::string(family.name);
    entry["letters"] = std::string(family.letters);
    entry["summary"] = std::string(family.summary);
    entry["covariance"] = std::string(name_of(family.covariance));
    entry["words"] = std::vector<std::string>(family.words.begin(), family.words.end());
    all.append(entry);
  }
  return all;
}

}  // namespace

void bind_models(py::module_& module) {
  module.def("families", &list_families);
  module.def("family_names", &covariance_family_names, py::arg("text"), py::arg("columns"));
  py::class_<Mixture> mixture(module, "Mixture");
  mixture.def(py::init(&mixture_of), py::arg("covariance"), py::arg("weights"), py::arg("means"),
              py::arg("covariances"), py::arg("noise") = py::none());
  bind_evaluation(mixture);
  bind_parts(mixture);
  module.def("estimate", &estimate_from, py::arg("X"), py::arg("weights"), py::arg("memberships"),
             py::arg("components"), py::arg("covariance"), py::arg("threads"), py::arg("missing") = "error");
  module.def("save", &save, py::arg("path"), py::arg("mixture"), py::arg("columns"), py::arg("origin"));
  module.def("load", &load, py::arg("path"));
}

}  // namespace mixseed::python
