// The hot loops, on raw pointers. A block has up to kBlock rows. Kernels of single rows work on a tile of kTile rows,
// feature by feature (number j of row i is x[j * kTile + i]), so that neighbouring lanes are neighbouring rows. Kernels
// neither own nor allocate memory.
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>

namespace mixseed::kernel {

inline constexpr std::size_t kBlock = 1024;
inline constexpr std::size_t kTile = 8;
inline constexpr std::size_t kStrip = 16;  // rows side by side, as floats
inline constexpr std::size_t kQuad = 4;    // columns of moments that are kept together

constexpr std::size_t rounded_up(std::size_t count, std::size_t unit) { return (count + unit - 1) / unit * unit; }

// Rows in memory: `stride` numbers apart, in the order of `index` (null: one after the other).
struct Rows {
  const double* base;
  std::size_t stride;
  const std::uint32_t* index;
  std::size_t count;

  const double* operator[](std::size_t i) const { return base + (index ? index[i] : i) * stride; }
};

// Which second moments of a component are kept.
enum class Second { none, diagonal, full };

// Moments of a component are those of its rows about a pivot with a 1 behind the last column, so that the mass and the
// first moments are products like the others. Lines are filled up to whole quads by zeros.
//   none      one line: the products with the 1
//   diagonal  a second line: the squares
//   full      the upper triangle: line j begins with the quad that column j lies in
constexpr std::size_t moments_width(std::size_t dim) { return rounded_up(dim + 1, kQuad); }
// Where line j of the full moments would have its column 0.
constexpr std::size_t moments_line(std::size_t dim, std::size_t j) {
  const std::size_t quad = j / kQuad;
  return j * moments_width(dim) - kQuad * (kQuad * (quad * (quad - 1) / 2) + quad * (j - kQuad * quad)) - kQuad * quad;
}
constexpr std::size_t moments_length(Second second, std::size_t dim) {
  if (second == Second::full) return moments_line(dim, dim) + moments_width(dim);
  return (second == Second::none ? 1 : 2) * moments_width(dim);
}
constexpr std::size_t mass_place(Second second, std::size_t dim) {
  return second == Second::full ? moments_line(dim, dim) + dim : dim;
}
constexpr std::size_t first_moment_place(Second second, std::size_t dim, std::size_t j) {
  return second == Second::full ? moments_line(dim, j) + dim : j;
}
// Rows per batch of add_moments, chosen to stay in the L1 cache, and the size of its scratch.
constexpr std::size_t moments_batch(std::size_t dim) { return std::max<std::size_t>(1536 / moments_width(dim), 8); }
constexpr std::size_t moments_scratch(std::size_t dim) { return (2 * moments_batch(dim) + 1) * moments_width(dim); }

// Strips per batch of add_line_moments, chosen to stay in the L1 cache, and the size of its scratch.
constexpr std::size_t strips_at_once(std::size_t dim) { return std::max<std::size_t>(192 / (dim + 1), 8); }
constexpr std::size_t line_scratch(std::size_t dim) { return strips_at_once(dim) * 2 * (dim + 1) * kStrip; }

// The squared distance m of a component: triangular, m = |F (x - mean)|^2 with a packed lower triangle F; diagonal, the
// same with the diagonal of F; spherical, m = p |x - mean|^2 with one number p.
enum class Shape { triangular, diagonal, spherical };

// A component's term for a row x is offset - m(x) / 2. Tiles and means are taken about a center, so that F x - F mean
// has all the digits of F (x - mean).
template <typename Number>
struct ComponentsIn {
  Shape shape;
  std::size_t dim, count;
  const Number* center;  // [dim]
  const Number* means;   // [count][dim]
  const Number* factors;
  std::size_t factor_stride;  // 0 if all components share one
  const Number* shifts;       // F mean, [count][dim]; for the triangular shape only
  const Number* offsets;      // [count]
};
using Components = ComponentsIn<double>;

// Bounds for the rows near component a, for all a at once: for every row x
//   sqrt(m_k(x)) >= distance[a][k] - spread[a][k] sqrt(m_a(x))   and   sqrt(m_k(x)) >= plane[a][k] x - height[a][k].
// Component k matters to a row only if reach[k] - m_k / 2 is at least the row's largest term. Lines have `stride`
// numbers, a multiple of kTile; behind the last component reach is -inf.
struct Bounds {
  std::size_t stride;
  const double *distance, *spread;
  const double *planes, *heights;  // [count][count][dim] and lines; or null
  const double* reach;
};

// Spherical components.
struct SphericalComponents {
  std::size_t dim;
  const double* means;       // [count][dim]
  const double* precisions;  // [count]
};

// Of each row of a tile: the nearest mean and its squared distance; the component with the smallest squared Mahalanobis
// distance (tight) and that distance (m).
struct Nearest {
  std::uint32_t *labels, *tight;
  double *near, *m;
  double farthest, loosest;  // the largest of near and of m
};

// One compiled set of kernels.
struct Kernels {
  // x = the tile of the rows first .. first + count - 1 about the center, filled up with copies of the last one.
  void (*transpose)(const Rows& rows, std::size_t first, std::size_t count, std::size_t dim, const double* center,
                    double* x);

  // out[i] = m_k(x_i) for the rows of a tile.
  void (*distances)(const Components& components, std::size_t k, const double* x, double* out);

