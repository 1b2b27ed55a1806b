// Starts for EM on the observed values: fits of the rows with missing values filled in several ways. Short runs of EM
// on the observed values rank them, and the best go on to the end.
// Biernacki, Celeux & Govaert, "Choosing starting values for the EM algorithm for getting the highest likelihood in
// multivariate Gaussian mixture models", Computational Statistics & Data Analysis 41, 2003 (emEM).
#pragma once

#include <atomic>
#include <functional>
#include <mutex>
#include <span>
#include <vector>

#include "fit/observed_cell.h"
#include "fit/stopwatch.h"

namespace mixseed {

class ObservedSearch {
 public:
  // Throws Error(usage) for what EM on observed values does not support. All must outlive this object.
  ObservedSearch(const ObservedData& data, const Pipeline& pipeline, const FitOptions& options);

  // A cell to be fitted, with the family of the pipeline.
  ObservedCell cell(std::size_t components, const Pipeline& pipeline) const;
  // Fits filled rows, once for each of the cells, by a pipeline with few rounds of em.
  using FitFilled =
      std::function<std::vector<Fit>(const DataView& rows, const Pipeline& pipeline, const FitOptions& options)>;
  std::vector<Fit> fits(std::vector<ObservedCell> cells, const FitFilled& fit_filled);
  // EM from given starts in the caller's units, one restart for each.
  Fit fit_from(std::span<const State> starts);

 private:
  std::vector<Data> common_sources(std::size_t most_components) const;
  FitOptions options_on_filled(std::size_t restart, int threads) const;
  std::vector<Fit> fits_on_filled(const DataView& rows, const FitFilled& fit_filled, std::size_t restart, int threads);
  Attempt best_end(const ObservedCell& cell, std::vector<Mixture> starts, std::size_t restart, Pool& pool);
  std::vector<Attempt> run_each(const ObservedCell& cell, const std::vector<Mixture>& starts, int most_rounds,
                                std::size_t restart, Pool& pool);
  // Searches from the best model on rows filled with draws from it, and keeps an end that is better.
  Attempt searched_again(const ObservedCell& cell, Attempt best, std::size_t restart, Pool& pool);
  Attempt run_to_the_end(const ObservedCell& cell, const Mixture& start, std::size_t restart, Pool& pool);
  Rng stream(std::size_t restart) const { return Rng(options_.seed).split(restart); }
  bool tell(Progress progress);
  template <typename Work>
  void side_by_side(std::size_t count, const Work& work);

  const ObservedData& data_;
  const Pipeline& pipeline_;
  const FitOptions& options_;
  Known known_;  // in the unit of the rows
  std::mutex mutex_;
  Stopwatch watch_;
  std::size_t parts_ = 1, runs_ = 1;
  std::atomic<std::size_t> parts_done_ = 0, runs_done_ = 0;
};

}  // namespace mixseed
