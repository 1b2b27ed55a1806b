#include "mixseed/generate.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <numeric>
#include <span>
#include <string>
#include <utility>

#include "base/rng.h"
#include "mixseed/error.h"
#include "mixseed/evaluate.h"
#include "model/random_matrix.h"

namespace mixseed {
namespace {

// One stream of random numbers per purpose, so that no option changes the numbers of another.
enum Stream : std::uint64_t { kMeans, kSizes, kShapes, kWeights, kRows, kNoiseRows };

constexpr double kSmallest = 50, kFurther = 450;
constexpr double kBoxFactor = 1.2;

constexpr std::size_t kMostNumbers = std::size_t{1} << 30;  // of a generated mixture

void expect(bool holds, const char* message) {
  if (!holds) throw Error(ErrorCode::usage, message);
}

void check(const GeneratorOptions& options) {
  expect(options.rows > 0 && options.dim > 0 && options.components > 0,
         "a data set needs at least one row, one dimension and one component");
  expect(options.components <= kMostNumbers / options.dim / options.dim,
         "a mixture of this many components and dimensions would have more than 2^30 numbers");
  expect(options.rows <=
             static_cast<std::size_t>(std::numeric_limits<std::ptrdiff_t>::max()) / sizeof(double) / options.dim,
         "more rows than any memory or disk holds");
  expect(options.separation > 0 && std::isfinite(options.separation), "the separation must be a number above 0");
  expect(options.weight_skew >= 0 && options.weight_skew * static_cast<double>(options.components) <= 1000,
         "the weight skew must be at least 0, and so small that every weight can be told from 0");
  expect(options.least_eccentricity >= 1 && options.least_eccentricity <= options.most_eccentricity &&
             options.most_eccentricity <= 1e6,
         "the eccentricities must be a range from at least 1 to at most 1e6");
  expect(options.noise >= 0 && options.noise < 1, "the share of noise must be from 0 to below 1");
}

template <typename T>
void shuffle(std::vector<T>& values, Rng rng) {
  for (std::size_t i = values.size(); i > 1; --i) std::swap(values[i - 1], values[rng.below(i)]);
}

std::vector<double> draw_weights(const GeneratorOptions& options, const Rng& rng) {
  std::vector<double> weights;
  for (std::size_t i = 1; i <= options.components; ++i) {
    weights.push_back(std::exp2(options.weight_skew * static_cast<double>(i)));
  }
  const double sum = std::accumulate(weights.begin(), weights.end(), 0.0);
  for (double& weight : weights) weight /= sum;
  shuffle(weights, rng.split(kWeights));
  return weights;
}

// The smallest standard deviation of each component.
std::vector<double> draw_sizes(const GeneratorOptions& options, const Rng& rng) {
  std::vector<double> sizes(options.components, kSmallest);
  if (options.sizes == Sizes::equal) return sizes;
  const auto last = static_cast<double>(options.components - 1);
  for (std::size_t l = 0; l < sizes.size(); ++l) {
    sizes[l] += kFurther * std::exp2(0.5 * (static_cast<double>(l) - last));
  }
  shuffle(sizes, rng.split(kSizes));
  return sizes;
}

// Uniform in the variance, with both ends present.
std::vector<double> draw_eigenvalues(const GeneratorOptions& options, double least_deviation, Rng& rng) {
  const double eccentricity =
      options.least_eccentricity + rng.uniform() * (options.most_eccentricity - options.least_eccentricity);
  const double least = least_deviation * least_deviation, most = least * eccentricity * eccentricity;
  std::vector<double> eigenvalues(options.dim);
  for (double& eigenvalue : eigenvalues) eigenvalue = least + rng.uniform() * (most - least);
  eigenvalues.front() = least;
  eigenvalues.back() = most;
  return eigenvalues;
}

double distance(std::span<const double> a, std::span<const double> b) {
  double sum = 0;
  for (std::size_t j = 0; j < a.size(); ++j) sum += (a[j] - b[j]) * (a[j] - b[j]);
  return std::sqrt(sum);
}

double separation_of(const Mixture& mixture, const std::vector<double>& traces) {
  double least = std::numeric_limits<double>::infinity();
  for (std::size_t l = 0; l < mixture.size(); ++l) {
    for (std::size_t k = l + 1; k < mixture.size(); ++k) {
      least = std::min(least, distance(mixture.mean(l), mixture.mean(k)) / std::sqrt(std::max(traces[l], traces[k])));
    }
  }
  return least;
}

Mixture draw_mixture(const GeneratorOptions& options, const Rng& rng) {
  Mixture mixture{Covariance::full, options.dim, draw_weights(options, rng), {}, {}};
  Rng shapes = rng.split(kShapes), means = rng.split(kMeans);
  std::vector<double> traces;
  for (const double size : draw_sizes(options, rng)) {
    const std::vector<double> eigenvalues = draw_eigenvalues(options, size, shapes);
    const std::vector<double> sigma = randomly_rotated(eigenvalues, shapes);
    mixture.covariances.insert(mixture.covariances.end(), sigma.begin(), sigma.end());
    traces.push_back(std::accumulate(eigenvalues.begin(), eigenvalues.end(), 0.0));
    for (std::size_t j = 0; j < options.dim; ++j) mixture.means.push_back(means.uniform());
  }
  if (options.components == 1) return mixture;
  const double factor = options.separation / separation_of(mixture, traces);
  if (!std::isfinite(factor))
    throw Error(ErrorCode::failed, "two means of the random mixture coincide; use another seed");
  for (double& coordinate : mixture.means) coordinate *= factor;
  return mixture;
}

}  // namespace

// Draws the rows of the mixture first, so that the box of the noise is known when noise is drawn.
struct Generator::Impl {
  // The least box around rows.
  struct Box {
    std::vector<double> least, most;

