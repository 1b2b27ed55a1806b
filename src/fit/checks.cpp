#include "fit/checks.h"

#include <algorithm>
#include <string>

#include "mixseed/error.h"

namespace mixseed {
namespace {

constexpr int kMostThreads = 1024;

}  // namespace

void check_options(const FitOptions& options) {
  if (options.restarts < 1) {
    throw Error(ErrorCode::usage, "restarts: expected at least 1, got " + std::to_string(options.restarts));
  }
  if (options.threads < 0 || options.threads > kMostThreads) {
    throw Error(ErrorCode::usage, "threads: expected 0 (all) to " + std::to_string(kMostThreads) + ", got " +
                                      std::to_string(options.threads));
  }
}

void check_budget(const FitOptions& options, std::size_t candidates) {
  if (!options.budget) return;
  if (options.restarts != 1) {
    throw Error(ErrorCode::usage,
                "budget: it decides how many starts there are, got restarts = " + std::to_string(options.restarts));
  }
  if (candidates != 1) {
    throw Error(ErrorCode::usage, "budget: expected one number of components and one covariance family, got " +
                                      std::to_string(candidates) + " candidates");
  }
}

void check_ascending(std::span<const std::size_t> ks) {
  if (ks.empty()) throw Error(ErrorCode::usage, "components: expected at least one number, got none");
  for (std::size_t i = 1; i < ks.size(); ++i) {
    if (ks[i - 1] < ks[i]) continue;
    throw Error(ErrorCode::usage, "components: expected ascending numbers, got " + std::to_string(ks[i - 1]) +
                                      " before " + std::to_string(ks[i]));
  }
}

void check_components(std::size_t least, std::size_t most, const Frame& X) {
  if (least == 0) throw Error(ErrorCode::usage, "components: expected at least 1, got 0");
  const double observations = std::max(X.observations(), static_cast<double>(X.size()));
  if (static_cast<double>(most) > observations) {
    throw Error(ErrorCode::usage, "components: expected at most one per row (" + std::to_string(X.size()) +
                                      " rows), got " + std::to_string(most));
  }
}

void check_start(const State& start, std::size_t dim, std::size_t components) {
  const auto* mixture = std::get_if<Mixture>(&start);
  if (mixture) check(*mixture);
  const std::size_t start_dim = mixture ? mixture->dim : std::get<Centers>(start).dim;
  const std::size_t size = std::visit([](const auto& s) { return s.size(); }, start);
  if (start_dim != dim) {
    throw Error(ErrorCode::input,
                "the start has " + std::to_string(start_dim) + " columns, the data have " + std::to_string(dim));
  }
  if (size != components) {
    throw Error(ErrorCode::input, "the starts have different numbers of components: " + std::to_string(components) +
                                      " and " + std::to_string(size));
  }
}

}  // namespace mixseed
