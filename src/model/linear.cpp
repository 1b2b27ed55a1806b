#include "model/linear.h"

namespace mixseed {

bool succeeded(const Eigen::LLT<Matrix>& llt) {
  return llt.info() == Eigen::Success && llt.matrixLLT().diagonal().allFinite();
}

bool positive_definite(const Eigen::Ref<const Matrix>& matrix) { return succeeded(Eigen::LLT<Matrix>(matrix)); }

Spectrum spectrum_of(const Matrix& symmetric) { return Spectrum(symmetric); }

double smallest_eigenvalue(const Matrix& symmetric) {
  return Spectrum(symmetric, Eigen::EigenvaluesOnly).eigenvalues()[0];
}

Matrix product(const Eigen::Ref<const Matrix>& a, const Eigen::Ref<const Matrix>& b) { return a * b; }

Matrix product_with_transpose(const Eigen::Ref<const Matrix>& a, const Eigen::Ref<const Matrix>& b) {
  return a * b.transpose();
}

}  // namespace mixseed
