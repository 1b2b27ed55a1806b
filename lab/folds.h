// Cross-validation: judges methods by the likelihood of rows that were not fitted.
#pragma once

#include <cstddef>
#include <string>
#include <vector>

#include "lab/compare.h"
#include "mixseed/record.h"

namespace mixseed::lab {

// One method over the folds. Log-likelihoods are means per row; a fold's is the mean over the seeds.
struct FoldSummary {
  std::string label, pipeline;
  double test = 0, test_error = 0;      // of the test rows, and its standard error over the folds
  double behind = 0, behind_error = 0;  // first method's test minus this one's, mean over the folds, and its error
  double train = 0;                     // of the rows that were fitted
  double degenerate = 0;                // collapsed components of a model, on average
  std::size_t failed = 0;               // runs
  double seconds = 0;

  static constexpr auto fields() {
    return std::make_tuple(
        Field{"method", "label", &FoldSummary::label}, Field{"pipeline", "its text", &FoldSummary::pipeline},
        Field{"test", "log-likelihood of rows that were not fitted", &FoldSummary::test},
        Field{"test_error", "standard error of that", &FoldSummary::test_error},
        Field{"behind", "the first method's test minus this one's, fold by fold", &FoldSummary::behind},
        Field{"behind_error", "standard error of that", &FoldSummary::behind_error},
        Field{"train", "log-likelihood of the rows that were fitted", &FoldSummary::train},
        Field{"degenerate", "collapsed components of a model, on average", &FoldSummary::degenerate},
        Field{"failed", "runs", &FoldSummary::failed}, Field{"seconds", "of a run, on average", &FoldSummary::seconds});
  }
};
static_assert(describes_every_member<FoldSummary>());

inline constexpr std::size_t kMostFolds = 1000;

// Runs every method with every seed on every fold; highest mean on test rows first. Folds are random, but the same for
// all methods, seeds and machines. Throws as `compare` does, and Error(usage) for fewer than two folds, more folds than
// rows, or fewer rows to fit than components.
std::vector<FoldSummary> compare_by_folds(const DataView& data, std::size_t components,
                                          const std::vector<Method>& methods, std::size_t folds,
                                          const CompareOptions& options);

}  // namespace mixseed::lab
