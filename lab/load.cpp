// Generates or reads the rows of a data set.

#include <algorithm>
#include <bit>
#include <cmath>
#include <cstdint>
#include <numbers>
#include <utility>

#include "lab/data_set.h"
#include "lab/format.h"
#include "mixseed/error.h"
#include "mixseed/evaluate.h"
#include "mixseed/io.h"

namespace mixseed::lab {
namespace {

constexpr double kNarrowAgainstTruth = 1e-4;
constexpr double kNarrowAgainstData = 1e-6 * (1 + 1e-6);
// Fresh rows use another random stream than fitted rows.
constexpr std::uint64_t kFreshSeed = 0x9e3779b97f4a7c15;

LoadedData generated(const GeneratorOptions& options) {
  Generated made = generate(options);
  LoadedData loaded{.data = Data::from(std::move(made.points), options.rows, options.dim)};
  loaded.labels = std::move(made.labels);
  const std::vector<double> smallest = smallest_variances(made.mixture);
  loaded.narrow = kNarrowAgainstTruth * *std::min_element(smallest.begin(), smallest.end());
  loaded.fresh = sample(made.mixture, options.rows, options.seed ^ kFreshSeed).points;
  return loaded;
}

std::vector<double> numbers_of(const DataView& view) {
  std::vector<double> numbers;
  numbers.reserve(view.rows() * view.columns());
  for (std::size_t i = 0; i < view.rows(); ++i) {
    for (std::size_t j = 0; j < view.columns(); ++j) numbers.push_back(view.at(i, j));
  }
  return numbers;
}

// Scales every column to 0..1; a constant column becomes 0.
void normalise(std::vector<double>& numbers, std::size_t columns) {
  for (std::size_t j = 0; j < columns; ++j) {
    double least = numbers[j], most = numbers[j];
    for (std::size_t i = j; i < numbers.size(); i += columns) {
      least = std::min(least, numbers[i]);
      most = std::max(most, numbers[i]);
    }
    for (std::size_t i = j; i < numbers.size(); i += columns) {
      numbers[i] = most > least ? (numbers[i] - least) / (most - least) : 0;
    }
  }
}

// Degrees to kilometres in the Mercator projection with the earth's mean radius.
void project(std::vector<double>& numbers) {
  constexpr double kRadius = 6371.0088, kRadians = std::numbers::pi / 180;
  for (std::size_t i = 0; i + 1 < numbers.size(); i += 2) {
    numbers[i] *= kRadius * kRadians;
    numbers[i + 1] = kRadius * std::log(std::tan(std::numbers::pi / 4 + numbers[i + 1] * kRadians / 2));
  }
}

// The covariance of the rows, positive definite even with constant or dependent columns.
std::vector<double> covariance_of(const DataView& view) {
  const std::size_t dim = view.columns();
  double n = 0;
  std::vector<double> mean(dim, 0.0), sigma(dim * dim, 0.0), row(dim);
  for (std::size_t i = 0; i < view.rows(); ++i) {
    n += view.weight(i);
    for (std::size_t j = 0; j < dim; ++j) mean[j] += view.weight(i) * view.at(i, j);
  }
  for (double& coordinate : mean) coordinate /= n;
  for (std::size_t i = 0; i < view.rows(); ++i) {
    for (std::size_t j = 0; j < dim; ++j) row[j] = view.at(i, j) - mean[j];
    for (std::size_t j = 0; j < dim * dim; ++j) sigma[j] += view.weight(i) * row[j / dim] * row[j % dim] / n;
  }
  constexpr double kFlat = 1e-9;  // of a column's own variance
  for (std::size_t j = 0; j < dim; ++j) {
    double& variance = sigma[j * dim + j];
    variance = variance > 0 ? variance * (1 + kFlat) : 1;
  }
  return sigma;
}

LoadedData without_truth(Data data) {
  LoadedData loaded{.data = std::move(data)};
  loaded.reference = covariance_of(loaded.data.view);
  loaded.narrow = kNarrowAgainstData;
  return loaded;
}

LoadedData from_file(const FileSource& file) {
  Data data = read_data(file.path, {file.columns, ""});
  if (file.normalised || file.mercator) {
    std::vector<double> numbers = numbers_of(data.view);
    const std::size_t rows = data.view.rows(), columns = data.view.columns();
    if (file.mercator && columns != 2) {
      throw Error(ErrorCode::input, formatted("{}: longitude and latitude wanted, got {} columns", file.path, columns));
    }
    if (file.mercator) project(numbers);
    if (file.normalised) normalise(numbers, columns);
    data = Data::from(std::move(numbers), rows, columns);
  }
  return without_truth(std::move(data));
}

}  // namespace

// FNV-1a over the bits of the numbers, a word at a time: it identifies files and does not protect against forgery.
std::string digest_of(const DataView& view) {
  std::uint64_t hash = 0xcbf29ce484222325;
  const auto mix = [&hash](std::uint64_t word) { hash = (hash ^ word) * 0x100000001b3, hash ^= hash >> 29; };
  mix(view.rows());
  mix(view.columns());
  for (std::size_t i = 0; i < view.rows(); ++i) {
    for (std::size_t j = 0; j < view.columns(); ++j) mix(std::bit_cast<std::uint64_t>(view.at(i, j)));
  }
  return formatted("{:016x}", hash);
}

LoadedData load_view(const DataView& view) { return without_truth({view, {}, nullptr}); }

LoadedData load_fold(Data fitted, const DataView& test) {
  LoadedData loaded = without_truth(std::move(fitted));
  loaded.fresh = numbers_of(test);
  if (test.weights()) loaded.fresh_weights.assign(test.weights(), test.weights() + test.rows());
  return loaded;
}

LoadedData load(const DataSet& set) { return set.generated ? generated(*set.generated) : from_file(*set.file); }

}  // namespace mixseed::lab
