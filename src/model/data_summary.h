// What a fit needs to know of the whole data.
#pragma once

#include <cstddef>
#include <vector>

namespace mixseed {

struct DataSummary {
  std::vector<double> mean;        // weighted, [D]
  std::vector<double> covariance;  // maximum likelihood, [D][D]
  std::vector<double> scale;       // per column: its standard deviation, or a stand-in > 0 where it is constant
  double mean_variance = 0;        // trace of the covariance / D, or a stand-in > 0 when all rows are equal
  // A root B of the covariance B B' that rounding alone gives a row, [D][D]; empty for continuous columns.
  std::vector<double> rounding_root = {};

  std::size_t dim() const { return mean.size(); }
};

// With the scales that follow from mean and covariance.
DataSummary summary_of(std::vector<double> mean, std::vector<double> covariance);

}  // namespace mixseed
