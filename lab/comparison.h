// Methods on one data set: which start to use.
#pragma once

#include <cstddef>
#include <string>
#include <vector>

#include "lab/ranks.h"
#include "lab/results.h"
#include "mixseed/optimum.h"

namespace mixseed::lab {

// One method over its seeds. Log-likelihoods are means per row.
struct Standing {
  std::string label, pipeline;
  MeanAndDeviation final;
  double best = 0;
  // The mean of the runs without collapsed components, or of all runs when each has some: the likelihood of a
  // collapsed component says nothing. Under rules=paper "collapsed" is the paper's measure (Outcome).
  double sound = 0;
  double behind = 0, behind_error = 0;  // the first method's `sound` minus this one's, and its standard error
  // The share of the runs that come within 1e-4 of the best of all runs, among those without collapsed components as
  // long as there are any.
  double share_at_best = 0;
  double degenerate = 0;        // collapsed components of a model, on average
  double share_degenerate = 0;  // runs with any
  std::size_t failed = 0;
  double seconds = 0;

  static constexpr auto fields() {
    return std::make_tuple(
        Field{"method", "label", &Standing::label}, Field{"pipeline", "its text", &Standing::pipeline},
        Field{"", "final log-likelihood", &Standing::final}, Field{"best", "of the runs", &Standing::best},
        Field{"sound", "mean of the runs without collapsed components", &Standing::sound},
        Field{"behind", "the first method's sound minus this one's", &Standing::behind},
        Field{"behind_error", "standard error of that", &Standing::behind_error},
        Field{"share_at_best", "runs that reach the best optimum found", &Standing::share_at_best},
        Field{"degenerate", "collapsed components of a model, on average", &Standing::degenerate},
        Field{"share_degenerate", "runs with any", &Standing::share_degenerate},
        Field{"failed", "runs", &Standing::failed}, Field{"seconds", "of a run, on average", &Standing::seconds});
  }
};
static_assert(describes_every_member<Standing>());

// Those first of which at least half of the runs have no collapsed component; then by `sound`, the best first.
std::vector<Standing> standings(const DataSetResult& result, const std::vector<Method>& methods);

}  // namespace mixseed::lab
