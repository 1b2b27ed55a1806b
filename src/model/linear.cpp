#include "model/linear.h"

#include <cmath>

namespace mixseed {

bool succeeded(const Eigen::LLT<Matrix>& llt) {
  return llt.info() == Eigen::Success && llt.matrixLLT().diagonal().allFinite();
}

bool positive_definite(const Eigen::Ref<const Matrix>& matrix) { return succeeded(Eigen::LLT<Matrix>(matrix)); }

Spectrum spectrum_of(const Matrix& symmetric) { return Spectrum(symmetric); }

double smallest_eigenvalue(const Matrix& symmetric) {
  return Spectrum(symmetric, Eigen::EigenvaluesOnly).eigenvalues()[0];
}

Matrix inverse_of(const Matrix& matrix) {
  return Eigen::LLT<Matrix>(matrix).solve(Matrix::Identity(matrix.rows(), matrix.cols()));
}

double mean_scale(const Matrix& matrix) {
  const Vector diagonal = Eigen::LLT<Matrix>(matrix).matrixLLT().diagonal();
  return std::exp(2 * diagonal.array().log().mean());
}

std::vector<double> composed(const Matrix& axes, const std::vector<double>& variances) {
  const Eigen::Map<const Vector> diagonal(variances.data(), static_cast<Eigen::Index>(variances.size()));
  const Matrix scaled = axes * diagonal.asDiagonal();
  const Matrix whole = product_with_transpose(scaled, axes);
  const Matrix even = 0.5 * (whole + whole.transpose());
  return {even.data(), even.data() + even.size()};
}

Matrix product(const Eigen::Ref<const Matrix>& a, const Eigen::Ref<const Matrix>& b) { return a * b; }

Matrix product_with_transpose(const Eigen::Ref<const Matrix>& a, const Eigen::Ref<const Matrix>& b) {
  return a * b.transpose();
}

}  // namespace mixseed
