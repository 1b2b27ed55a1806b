#include "model/random_matrix.h"

#include "model/linear.h"

namespace mixseed {

std::vector<double> randomly_rotated(const std::vector<double>& eigenvalues, Rng& rng) {
  const auto n = static_cast<Eigen::Index>(eigenvalues.size());
  Matrix gaussian(n, n);
  for (Eigen::Index i = 0; i < gaussian.size(); ++i) gaussian.data()[i] = rng.normal();
  const Eigen::HouseholderQR<Matrix> qr(gaussian);
  Matrix q = qr.householderQ();
  // QR alone favours some orientations; giving R a positive diagonal makes Q uniform (Mezzadri 2007).
  for (Eigen::Index j = 0; j < n; ++j) {
    if (qr.matrixQR()(j, j) < 0) q.col(j) = -q.col(j);
  }
  const Eigen::Map<const Vector> lambda(eigenvalues.data(), n);
  const Matrix root = q.transpose() * lambda.cwiseSqrt().asDiagonal();
  const Matrix sigma = root * root.transpose();
  return {sigma.data(), sigma.data() + sigma.size()};
}

}  // namespace mixseed