  // The terms of a tile for the components that matter to it, or for all of them without bounds. labels[i] is a
  // guess at the component with the largest term. numbers = those components, ascending; terms[s * kTile + i] = the
  // term of numbers[s]. Returns how many there are.
  std::size_t (*close_terms)(const Components& components, const Bounds* bounds, const double* x,
                             const std::uint32_t* labels, std::uint32_t* numbers, double* terms);

  // Turns the terms of a tile into responsibilities; out[i] = log of their sum. Terms more than -cuts[k] below the
  // largest of their row become 0; those 80 below may become 0. A row whose terms are all -inf gets equal
  // responsibilities.
  void (*normalise)(const std::uint32_t* numbers, std::size_t count, const double* cuts, double* terms, double* out);

  // labels[i] = the component with the largest term, the lowest if several have it; best[i] = that term.
  void (*argmax)(const std::uint32_t* numbers, std::size_t count, const double* terms, std::uint32_t* labels,
                 double* best);

  // Of the first `count` rows of a tile those with r > 0, in their order: picked = first + i, and kept = r[i]. Returns
  // how many. Up to kTile numbers are written to both.
  std::size_t (*collect)(const double* r, std::size_t count, std::size_t first, std::uint16_t* picked, double* kept);

  // Bounds on triangular component k for rows near kTile other components, whose means are the rows of tile x: v is
  // the unit vector along F_k (x - mean_k), or zero where that is zero; planes = F_k' v, distance = the length, spread
  // = sqrt(w' Sigma w) for the covariances of those components, number j, l of which are covariances[(j * dim + l) *
  // kTile]. `planes` has dim * kTile numbers, and so has `scratch`.
  void (*separate)(const Components& components, std::size_t k, const double* x, const double* covariances,
                   double* distance, double* spread, double* planes, double* scratch);

  // Cholesky factors of kTile symmetric matrices side by side: number j, l is matrices[(j * dim + l) * kTile]. lower =
  // the lower triangles, line by line. Where a matrix is not positive definite, some number on the diagonal is not
  // positive.
  void (*factorise)(std::size_t dim, const double* matrices, double* lower);

  // inverse = those of lower triangles, both as factorise() has them.
  void (*invert)(std::size_t dim, const double* lower, double* inverse);

  // list = the k below count with bounds[k] <= slacks[k] + max(radius, reach * sizes[k]), ascending. Returns how many.
  // The arrays go on to a multiple of kTile, with bounds of infinity, and as many numbers may be written.
  std::size_t (*within)(const float* bounds, const float* slacks, const float* sizes, std::size_t count, float radius,
                        float reach, std::uint32_t* list);

  // Updates `state` by the listed components for the rows of a tile (about the origin). is_new = true discards the old
  // state; the list must then be ascending. Of equally near means the lowest number counts. least[s] shrinks to the
  // smallest squared distance of a row from the mean of list[s]. `least` may be null: then `tight` is not written.
  void (*nearest)(const SphericalComponents& spheres, const std::uint32_t* list, std::size_t count, const double* x,
                  bool is_new, Nearest& state, double* least);

  // Adds the moments about the pivot of the rows picked[0 .. count), with the weights r, to `moments`. `scratch` holds
  // moments_scratch(dim) doubles.
  void (*add_moments)(const Rows& rows, std::size_t dim, const std::uint16_t* picked, const double* r,
                      std::size_t count, const double* pivot, Second second, double* moments, double* scratch);

  // For rows that stay as floats in strips, one strip after the other (number j of row i of a strip is x[j * kStrip +
  // i]), about the center of the components: line[t * kStrip + i] = the term of component k for row i of strip t.
  void (*line_of_terms)(const ComponentsIn<float>& components, std::size_t k, const float* strips, std::size_t count,
                        float* line);

  // Turns lines of terms, `length` numbers each and `stride` apart, into responsibilities, as normalise() does, within
  // 3e-7; out[i] = log of the sum, within 3e-7 (1 + |out|). Terms more than -least below the largest of their row
  // become 0; those 80 below may become 0.
  void (*normalise_lines)(std::size_t lines, std::size_t length, std::size_t stride, float least, float* terms,
                          float* out);

  // out[i] = log(kept[i] + weight exp(change[i])), or log(kept[i]) if `change` is null, within 3e-7 (1 + |out|).
  // `count` is a multiple of kStrip; sums lie between 1e-36 and 1e36, and a change beyond 80 counts as 80.
  void (*log_sums)(std::size_t count, const float* kept, const float* change, float weight, float* out);

  // Adds the moments about the pivot of rows in strips, with weights * responsibilities, to `moments`: those of columns
  // j and l times units[j] * units[l], where the 1 behind the last column has a unit too. The pivot is about the center
  // of the strips. `scratch` holds line_scratch(dim) floats.
  void (*add_line_moments)(const float* strips, std::size_t count, std::size_t dim, const float* responsibilities,
                           const float* weights, const float* pivot, const double* units, Second second,
                           double* moments, float* scratch);

  // Of rows in columns of `count` numbers, one after the other, and y = the sum of w[j] times column j: cubes = the
  // weights times y^3, and out[j] = the sum of their products with column j. `count` is a multiple of 2 kTile.
  void (*fourth)(const double* columns, std::size_t count, std::size_t dim, const double* weights, const double* w,
                 double* cubes, double* out);
};

// The reference: the definition that every faster set is tested against.
Kernels reference();

// The fastest set that this machine can run.
const Kernels& active();

}  // namespace mixseed::kernel
