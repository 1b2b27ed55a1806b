// Components of a mixture as mixtures of one, to be taken out, put in and joined.
#pragma once

#include <span>
#include <vector>

#include "mixseed/mixture.h"

namespace mixseed {

// Component k alone, with weight 1.
Mixture component(const Mixture& theta, std::size_t k);

// Puts components behind those of a mixture of the same layout, as they are, and takes some of them out again. What all
// share is the first one's.
void append(Mixture& theta, const Mixture& more);
Mixture parts_of(const Mixture& theta, std::size_t first, std::size_t count);

// Weights in the same proportions with another sum.
void share_out(std::span<double> weights, double all);

// Component k becomes component i of `by`, of the same layout, with this weight. Where all share one covariance, it
// stays. Otherwise the mixture is no longer known to belong to its family.
void replace(Mixture& theta, std::size_t k, const Mixture& by, std::size_t i, double weight);

// One component, of weight 1, with the mean and the covariance that j and k have together.
Mixture joined(const Mixture& theta, std::size_t j, std::size_t k);

// Two components of weight 1/2 on either side of the first one's mean along its main axis, which together have its
// mean and covariance as far as their layout can hold it.
Mixture halves(const Mixture& one);

// As often as there are means (D numbers each): components of these weights with `share` of the first one's covariance.
Mixture copies_at(const Mixture& one, std::vector<double> means, std::vector<double> weights,
                  std::vector<double> shares);

}  // namespace mixseed
