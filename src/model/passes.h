// The passes over the data: one walk each, Moments out.
#pragma once

#include <cstdint>
#include <vector>

#include "mixseed/mixture.h"
#include "model/density.h"
#include "model/moments.h"
#include "model/points.h"
#include "model/rules.h"

namespace mixseed {

// EM's expectation: responsibilities as masses; the objective is the sum of log densities. Under Rules::paper a row
// whose densities all underflow in double precision has the mixture's weights as responsibilities.
Moments expect(const Points& X, const Density& density, Moments::Second second, Rules rules);

// CEM's classification: each row to argmax_k w_k N_k; the objective is the sum of those log terms.
Moments classify(const Points& X, const Density& density, Moments::Second second);

// Each row to its nearest centre, ties to the lowest index; the objective is the sum of squared distances.
Moments assign_nearest(const Points& X, const Centers& centers, Moments::Second second);

// m(x | theta): the smallest squared Mahalanobis distance of every row to a component.
std::vector<double> min_mahalanobis(const Points& X, const Density& density);

// nearest[i] = min(nearest[i], |x_i - center|^2)
void shrink_to(const Points& X, const double* center, std::vector<double>& nearest);
// likewise with the squared Mahalanobis distance to component k
void shrink_to(const Points& X, const Density& density, std::size_t k, std::vector<double>& nearest);

// Walks the rows with responsibilities[k][i] (stride kBlock) and log densities at hand.
template <typename Visit>
void for_each_responsibility(const Points& X, const Density& density, const Visit& visit) {
  X.for_each_block([&](const Block& block) {
    std::vector<double> terms(density.size() * kernel::kBlock), scratch(X.dim() * kernel::kBlock);
    double log_density[kernel::kBlock];
    density.log_terms(block, terms.data(), scratch.data());
    kernel::active().normalise(terms.data(), density.size(), block.rows, log_density);
    visit(block, terms.data(), log_density);
  });
}

}  // namespace mixseed
