// The uniform noise density of a mixture.
#pragma once

#include <vector>

#include "mixseed/mixture.h"
#include "model/data_summary.h"

namespace mixseed {

// The largest weight that an update gives to the noise, so that components keep finite terms. Costs at most 1e-9 nats
// per row.
inline constexpr double kMostNoise = 1 - 1e-9;

// Unit vectors along which boxes are tried: the columns, and the principal axes unless the rows lie on a plane, where a
// box along it would have no volume.
std::vector<double> directions_of_boxes(const DataSummary& summary);
// The smaller of the two boxes, with weight 0. low, high: the extents of the rows about their mean in these directions.
Noise smaller_box(const DataSummary& summary, const std::vector<double>& directions, const std::vector<double>& low,
                  const std::vector<double>& high);

// The log of the volume of a box with these edges: lengths [D], or vectors [D][D].
double log_volume_of(const std::vector<double>& edges, std::size_t dim);

// The mixture with this box as noise. The weight is that of its present noise, or else `share`, taken from all
// components in proportion. And the mixture without noise.
Mixture with_noise(Mixture mixture, Noise box, double share);
Mixture without_noise(Mixture mixture);

}  // namespace mixseed
