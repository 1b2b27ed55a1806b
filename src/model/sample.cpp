#include <algorithm>
#include <cmath>
#include <limits>
#include <string>
#include <utility>

#include "base/rng.h"
#include "mixseed/error.h"
#include "mixseed/evaluate.h"
#include "model/linear.h"

namespace mixseed {
namespace {

// Lower triangular roots of the covariances, one per component.
std::vector<Matrix> roots_of(const Mixture& mixture) {
  std::vector<Matrix> roots;
  for (std::size_t k = 0; k < mixture.size(); ++k) {
    const auto covariance = mixture.covariance_of(k);
    roots.push_back(lower_root(as_matrix(covariance.data(), mixture.dim)).value());
  }
  return roots;
}

// A component, or kNoise.
std::size_t draw_component(const Mixture& mixture, Rng& rng) {
  const std::vector<double>& weights = mixture.weights;
  double left = rng.uniform();
  std::size_t last = 0;
  for (std::size_t k = 0; k < weights.size(); ++k) {
    if (weights[k] == 0) continue;
    if (left < weights[k]) return k;
    left -= weights[k];
    last = k;
  }
  return mixture.noise && mixture.noise->weight > 0 ? kNoise : last;
}

// A uniform point of the box.
void draw_noise(const Noise& noise, Rng& rng, double* point) {
  const std::size_t dim = noise.corner.size();
  std::copy(noise.corner.begin(), noise.corner.end(), point);
  for (std::size_t i = 0; i < dim; ++i) {
    const double along = rng.uniform();
    if (noise.edges.size() == dim) point[i] += along * noise.edges[i];
    for (std::size_t j = 0; noise.edges.size() > dim && j < dim; ++j) point[j] += along * noise.edges[i * dim + j];
  }
}

}  // namespace

struct Sampler::Impl {
  Mixture mixture;
  std::vector<Matrix> roots;
  Rng rng;
  std::vector<double> z;  // the standard normal numbers of a row

  // Writes the next row to `point` and returns its component.
  std::size_t draw(double* point) {
    const std::size_t k = draw_component(mixture, rng);
    if (k == kNoise) {
      draw_noise(*mixture.noise, rng, point);
      return k;
    }
    for (double& number : z) number = rng.normal();
    for (std::size_t j = 0; j < mixture.dim; ++j) {
      double& value = point[j] = mixture.mean(k)[j];
      for (std::size_t l = 0; l <= j; ++l) value += roots[k](j, l) * z[l];
    }
    return k;
  }
};

Sampler::Sampler(Mixture mixture, std::uint64_t seed) {
  check(mixture);
  std::vector<Matrix> roots = roots_of(mixture);
  const std::size_t dim = mixture.dim;
  impl_ = std::make_unique<Impl>(Impl{std::move(mixture), std::move(roots), Rng(seed), std::vector<double>(dim)});
}

Sampler::~Sampler() = default;
Sampler::Sampler(Sampler&&) noexcept = default;

const Mixture& Sampler::mixture() const { return impl_->mixture; }

Sample Sampler::next(std::size_t n) {
  const std::size_t dim = impl_->mixture.dim;
  if (n > std::numeric_limits<std::ptrdiff_t>::max() / sizeof(double) / dim) {
    throw Error(ErrorCode::usage, "sample: " + std::to_string(n) + " rows are more than any memory holds");
  }
  Sample drawn{dim, std::vector<double>(n * dim), std::vector<std::size_t>(n)};
  for (std::size_t i = 0; i < n; ++i) drawn.labels[i] = impl_->draw(drawn.points.data() + i * dim);
  return drawn;
}

Sample sample(const Mixture& mixture, std::size_t n, std::uint64_t seed) { return Sampler(mixture, seed).next(n); }

}  // namespace mixseed
