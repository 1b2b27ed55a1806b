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

// What became of it. Log-likelihoods are means per row; those on fresh rows are NaN without a true mixture.
struct Outcome {
  double initial = 0, final = 0;
  double initial_fresh = 0, final_fresh = 0;
  double rand_index = 0;  // adjusted, of the rows' components in the final model and in truth; NaN without a truth
  // Final: the collapsed components that the fit reports; under rules=paper, whose tables are reproduced, components
  // narrower than Loaded::narrow. Initial, under either rules: the latter, because a start rests on no floor.
  std::size_t initial_degenerate = 0, final_degenerate = 0;
  int rounds = 0;
  std::size_t averaged = 0, kept = 0, reseeded = 0, floored = 0;  // repairs of the whole fit
  Seconds seconds;
  std::string error;  // when the fit failed; then nothing else is meant

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
  std::string pipeline;  // under its rules
  std::uint64_t seed = 0;
  RuleSet rules = RuleSet::paper;
  std::string version;  // of the engine
};

struct StoredRun {
  RunKey key;
  std::string label;  // of the method, when it was run
  Outcome outcome;
};

// The text of the method under the rules: what the store has.
std::string pipeline_under(const std::string& pipeline, RuleSet rules);

// On the calling thread alone. `go_on` is asked once per round; false gives Error(cancelled).
Outcome execute(const Loaded& loaded, std::size_t components, const std::string& pipeline, std::uint64_t seed,
                const std::function<bool()>& go_on);

}  // namespace mixseed::lab
