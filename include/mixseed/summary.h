// A round of EM by hand, over pieces of the rows: who has a piece summarises it, summaries merge, and one update ends
// the round. Exact EM, not learning from a stream: every round needs every piece again, under the new model.
#pragma once

#include <span>
#include <string>
#include <string_view>

#include "mixseed/data.h"
#include "mixseed/mixture.h"

namespace mixseed {

// What the next model needs of these rows under this one, about K (D^2 + 3 D) / 2 numbers, as bytes for a process of
// the same build. Throws Error(input) for a model or rows that cannot be used.
std::string summarize(const Mixture& model, const DataView& rows, int threads = 0);

// Of pieces without common rows, under one model; another order gives the same but for rounding. Throws Error(usage)
// when there are none or their models differ, Error(input) for bytes that are no summary.
std::string merge_summaries(std::span<const std::string> summaries);

struct Update {
  Mixture model;              // of the family that the summarised one belongs to
  double log_likelihood = 0;  // of the summarised one, the sum over the rows
  double observations = 0;    // the sum of the weights
};
// EM's maximisation; no covariance falls below `floor` times the rows' own. The likelihood never falls from one round
// to the next, once the covariances lie above the floor.
Update update(std::string_view summary, double floor = 1e-6);

}  // namespace mixseed
