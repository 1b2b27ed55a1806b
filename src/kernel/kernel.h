// The hot loops, on raw pointers. A block holds up to kBlock rows feature by feature: number j of row i is
// x[j * kBlock + i], so that neighbouring lanes are neighbouring rows. Tables with one line per component have the
// same stride. All pointers are borrowed; nothing here allocates. Kernels work on whole vectors of rows: what lies
// behind the last row of a block has to be finite, and results may be written there.
#pragma once

#include <cstddef>
#include <cstdint>

namespace mixseed::kernel {

inline constexpr std::size_t kBlock = 128;

// What is kept of the second moments of a component.
enum class Second { none, spherical, diagonal, full };

// How many doubles a component's moments take: mass, first moments, second moments (full: upper triangle by rows).
constexpr std::size_t moments_length(Second second, std::size_t dim) {
  switch (second) {
    case Second::none: return 1 + dim;
    case Second::spherical: return 2 + dim;
    case Second::diagonal: return 1 + 2 * dim;
    case Second::full: break;
  }
  return 1 + dim + dim * (dim + 1) / 2;
}

// One compiled set of kernels.
struct Kernels {
  // out[i] = |x_i - center|^2
  void (*squared_distances)(const double* x, std::size_t rows, std::size_t dim, const double* center, double* out);

  // labels[i] = the nearest of the centres (the lowest one when several are), distance[i] = its squared distance, the
  // same bits as squared_distances gives. With `scales` the distances to centre k are multiplied by scales[k] first.
  void (*nearest)(const double* x, std::size_t rows, std::size_t dim, const double* centers, const double* scales,
                  std::size_t components, std::uint32_t* labels, double* distance);

  // out[i] = |diag(scale) (x_i - mean)|^2
  void (*squared_norms_diagonal)(const double* x, std::size_t rows, std::size_t dim, const double* mean,
                                 const double* scale, double* out);

  // out[i] = |F (x_i - mean)|^2 for a lower triangular F, packed by rows. `scratch` holds dim * kBlock doubles.
  void (*squared_norms_triangular)(const double* x, std::size_t rows, std::size_t dim, const double* mean,
                                   const double* factor, double* out, double* scratch);

  // Turns terms[k][i] = log(w_k N_k(x_i)) into responsibilities and out[i] = log of their sum. Responsibilities below
  // exp(-80) may come out as 0. A row whose terms are all -inf gets equal responsibilities and -inf.
  void (*normalise)(double* terms, std::size_t components, std::size_t rows, double* out);

  // labels[i] = the component with the largest term (the lowest one when several are), best[i] = that term.
  void (*argmax)(const double* terms, std::size_t components, std::size_t rows, std::uint32_t* labels, double* best);

  // Adds r[i] times the moments of x_i about the pivot to `moments`; r has to be zero behind the last row. Rows with
  // r = 0 cost little. `scratch` holds (2 * dim + 1) * kBlock finite doubles.
  void (*add_moments)(const double* x, std::size_t rows, std::size_t dim, const double* r, const double* pivot,
                      Second second, double* moments, double* scratch);
};

// The plain versions: the definition that every faster one is tested against.
Kernels reference();

// The fastest that this machine can run.
const Kernels& active();

// Moments of a hard assignment: row i goes to component labels[i] with weight weights[i] (1 when null). Pivots and
// moments are those of all components, one after the other.
void add_assigned(const double* x, std::size_t rows, std::size_t dim, const std::uint32_t* labels,
                  const double* weights, const double* pivots, Second second, double* moments);

}  // namespace mixseed::kernel
