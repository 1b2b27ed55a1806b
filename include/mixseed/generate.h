// Test data with a known model: a random mixture, and rows drawn from it.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <vector>

#include "mixseed/mixture.h"
#include "mixseed/names.h"

namespace mixseed {

// The smallest standard deviation of a component: 50 for every one, or from 50 to 500, most of them small.
enum class Sizes { equal, different };
template <>
inline constexpr std::array<std::string_view, 2> kNames<Sizes>{"equal", "different"};

// The generator of Bloemer & Bujna, "Adaptive seeding for Gaussian mixture models", PAKDD 2016; docs/generator.md has
// every rule.
struct GeneratorOptions {
  std::size_t rows = 1000, dim = 10, components = 20;
  // Exactly min over pairs |mu_l - mu_k| / sqrt(max(tr Sigma_l, tr Sigma_k)).
  double separation = 1;
  double weight_skew = 0;  // weights are proportional to 2^(weight_skew * i), in a random order
  Sizes sizes = Sizes::equal;
  // Largest over smallest standard deviation of a component, uniform in this range.
  double least_eccentricity = 1, most_eccentricity = 10;
  double noise = 0;  // the share of rows drawn uniformly from the box of the others, widened by 1.2
  std::uint64_t seed = 0;
};

inline constexpr int kNoiseLabel = -1;

struct Generated {
  Mixture mixture;             // the true model, full covariances
  std::vector<double> points;  // [rows][dim], noise last
  std::vector<int> labels;     // [rows], the component or kNoiseLabel
};

// Throws Error(usage) for invalid options. The mixture and the rows before the noise do not depend on the noise.
Generated generate(const GeneratorOptions& options);

struct GeneratedRows {
  std::vector<double> points;
  std::vector<int> labels;
};

// The rows of `generate` in pieces of any length; memory does not grow with their number.
class Generator {
 public:
  // Throws as generate does.
  explicit Generator(const GeneratorOptions& options);
  ~Generator();
  Generator(Generator&&) noexcept;

  const Mixture& mixture() const;
  // At most `most` of the next rows; none at the end.
  GeneratedRows next(std::size_t most);

 private:
  struct Impl;
  std::unique_ptr<Impl> impl_;
};

}  // namespace mixseed
