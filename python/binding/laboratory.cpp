#include "laboratory.h"

#include <pybind11/stl.h>

#include <cstdint>
#include <limits>
#include <string>
#include <vector>

#include "arrays.h"
#include "lab/compare.h"
#include "lab/comparison.h"
#include "mixseed/error.h"
#include "mixseed/generate.h"
#include "records.h"
#include "watched.h"

namespace mixseed::python {
namespace {

py::tuple generate_rows(std::size_t rows, std::size_t dim, std::size_t components, double separation, double skew,
                        const std::string& sizes, double least, double most, double noise, std::uint64_t seed) {
  Generated made = generate({.rows = rows,
                             .dim = dim,
                             .components = components,
                             .separation = separation,
                             .weight_skew = skew,
                             .sizes = parse_name<Sizes>(sizes, "sizes: expected"),
                             .least_eccentricity = least,
                             .most_eccentricity = most,
                             .noise = noise,
                             .seed = seed});
  const std::vector<py::ssize_t> shape{static_cast<py::ssize_t>(rows), static_cast<py::ssize_t>(dim)};
  std::vector<std::int64_t> labels(made.labels.begin(), made.labels.end());
  return py::make_tuple(as_array(std::move(made.points), shape), as_array(std::move(labels)), as_dict(made.mixture));
}

// methods: labels or pipelines; none are the ten of the paper's tables and auto.
py::tuple compare_starts(const py::array& X, const py::object& weights, std::size_t components,
                         const std::vector<std::string>& methods, std::size_t seeds, const std::string& rules,
                         std::size_t threads, const py::object& tell) {
  const DataView view = view_of(X, weights);
  std::vector<lab::Method> wanted;
  for (const std::string& text : methods) wanted.push_back(lab::method_named(text));
  if (wanted.empty()) wanted = lab::methods_to_compare();
  const auto chosen = lab::rules_named(rules);
  if (chosen.size() != 1) throw Error(ErrorCode::usage, "rules: expected default or paper, got '" + rules + "'");
  std::vector<lab::MethodSummary> summaries;
  run_watched(
      [&](const Observer& observer) {
        lab::CompareOptions options{.seeds = seeds, .jobs = threads, .rules = chosen.front()};
        options.observer = [&](std::size_t done, std::size_t all) {
          constexpr double kUnknown = std::numeric_limits<double>::quiet_NaN();
          const double share = static_cast<double>(done) / static_cast<double>(all);
          return observer({components, static_cast<int>(done), static_cast<int>(all), "compare", static_cast<int>(done),
                           static_cast<int>(all), kUnknown, share, kUnknown, done, all});
        };
        const lab::Results results = lab::compare(view, components, wanted, options);
        summaries = lab::method_summaries(results.data_sets.front(), results.methods);
      },
      tell);
  py::list table;
  for (const lab::MethodSummary& summary : summaries) table.append(dict_of(summary));
  return py::make_tuple(table, std::size_t{0});
}

}  // namespace

void bind_laboratory(py::module_& module) {
  module.def("generate", &generate_rows, py::arg("rows"), py::arg("dim"), py::arg("components"), py::arg("separation"),
             py::arg("weight_skew"), py::arg("sizes"), py::arg("least_eccentricity"), py::arg("most_eccentricity"),
             py::arg("noise"), py::arg("seed"));
  module.def("compare", &compare_starts, py::arg("X"), py::arg("weights"), py::arg("components"), py::arg("methods"),
             py::arg("seeds"), py::arg("rules"), py::arg("threads"), py::arg("tell"));
}

}  // namespace mixseed::python