    explicit Box(std::size_t dim)
        : least(dim, std::numeric_limits<double>::infinity()), most(dim, -std::numeric_limits<double>::infinity()) {}

    void add(std::span<const double> points) {
      for (std::size_t i = 0; i < points.size(); ++i) {
        const std::size_t j = i % least.size();
        least[j] = std::min(least[j], points[i]);
        most[j] = std::max(most[j], points[i]);
      }
    }

    // A uniform point of the box, with every side 1.2 times as long about the same centre.
    void draw(Rng& rng, std::vector<double>& points) const {
      for (std::size_t j = 0; j < least.size(); ++j) {
        const double middle = (least[j] + most[j]) / 2, half = kBoxFactor * (most[j] - least[j]) / 2;
        points.push_back(middle + half * (2 * rng.uniform() - 1));
      }
    }
  };

  Sampler sampler;
  std::size_t left, noise_left;  // rows not yet drawn: of the mixture, and of the noise
  Box box;
  Rng noise;
};

Generator::Generator(const GeneratorOptions& options) {
  check(options);
  const auto noise_rows = static_cast<std::size_t>(std::llround(options.noise * static_cast<double>(options.rows)));
  expect(noise_rows < options.rows, "the noise would leave no row for the mixture");
  const Rng rng(options.seed);
  impl_ = std::make_unique<Impl>(Impl{Sampler(draw_mixture(options, rng), rng.split(kRows).bits()),
                                      options.rows - noise_rows, noise_rows, Impl::Box(options.dim),
                                      rng.split(kNoiseRows)});
}

Generator::~Generator() = default;
Generator::Generator(Generator&&) noexcept = default;

const Mixture& Generator::mixture() const { return impl_->sampler.mixture(); }

GeneratedRows Generator::next(std::size_t most) {
  Impl& in = *impl_;
  const std::size_t count = std::min(most, in.left), noise = std::min(most - count, in.noise_left);
  Sample drawn = in.sampler.next(count);
  GeneratedRows rows{std::move(drawn.points), {drawn.labels.begin(), drawn.labels.end()}};
  if (in.noise_left > 0) in.box.add(rows.points);
  for (std::size_t i = 0; i < noise; ++i) in.box.draw(in.noise, rows.points);
  rows.labels.resize(count + noise, kNoiseLabel);
  in.left -= count;
  in.noise_left -= noise;
  return rows;
}

Generated generate(const GeneratorOptions& options) {
  Generator generator(options);
  GeneratedRows rows = generator.next(options.rows);
  return {generator.mixture(), std::move(rows.points), std::move(rows.labels)};
}

}  // namespace mixseed
