// The models that a fit produces: plain values, no behaviour.
#pragma once

#include <cstddef>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <variant>
#include <vector>

namespace mixseed {

// How covariances are stored: one matrix for each component, one for all, one variance for each column, or one number.
enum class Covariance { full, tied, diagonal, spherical };

inline constexpr Covariance kCovariances[] = {Covariance::full, Covariance::tied, Covariance::diagonal,
                                              Covariance::spherical};

std::string_view name_of(Covariance covariance);
// Throws Error(usage) that lists the names.
Covariance covariance_named(std::string_view name);

// What the word says of the numbers; all that storage, densities and floors have to know.
struct Layout {
  enum class Shape { spherical, diagonal, matrix };  // a covariance has 1, D or D x D numbers
  Shape shape = Shape::matrix;
  bool shared = false;  // all components have the same

  std::size_t numbers(std::size_t dim) const;
  std::size_t parts(std::size_t components) const { return shared ? 1 : components; }
  // The lengths of the array, outermost first: K, D, D.
  std::vector<std::size_t> extents(std::size_t components, std::size_t dim) const;
};
Layout layout_of(Covariance covariance);

// k points, row-major.
struct Centers {
  std::size_t dim = 0;
  std::vector<double> points;

  std::size_t size() const { return dim == 0 ? 0 : points.size() / dim; }
  std::span<const double> point(std::size_t k) const { return {points.data() + k * dim, dim}; }
  bool operator==(const Centers&) const = default;
};

// A uniform density beside the components, for rows that belong to none of them. Its volume is that of the smaller of
// two boxes around the data: along the columns, and along the principal axes (Banfield & Raftery, Biometrics 49, 1993).
// As a density it is 1 / volume wherever a row lies, beyond the box too: what is far from everything is noise.
struct Noise {
  double weight = 0;
  double log_volume = 0;
  // The box, for drawing from it: a corner [D], and the edges that leave it: lengths along the columns [D], or vectors
  // [D][D].
  std::vector<double> corner = {}, edges = {};
  bool operator==(const Noise&) const = default;
};
// The label of a row that belongs to the noise; -1 as a signed number.
inline constexpr std::size_t kNoise = static_cast<std::size_t>(-1);

// A Gaussian mixture. Layout of `covariances`: full [K][D][D], tied [D][D], diagonal [K][D], spherical [K].
struct Mixture {
  Covariance covariance = Covariance::full;
  std::size_t dim = 0;
  std::vector<double> weights;
  std::vector<double> means;
  std::vector<double> covariances;
  // The covariance family (mixseed/family.h) that the components belong to beyond their layout, which decides how many
  // parameters are free; empty: none. Whatever makes another mixture of this one leaves it empty unless it still holds.
  std::string family = {};
  // When there is one, its weight and those of the components sum to 1.
  std::optional<Noise> noise = std::nullopt;

  std::size_t size() const { return weights.size(); }
  std::span<const double> mean(std::size_t k) const { return {means.data() + k * dim, dim}; }
  // Component k's D x D matrix, whatever the type.
  std::vector<double> covariance_of(std::size_t k) const;
  bool operator==(const Mixture&) const = default;
};

// How many numbers `covariances` holds.
std::size_t covariance_length(Covariance covariance, std::size_t components, std::size_t dim);

// Throws Error(input) unless the lengths agree, every number is finite, the weights are non-negative and
// sum to 1 (within 1e-6; with the noise's), every covariance is symmetric and positive definite, and the noise's volume
// is that of its box.
void check(const Mixture& mixture);

// What flows between the stages of a fit.
using State = std::variant<Centers, Mixture>;

}  // namespace mixseed
