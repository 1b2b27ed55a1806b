// The passes over the data: one walk each, Moments out.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "mixseed/mixture.h"
#include "model/density.h"
#include "model/memory.h"
#include "model/moments.h"
#include "model/points.h"
#include "model/rules.h"

namespace mixseed {

// A memory that is handed from one pass to the next, over the same rows and as many components, makes the next one
// faster; it changes the order in which rows are added up, and nothing else.

// EM's expectation: responsibilities as masses; the objective is the sum of log densities. Under Rules::paper a row
// whose densities all underflow in double precision has the mixture's weights as responsibilities.
Moments expect(const Points& X, const Density& density, Moments::Second second, Rules rules, Memory& memory);
Moments expect(const Points& X, const Density& density, Moments::Second second, Rules rules);

// CEM's classification: each row to argmax_k w_k N_k; the objective is the sum of those log terms.
Moments classify(const Points& X, const Density& density, Moments::Second second, Memory& memory);
Moments classify(const Points& X, const Density& density, Moments::Second second);

// Each row to its nearest centre, ties to the lowest index; the objective is the sum of squared distances.
Moments assign_nearest(const Points& X, const Centers& centers, Moments::Second second, Memory& memory);
Moments assign_nearest(const Points& X, const Centers& centers, Moments::Second second);

// m(x | theta): the smallest squared Mahalanobis distance of every row to a component.
std::vector<double> min_mahalanobis(const Points& X, const Density& density);

// nearest[i] = min(nearest[i], |x_i - center|^2)
void shrink_to(const Points& X, std::span<const double> center, std::vector<double>& nearest);
// likewise with the squared Mahalanobis distance to component k
void shrink_to(const Points& X, const Density& density, std::size_t k, std::vector<double>& nearest);

}  // namespace mixseed
