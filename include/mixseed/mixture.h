// The models that a fit produces: plain values, no behaviour.
#pragma once

#include <array>
#include <cstddef>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <variant>
#include <vector>

#include "mixseed/names.h"

namespace mixseed {

// How covariances are stored: one matrix for each component, one for all, one variance for each column, or one number.
enum class Covariance { full, tied, diagonal, spherical };
template <>
inline constexpr std::array<std::string_view, 4> kNames<Covariance>{"full", "tied", "diagonal", "spherical"};

inline constexpr Covariance kCovariances[] = {Covariance::full, Covariance::tied, Covariance::diagonal,
                                              Covariance::spherical};

// Throws Error(usage) with a list of the names.
Covariance covariance_named(std::string_view name);

struct Storage;

// What a covariance is, which densities and floors depend on, and how it is stored.
struct Layout {
  enum class Shape { spherical, diagonal, matrix };  // with 0, 1 and 2 extents of D plain numbers
  Shape shape = Shape::matrix;
  bool shared = false;               // one covariance for all components
  const Storage* storage = nullptr;  // null: plain numbers, which are 1, D or D x D

  // The same without a storage of its own.
  Layout plain() const { return {shape, shared}; }
  // Those that are stored for one covariance.
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

// A uniform density in addition to the components, for rows that belong to none of them. Its volume is that of the
// smaller of two boxes around the data: along the columns, and along the principal axes (Banfield & Raftery,
// Biometrics 49, 1993). The density is 1 / volume everywhere, also outside the box, so rows far from all components are
// noise.
struct Noise {
  double weight = 0;
  double log_volume = 0;
  // The box that `sample` draws from: a corner [D], and the edges from that corner, as lengths along the columns [D] or
  // as vectors [D][D].
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
  // The covariance family (mixseed/family.h), which determines the number of free parameters; empty: the one named like
  // the layout. Functions that derive another mixture clear it unless the result belongs to the family too.
  std::string family = {};
  // With noise, its weight and those of the components sum to 1.
  std::optional<Noise> noise = std::nullopt;

  std::size_t size() const { return weights.size(); }
  std::span<const double> mean(std::size_t k) const { return {means.data() + k * dim, dim}; }
  // Component k's D x D matrix, for any layout.
  std::vector<double> covariance_of(std::size_t k) const;
  bool operator==(const Mixture&) const = default;
};

// How many numbers `covariances` holds.
std::size_t covariance_length(Covariance covariance, std::size_t components, std::size_t dim);

// Throws Error(input) unless the lengths agree, every number is finite, the weights are non-negative and
// sum to 1 (within 1e-6, the noise's included), every covariance is symmetric and positive definite, and the noise's
// volume is that of its box.
void check(const Mixture& mixture);

// The value that stages of a fit pass on.
using State = std::variant<Centers, Mixture>;

}  // namespace mixseed
