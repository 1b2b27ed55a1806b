#include "select/observed_grid.h"

#include <string>

#include "fit/checks.h"
#include "fit/observed_fits.h"
#include "select/choice.h"

namespace mixseed::observed {

Selection select(const DataView& data, std::span<const std::size_t> components, std::span<const std::string> families,
                 Criterion criterion, const Pipeline& pipeline, const FitOptions& options) {
  check_memory(data.columns(), 1, {&pipeline, 1});
  FitOptions own = options;
  own.missing = MissingValues::error;  // for fits of filled rows
  const ObservedData rows_with_gaps(data, own);
  ObservedContext context(rows_with_gaps, pipeline, own);
  check_ascending(components);
  std::vector<Pipeline> pipelines;
  for (const std::string& family : families) pipelines.push_back(pipeline.with(EmOptions{.covariance = family}));
  if (families.empty()) pipelines.push_back(pipeline);
  std::vector<Task> tasks;
  for (const Pipeline& one : pipelines) {
    for (const std::size_t k : components) tasks.push_back(observed_task(context, k, one));
  }
  const auto fit_filled = [&](const DataView& rows, const Pipeline& shorter, const FitOptions& each) {
    return families.empty() ? mixseed::select(rows, components, Criterion::bic, shorter, each).fits
                            : mixseed::select(rows, components, families, Criterion::bic, shorter, each).fits;
  };
  return chosen_among(fit_tasks(context, std::move(tasks), fit_filled), criterion);
}

}  // namespace mixseed::observed
