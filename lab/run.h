// One fit of an experiment.
#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <string>
#include <tuple>

#include "lab/data_set.h"
#include "lab/plan.h"
#include "mixseed/fit.h"
#include "mixseed/record.h"

namespace mixseed::lab {

// The result of one fit. Log-likelihoods are means per row; on fresh rows NaN without fresh rows.
struct Outcome {
  double initial = 0, final = 0;
  double initial_fresh = 0, final_fresh = 0;
  double rand_index = 0;  // adjusted, of the final model's components with the true ones; NaN without a truth
  // Final: the collapsed components that the fit reports; under rules=paper, whose tables are reproduced, components
  // narrower than LoadedData::narrow. Initial, under either rules: the latter, because a start rests on no floor.
  std::size_t initial_degenerate = 0, final_degenerate = 0;
  int rounds = 0;
  std::size_t averaged = 0, kept = 0, reseeded = 0, floored = 0;  // repairs of the whole fit
  Seconds seconds;
  std::string error;  // of a failed fit, whose other values are meaningless

  static constexpr auto fields() {
    return std::make_tuple(
        Field{"initial", "of the model that entered em", &Outcome::initial},
        Field{"final", "of the model that em gave", &Outcome::final},
        Field{"initial_fresh", "on fresh rows", &Outcome::initial_fresh},
        Field{"final_fresh", "on fresh rows", &Outcome::final_fresh},
        Field{"rand_index", "adjusted, with the truth", &Outcome::rand_index},
        Field{"initial_degenerate", "components narrower than the paper allows", &Outcome::initial_degenerate},
        Field{"final_degenerate", "collapsed components", &Outcome::final_degenerate},
        Field{"rounds", "of em", &Outcome::rounds}, Field{"averaged", "repairs", &Outcome::averaged},
        Field{"kept", "repairs", &Outcome::kept}, Field{"reseeded", "repairs", &Outcome::reseeded},
        Field{"floored", "repairs", &Outcome::floored}, Field{"seconds", "by stage", &Outcome::seconds},
        Field{"error", "", &Outcome::error});
  }
};
static_assert(describes_every_member<Outcome>());

// The identity of a run.
struct RunKey {
  std::string data;      // DataSet::key()
  std::string pipeline;  // from pipeline_under
  std::uint64_t seed = 0;
  RuleSet rules = RuleSet::paper;
  std::string version;  // of the engine
};

struct StoredRun {
  RunKey key;
  std::string label;  // of the method at the time of the run
  Outcome outcome;
};

// The method's text under the rules, as the store keeps it.
std::string pipeline_under(const std::string& pipeline, RuleSet rules);

// Fits on the calling thread. `go_on` is called once per round; false throws Error(cancelled).
Outcome execute(const LoadedData& loaded, std::size_t components, const std::string& pipeline, std::uint64_t seed,
                const std::function<bool()>& go_on);

}  // namespace mixseed::lab
