// Small dense matrices, row-major as everywhere in mixseed. The only door to Eigen.
#pragma once

#include <Eigen/Dense>

namespace mixseed {

using Matrix = Eigen::Matrix<double, Eigen::Dynamic, Eigen::Dynamic, Eigen::RowMajor>;
using Vector = Eigen::VectorXd;

inline Eigen::Map<Matrix> as_matrix(double* values, std::size_t dim) {
  const auto n = static_cast<Eigen::Index>(dim);
  return {values, n, n};
}
inline Eigen::Map<const Matrix> as_matrix(const double* values, std::size_t dim) {
  const auto n = static_cast<Eigen::Index>(dim);
  return {values, n, n};
}

// Plain Cholesky: every pivot has to be positive. Eigen alone takes NaN for success.
inline bool succeeded(const Eigen::LLT<Matrix>& llt) {
  return llt.info() == Eigen::Success && llt.matrixLLT().diagonal().allFinite();
}
inline bool positive_definite(const Eigen::Ref<const Matrix>& matrix) { return succeeded(Eigen::LLT<Matrix>(matrix)); }

}  // namespace mixseed
