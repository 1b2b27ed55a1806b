// A round of EM over pieces of the rows: summarize each piece, merge the summaries, update the model. This is exact EM,
// not learning from a stream: every round needs every piece again, with the new model.
#pragma once

#include <span>
#include <string>
#include <string_view>

#include "mixseed/data.h"
#include "mixseed/mixture.h"

namespace mixseed {

// The E-step's moments of these rows, about K (D^2 + 3 D) / 2 numbers, as bytes for a process of the same build. Throws
// Error(input) for an invalid model or invalid rows.
std::string summarize(const Mixture& model, const DataView& rows, int threads = 0);

// For pieces without common rows, summarised with one model; the order changes rounding only. Throws Error(usage) for
// no summaries or different models, Error(input) for bytes that are not a summary.
std::string merge_summaries(std::span<const std::string> summaries);

struct Update {
  Mixture model;              // of the same family as the model of the summaries
  double log_likelihood = 0;  // of the model of the summaries, the sum over the rows
  double observations = 0;    // the sum of the weights
};
// The M-step; no covariance falls below `floor` times the covariance of the rows. The likelihood never falls from round
// to round once the covariances lie above the floor.
Update update(std::string_view summary, double floor = 1e-6);

}  // namespace mixseed
