// The record of one restart: its rounds, results and times.
#pragma once

#include <cstddef>
#include <string>
#include <string_view>
#include <tuple>
#include <vector>

#include "mixseed/record.h"
#include "mixseed/repairs.h"

namespace mixseed {

// One round of one refiner. `objective` belongs to the state that entered the round: mean log-likelihood per row
// for em, mean complete-data log-likelihood for cem, mean squared distance for kmeans.
struct Round {
  std::string_view stage;
  int round = 0;
  double objective = 0;
  Repairs repairs;
  double seconds = 0;

  static constexpr auto fields() {
    return std::make_tuple(
        Field{"stage", "the refiner", &Round::stage}, Field{"round", "0 is the start", &Round::round},
        Field{"objective", "of the state that entered the round", &Round::objective},
        Field{"repairs", "of this round", &Round::repairs}, Field{"seconds", "that the round took", &Round::seconds});
  }
};
static_assert(describes_every_member<Round>());
using Trace = std::vector<Round>;

struct Seconds {
  double seed = 0, refine = 0, em = 0, total = 0;

  static constexpr auto fields() {
    return std::make_tuple(Field{"seed", "the seeder", &Seconds::seed},
                           Field{"refine", "what stands between the seeder and em", &Seconds::refine},
                           Field{"em", "em", &Seconds::em}, Field{"total", "all of it", &Seconds::total});
  }
  constexpr Seconds& operator+=(const Seconds& other) {
    add_fields(*this, other);
    return *this;
  }
};
static_assert(describes_every_member<Seconds>());

// A restart that failed has an error and no other results.
struct Restart {
  int index = 0;
  double initial_log_likelihood = 0;  // mean per row, of the model that entered em
  double final_log_likelihood = 0;
  double penalised_log_likelihood = 0;  // with the rows of em's prior; equal to the former without a prior
  int rounds = 0;                       // of em
  bool converged = false;
  std::size_t collapsed = 0;  // components of the final model that only the floor keeps from collapsing onto a few rows
  std::size_t flat = 0;       // those, and components of many rows that share a value or lie on a plane
  bool perturbed = false;     // started from the best model before it; only with a budget
  Repairs repairs;
  Seconds seconds;
  std::string error;

  static constexpr auto fields() {
    return std::make_tuple(
        Field{"restart", "its number, from 0", &Restart::index},
        Field{"initial.log_likelihood", "mean per row, of the model that entered em", &Restart::initial_log_likelihood},
        Field{"final.log_likelihood", "mean per row, of the model that em gave", &Restart::final_log_likelihood},
        Field{"final.penalised", "with the rows of em's prior, per row", &Restart::penalised_log_likelihood},
        Field{"rounds", "of em", &Restart::rounds}, Field{"converged", "whether em did", &Restart::converged},
        Field{"collapsed", "components that a few rows have made, and only the floor holds up", &Restart::collapsed},
        Field{"flat", "all components that only the floor holds up", &Restart::flat},
        Field{"kicked", "whether it began at the best before it; with a budget", &Restart::perturbed},
        Field{"repairs", "of the whole restart", &Restart::repairs}, Field{"seconds", "by stage", &Restart::seconds},
        Field{"error", "why it failed; empty when it did not", &Restart::error});
  }
};
static_assert(describes_every_member<Restart>());

}  // namespace mixseed
