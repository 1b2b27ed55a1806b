// Short fits on a sample of the rows, of which the best gives the start of the real one.
// Biernacki, Celeux & Govaert, "Choosing starting values for the EM algorithm for getting the highest likelihood in
// multivariate Gaussian mixture models", Computational Statistics & Data Analysis 41, 2003.
#pragma once

#include <functional>

#include "fit/attempt.h"

namespace mixseed {

// The best of the tries, preferred as restarts are. `report` is told the number of tries that are done, at every step
// of a try, and may throw to cancel. A try that fails otherwise is left out; when all fail the first error is thrown.
// Once it is enough, the tries that are left are not made.
Seeded run_short(const Dataset& X, const Pipeline& pipeline, std::size_t K, const Rng& restart,
                 const std::function<void(int)>& report, const Journal::Enough& enough = {});

// The last em. Where it ends collapsed, the search that came before goes on from there, once, and em follows again: a
// component that EM on the way had not yet brought to its end can collapse on the way that is left.
Attempt refine_after_short_runs(const Datasets& datasets, const Seeded& seeded, const Pipeline& pipeline,
                                const InitialParameters& known, const Rng& restart, const Journal::Report& report,
                                const Journal::Enough& enough = {});

// What is left to do after a rehearsal: the last em.
Pipeline after_short_runs(const Pipeline& pipeline);

}  // namespace mixseed
