// Ranks methods on one data set by the fits that their starts lead to.
#pragma once

#include <cstddef>
#include <string>
#include <vector>

#include "lab/ranks.h"
#include "lab/results.h"
#include "mixseed/optimum.h"

namespace mixseed::lab {

// One method, summarised over its seeds. Log-likelihoods are means per row.
struct MethodSummary {
  std::string label, pipeline;
  MeanAndDeviation final;
  double best = 0;
  // The mean of the runs without collapsed components, or of all runs when each has some: the likelihood of a
  // collapsed component says nothing. Under rules=paper "collapsed" is the paper's measure (Outcome).
  double sound = 0;
  double behind = 0, behind_error = 0;  // the first method's `sound` minus this one's, and its standard error
  // Share of the runs within 1e-4 of the best run of any method. Runs with collapsed components do not count, unless
  // every run has some.
  double share_at_best = 0;
  double degenerate = 0;        // collapsed components of a model, on average
  double share_degenerate = 0;  // runs with any
  std::size_t failed = 0;
  double seconds = 0;

  static constexpr auto fields() {
    return std::make_tuple(
        Field{"method", "label", &MethodSummary::label}, Field{"pipeline", "its text", &MethodSummary::pipeline},
        Field{"", "final log-likelihood", &MethodSummary::final}, Field{"best", "of the runs", &MethodSummary::best},
        Field{"sound", "mean of the runs without collapsed components", &MethodSummary::sound},
        Field{"behind", "the first method's sound minus this one's", &MethodSummary::behind},
        Field{"behind_error", "standard error of that", &MethodSummary::behind_error},
        Field{"share_at_best", "runs that reach the best optimum found", &MethodSummary::share_at_best},
        Field{"degenerate", "collapsed components of a model, on average", &MethodSummary::degenerate},
        Field{"share_degenerate", "runs with any", &MethodSummary::share_degenerate},
        Field{"failed", "runs", &MethodSummary::failed},
        Field{"seconds", "of a run, on average", &MethodSummary::seconds});
  }
};
static_assert(describes_every_member<MethodSummary>());

// Methods that collapse in more than half of their runs come last; the others by descending `sound`.
std::vector<MethodSummary> method_summaries(const DataSetResult& result, const std::vector<Method>& methods);

}  // namespace mixseed::lab
