// Collapsed components: the one definition, used by everything that ranks models.
#pragma once

#include <cstddef>
#include <vector>

#include "mixseed/mixture.h"
#include "model/floor.h"

namespace mixseed {

// Whether each component has collapsed, so that its likelihood says nothing about the data. Three kinds:
// - it touches the relative part of the floor: rows that share a value or lie on a plane, where the likelihood without
//   a floor would be infinite;
// - it touches the part that comes from recording steps and has fewer than 10 (D + 1) rows: that few rows are equal by
//   chance;
// - it has fewer than 5 (D + 1) rows and, in some direction, less than 0.01 of the mean variance within components:
//   rows that lie nearly on a line or plane by chance (McLachlan & Peel, Finite Mixture Models, 2000, section 3.10).
// A shared covariance counts as a component with all rows. `observations` is the weighted number of rows.
std::vector<bool> collapsed_components(const Floor& floor, const Mixture& mixture, double observations);
std::size_t count_collapsed(const Floor& floor, const Mixture& mixture, double observations);

}  // namespace mixseed
