// Mean, covariance and scale of the whole data.
#pragma once

#include <cstddef>
#include <vector>

namespace mixseed {

struct DataSummary {
  std::vector<double> mean;        // weighted, [D]
  std::vector<double> covariance;  // maximum likelihood, [D][D]
  std::vector<double> scale;       // standard deviation of each column, or a substitute > 0 if it is constant
  double mean_variance = 0;        // trace of the covariance / D, or a substitute > 0 if all rows are equal
  // A root B of the covariance B B' that rounding alone gives, [D][D]; empty for continuous columns.
  std::vector<double> rounding_root = {};

  std::size_t dim() const { return mean.size(); }
};

// The summary with scales derived from mean and covariance.
DataSummary summary_of(std::vector<double> mean, std::vector<double> covariance);

}  // namespace mixseed
