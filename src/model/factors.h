// Cholesky factors of the covariances of many components at once.
#pragma once

#include <cstddef>
#include <span>
#include <vector>

#include "base/numbers.h"
#include "model/linear.h"

namespace mixseed {

// Arrays of `length` numbers each, one after the other, interleaved in tiles of kernel::kTile arrays; the last array is
// repeated to fill its tile.
Numbers side_by_side(std::span<const double> values, std::size_t length);

class Factors {
 public:
  // Of D x D matrices, one after the other.
  Factors(std::span<const double> matrices, std::size_t dim);

  // Plain Cholesky: whether every pivot of matrix k is a positive number.
  bool exists(std::size_t k) const;
  // Whether its pivots exceed the rounding error of a singular matrix.
  bool is_sound(std::size_t k) const;
  double log_determinant(std::size_t k) const;
  // The lower triangles of all L^-1 (matrix = L L'), line by line.
  std::vector<double> inverses(std::size_t count) const;

 private:
  double diagonal(std::size_t k, std::size_t j) const;

  std::size_t dim_, length_;
  Numbers lower_;  // in tiles
};

// Of every matrix minus slack * least.
Factors factors_above(const Matrix& least, std::vector<double> matrices, double slack = 1);

// Whether one matrix has a factor: by the same operations as in Density, which accepts every matrix that passes.
inline bool has_factor(const double* matrix, std::size_t dim) { return Factors({matrix, dim * dim}, dim).exists(0); }
inline bool has_sound_factor(const double* matrix, std::size_t dim) {
  return Factors({matrix, dim * dim}, dim).is_sound(0);
}

}  // namespace mixseed
