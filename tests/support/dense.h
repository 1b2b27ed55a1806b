// Eigen's matrices as a reference for tests.
#pragma once

#include <Eigen/Dense>

namespace mixseed::dense {

using Matrix = Eigen::Matrix<double, Eigen::Dynamic, Eigen::Dynamic, Eigen::RowMajor>;
using Vector = Eigen::VectorXd;

inline Eigen::Map<const Matrix> as_matrix(const double* values, std::size_t dim) {
  const auto n = static_cast<Eigen::Index>(dim);
  return {values, n, n};
}

}  // namespace mixseed::dense
