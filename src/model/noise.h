// The uniform density beside the components of a mixture.
#pragma once

#include <vector>

#include "mixseed/mixture.h"
#include "model/data_summary.h"

namespace mixseed {

// The largest weight of the noise that an update gives: a mixture keeps components, and what they say stays a number.
// It costs at most 1e-9 nats per row.
inline constexpr double kMostNoise = 1 - 1e-9;

// The directions whose extents decide about the box, each as long as 1: the columns, and the principal axes unless the
// rows lie on a plane, where every box along it would be without volume.
std::vector<double> directions_of_boxes(const DataSummary& summary);
// The smaller box. low, high: the extents of the rows about their mean in these directions. No weight yet.
Noise smaller_box(const DataSummary& summary, const std::vector<double>& directions, const std::vector<double>& low,
                  const std::vector<double>& high);

// The log of the volume that edges span: lengths [D], or vectors [D][D].
double log_volume_of(const std::vector<double>& edges, std::size_t dim);

// The mixture with this box as its noise: with the weight that its noise has, or else `share`, of which all components
// give their part. And without noise.
Mixture with_noise(Mixture mixture, Noise box, double share);
Mixture without_noise(Mixture mixture);

}  // namespace mixseed
