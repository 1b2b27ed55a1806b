#include "fit/checks.h"

#include <algorithm>
#include <cmath>
#include <string>

#include "base/memory.h"
#include "base/text.h"
#include "fit/stages.h"
#include "mixseed/error.h"
#include "model/density.h"

namespace mixseed {
namespace {

constexpr int kMostThreads = 1024;

// Matrices of D x D doubles in memory at the same time, as measured with 400 columns: for the covariance of the data,
// for any fit with matrices, and for each matrix of the model.
constexpr double kMatricesOfData = 14, kMatricesOfFit = 4, kMatricesOfEach = 12;

double matrix_bytes(std::size_t dim) { return 8.0 * static_cast<double>(dim) * static_cast<double>(dim); }

double bytes_of_fit(std::size_t dim, std::size_t components, const Layout& layout) {
  if (layout.shape != Layout::Shape::matrix) return kMatricesOfData * matrix_bytes(dim);
  const auto parts = static_cast<double>(layout.parts(components));
  return (kMatricesOfData + kMatricesOfFit + kMatricesOfEach * parts) * matrix_bytes(dim);
}

std::string gibibytes(double bytes) {
  const double rounded = std::round(bytes / 1073741824 * 10) / 10;
  return number_text(rounded) + " GiB";
}

// Options that need less memory: other covariances if they suffice, and fewer columns.
std::string smaller_options(std::size_t dim, double limit, const Layout& layout) {
  const double diagonal = bytes_of_fit(dim, 1, {Layout::Shape::diagonal, false});
  const bool is_narrower = layout.shape == Layout::Shape::matrix && diagonal <= limit;
  return filled("{}choose fewer columns, or make fewer of them (principal components)",
                is_narrower ? "use diagonal or spherical covariances (" + gibibytes(diagonal) + "), or " : "");
}

}  // namespace

void check_options(const FitOptions& options) {
  require(options.missing != MissingValues::marginal, ErrorCode::usage,
          "missing=marginal: expected rows in memory, got a team");
  require(options.restarts >= 1, ErrorCode::usage, "restarts: expected at least 1, got {}", options.restarts);
  require(options.threads >= 0 && options.threads <= kMostThreads, ErrorCode::usage,
          "threads: expected 0 (all) to {}, got {}", kMostThreads, options.threads);
}

void check_seeder(const Pipeline& pipeline) {
  require(pipeline.seeder.has_value(), ErrorCode::usage, "method '{}' has no seeder: expected one first, or a start",
          pipeline.text());
}

void check_budget(const FitOptions& options, std::size_t candidates) {
  if (!options.budget) return;
  require(options.restarts == 1, ErrorCode::usage, "budget: it decides how many starts there are, got restarts = {}",
          options.restarts);
  require(candidates == 1, ErrorCode::usage,
          "budget: expected one number of components and one covariance family, got {} candidates", candidates);
}

void check_ascending(std::span<const std::size_t> ks) {
  require(!ks.empty(), ErrorCode::usage, "components: expected at least one number, got none");
  for (std::size_t i = 1; i < ks.size(); ++i) {
    require(ks[i - 1] < ks[i], ErrorCode::usage, "components: expected ascending numbers, got {} before {}", ks[i - 1],
            ks[i]);
  }
}

void check_memory(std::size_t dim, std::size_t components, std::span<const Pipeline> pipelines) {
  static const auto limit = static_cast<double>(memory_of_process());
  for (const Pipeline& pipeline : pipelines) {
    const Layout layout = layout_of(estimation_of(pipeline).family->covariance);
    const double needed = bytes_of_fit(dim, components, layout);
    if (needed <= limit) continue;
    const std::size_t parts = layout.shape == Layout::Shape::matrix ? layout.parts(components) : 0;
    const std::string matrices = parts == 0   ? "the covariance matrix of the data"
                                 : parts == 1 ? "a covariance matrix"
                                              : std::to_string(parts) + " covariance matrices";
    throw Error(
        ErrorCode::failed,
        filled("memory: {} of {} columns and what a fit needs beside take about {}, this process may have {}; {}",
               matrices, dim, gibibytes(needed), gibibytes(limit), smaller_options(dim, limit, layout)));
  }
}

void check_components(std::size_t least, std::size_t most, const Dataset& X) {
  require(least > 0, ErrorCode::usage, "components: expected at least 1, got 0");
  const double observations = std::max(X.observations(), static_cast<double>(X.size()));
  require(static_cast<double>(most) <= observations, ErrorCode::usage,
          "components: expected at most one per row ({} rows), got {}", X.size(), most);
}

void check_start(const State& start, std::size_t dim, std::size_t components) {
  const auto* mixture = std::get_if<Mixture>(&start);
  if (mixture) check(*mixture);
  const std::size_t start_dim = mixture ? mixture->dim : std::get<Centers>(start).dim;
  require(start_dim == dim, ErrorCode::input, "the start has {} columns, the data have {}", start_dim, dim);
  require(size_of(start) == components, ErrorCode::input, "the starts have different numbers of components: {} and {}",
          components, size_of(start));
}

}  // namespace mixseed
