// Short runs on a sample of the rows; the best one is the start of the fit (emEM).
// Biernacki, Celeux & Govaert, "Choosing starting values for the EM algorithm for getting the highest likelihood in
// multivariate Gaussian mixture models", Computational Statistics & Data Analysis 41, 2003.
#pragma once

#include <functional>

#include "fit/attempt.h"

namespace mixseed {

// The best of the tries, ranked as restarts are. Calls report(number of tries done) at every step; it may throw to
// cancel. Leaves out tries that fail; throws the first error if all fail. Makes no further try once `enough` is true.
Seeded run_short(const Dataset& X, const Pipeline& pipeline, std::size_t K, const Rng& restart,
                 const std::function<void(int)>& report, const Journal::Enough& enough = {});

// The last em. If it ends with collapsed components, one more search and em go on from there, because a component can
// collapse in the rounds after the sample.
Attempt refine_after_short_runs(const Datasets& datasets, const Seeded& seeded, const Pipeline& pipeline,
                                const InitialParameters& known, const Rng& restart, const Journal::Report& report,
                                const Journal::Enough& enough = {});

// The last em alone.
Pipeline after_short_runs(const Pipeline& pipeline);
// A search with its defaults, and the last em.
Pipeline search_and_em(const Pipeline& pipeline);

}  // namespace mixseed
