// Distances between the components of a mixture, as bounds that rule out components without evaluating them at a row.
#pragma once

#include <vector>

#include "base/numbers.h"
#include "base/pool.h"
#include "model/density.h"

namespace mixseed {

// Bounds on component k from the distance to component a, with F_k as in kernel::Shape (m_k(x) = |F_k (x - mean_k)|^2):
// let v be the unit vector along F_k (mean_a - mean_k), and w = F_k' v. Then for every x
//   sqrt(m_k(x)) >= v' F_k (x - mean_k) = w' (x - mean_k),
// which is a plane, and since w' (x - mean_a) >= -sqrt(w' Sigma_a w) sqrt(m_a(x)),
//   sqrt(m_k(x)) >= |F_k (mean_a - mean_k)| - sqrt(w' Sigma_a w) sqrt(m_a(x)).
class Separation {
 public:
  // cuts[k]: component k matters to a row only if its term is at most -cuts[k] below the row's largest.
  Separation(const Density& density, const std::vector<double>& cuts, Pool& pool);

  // The bounds refer to this object.
  kernel::Bounds bounds() const;

 private:
  void set(std::size_t a, std::size_t k, double distance, double spread);
  void set_plane(const kernel::Components& components, std::size_t a, std::size_t k, const double* w);
  // Bounds on component k from all others.
  void bound_triangular(const kernel::Components& components, std::size_t k);
  void bound_diagonal(const kernel::Components& components, std::size_t k);

  std::size_t stride_;
  std::vector<double> distance_, spread_, heights_, reach_;
  Numbers planes_;
  Numbers means_, covariances_;  // side by side; covariances: one tile when all components share one
};

}  // namespace mixseed
