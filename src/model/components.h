// Extracts, replaces, splits and merges components of a mixture.
#pragma once

#include <span>
#include <vector>

#include "mixseed/mixture.h"

namespace mixseed {

// Component k alone, with weight 1.
Mixture component(const Mixture& theta, std::size_t k);

// Appends the components of a mixture of the same layout, with unchanged weights; and extracts `count` of them. A
// shared covariance stays that of `theta`.
void append(Mixture& theta, const Mixture& more);
Mixture parts_of(const Mixture& theta, std::size_t first, std::size_t count);

// Rescales weights to another sum.
void share_out(std::span<double> weights, double all);

// Component k becomes component i of `by`, of the same layout, with this weight. A shared covariance stays; otherwise
// the family name is cleared.
void replace(Mixture& theta, std::size_t k, const Mixture& by, std::size_t i, double weight);

// One component of weight 1 with the mean and covariance of components j and k together.
Mixture joined(const Mixture& theta, std::size_t j, std::size_t k);

// Two components of weight 1/2 on either side of the mean along the main axis. Together they have the mean and, as far
// as the layout allows, the covariance of the first component.
Mixture halves(const Mixture& one);

// One component for each mean (D numbers each), with these weights and shares[i] times the first component's
// covariance.
Mixture copies_at(const Mixture& one, std::vector<double> means, std::vector<double> weights,
                  std::vector<double> shares);

}  // namespace mixseed
