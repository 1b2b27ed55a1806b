// Methods by rows that were not fitted.
#pragma once

#include <cstddef>
#include <string>
#include <vector>

#include "lab/compare.h"
#include "mixseed/record.h"

namespace mixseed::lab {

// One method over the folds. Log-likelihoods are means per row; a fold's is the mean over the seeds.
struct FoldStanding {
  std::string label, pipeline;
  double test = 0, test_error = 0;      // of rows that were not fitted, and its standard error over the folds
  double behind = 0, behind_error = 0;  // the mean over the folds of the first method's minus this one's, and its error
  double train = 0;                     // of the rows that were fitted
  double degenerate = 0;                // collapsed components of a model, on average
  std::size_t failed = 0;               // runs
  double seconds = 0;

  static constexpr auto fields() {
    return std::make_tuple(
        Field{"method", "label", &FoldStanding::label}, Field{"pipeline", "its text", &FoldStanding::pipeline},
        Field{"test", "log-likelihood of rows that were not fitted", &FoldStanding::test},
        Field{"test_error", "standard error of that", &FoldStanding::test_error},
        Field{"behind", "the first method's test minus this one's, fold by fold", &FoldStanding::behind},
        Field{"behind_error", "standard error of that", &FoldStanding::behind_error},
        Field{"train", "log-likelihood of the rows that were fitted", &FoldStanding::train},
        Field{"degenerate", "collapsed components of a model, on average", &FoldStanding::degenerate},
        Field{"failed", "runs", &FoldStanding::failed},
        Field{"seconds", "of a run, on average", &FoldStanding::seconds});
  }
};
static_assert(describes_every_member<FoldStanding>());

inline constexpr std::size_t kMostFolds = 1000;

// Every method with every seed on every fold; the highest mean on test rows first. Rows fall into folds at random, the
// same for all methods, seeds and machines. Throws as `compare` does, and Error(usage) for fewer than two folds or more
// than rows, or when a fold leaves fewer rows than components to be fitted.
std::vector<FoldStanding> compare_by_folds(const DataView& data, std::size_t components,
                                           const std::vector<Method>& methods, std::size_t folds,
                                           const CompareOptions& options);

}  // namespace mixseed::lab
