#include <unistd.h>

#include <algorithm>
#include <cmath>
#include <filesystem>

#include "mixseed/error.h"
#include "mixseed/mixseed.h"
#include "saved/case.h"

namespace mixseed::saved {
namespace {

Data data_of(const Case& c) {
  const GivenRows& rows = c.rows;
  const Data data =
      c.single ? Data::from(std::vector<float>(rows.values.begin(), rows.values.end()), rows.rows, rows.columns)
               : Data::from(rows.values, rows.rows, rows.columns);
  return rows.weights.empty() ? data : data.weighted(rows.weights);
}

std::vector<Fit> fits_of(const Case& c, const DataView& rows) {
  FitOptions options{.seed = c.seed, .restarts = c.restarts, .threads = 1};
  if (c.passes > 0) options.budget = Budget{.passes = c.passes};
  if (c.missing) options.missing = MissingValues::marginal;
  const Pipeline pipeline = Pipeline::parse(c.method);
  const auto K = c.components.front();
  if (!c.is_grid()) return {fit(rows, K, pipeline, options)};
  return select(rows, c.components, c.families, Criterion::bic, pipeline, options).fits;
}

// A file that is removed in the end.
struct ModelPath {
  std::string path =
      (std::filesystem::temp_directory_path() / ("mixseed-saved-" + std::to_string(getpid()) + ".json")).string();
  ~ModelPath() { unlink(path.c_str()); }
};

SavedModel saved(const Fit& fit) {
  const ModelPath file;
  Provenance provenance;
  provenance.rows = fit.rows;
  provenance.log_likelihood = fit.best_restart().final_log_likelihood;
  save_model(file.path, {fit.model, {}, provenance});
  load_model(file.path);  // throws where the library refuses its own file
  return read_saved(file.path);
}

LibraryResult result_of(const Case& c, const Fit& fit, const DataView& rows) {
  const Criteria& all = fit.criteria;
  return {all.log_likelihood,
          all.observations,
          all.bic,
          all.aic,
          all.icl,
          all.parameters,
          score_rows(fit.model, rows, 1, c.missing ? MissingValues::marginal : MissingValues::error)};
}

bool has_prior(const Fit& fit) {
  const Pipeline pipeline = Pipeline::parse(fit.method);
  return pipeline.refiners.back().parameters.number("prior") != 0;
}

void examine_fit(const Case& c, const Fit& fit, const DataView& rows, Broken& broken, std::vector<Cell>& cells) {
  const auto add = [&](const Broken& more) {
    for (const std::string& one : more) {
      broken.push_back(one + " [" + std::string(family_name(fit.model)) + ", K = " + std::to_string(fit.model.size()) +
                       ", collapsed " + std::to_string(fit.best_restart().collapsed) + "]");
    }
  };
  const SavedModel model = saved(fit);
  const Broken unsound = check_parameters(model, c.rows);
  add(unsound);
  if (!unsound.empty()) return;
  add(check_family(model));
  const Exact exact = evaluate(model, c.rows);
  add(check_result(model, c.rows, exact, result_of(c, fit, rows)));
  const bool comparable = !c.missing && !has_prior(fit) && fit.best_restart().collapsed == 0;
  cells.push_back({std::string(covariance_family(model.family).letters), model.weights.size(),
                   exact.total / exact.observations, comparable});
}

}  // namespace

Broken examine(const Case& c) {
  Broken broken;
  try {
    const Data rows = data_of(c);
    std::vector<Cell> cells;
    for (const Fit& fit : fits_of(c, rows.view)) examine_fit(c, fit, rows.view, broken, cells);
    const Broken grid = check_grid(cells);
    broken.insert(broken.end(), grid.begin(), grid.end());
  } catch (const Error& error) {
    broken.push_back(std::string("refused: ") + error.what());
  } catch (const std::exception& error) {
    broken.push_back(std::string("exception: ") + error.what());
  }
  return broken;
}

}  // namespace mixseed::saved
