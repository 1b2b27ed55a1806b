#include "select/tree_starts.h"

#include <algorithm>
#include <cmath>
#include <utility>

#include "fit/attempt.h"
#include "fit/stages.h"
#include "mixseed/error.h"

namespace mixseed {
namespace {

constexpr std::uint64_t kTreeStream = (1ULL << 32) - 3;  // not one of an attempt

// A tree of m rows of D columns takes about m^2 D^3 operations: 1000 rows of up to ten columns, fewer rows of more.
constexpr double kMostOperations = 1e9, kMostRows = 1000;
// With fewer rows per column the covariances of the clusters are those of the pseudo-rows of mhac.
constexpr double kLeastRowsPerColumn = 4;

}  // namespace

std::vector<State> tree_starts(const Restarts& restarts, std::span<const std::size_t> ks) {
  const Dataset& X = restarts.rows();
  const auto D = static_cast<double>(X.dim());
  const double rows = std::floor(std::min(kMostRows, std::sqrt(kMostOperations / (D * D * D))));
  if (rows < kLeastRowsPerColumn * (D + 1)) return {};
  const MethodInfo& mhac = method_named("mhac");
  Stage stage{&mhac, Parameters(mhac)};
  stage.parameters.set("rows", rows);
  std::vector<State> starts;
  try {
    const Rng rng = restarts.stream(0).split(kTreeStream);
    for (Seeded& seeded : seed_each(X, stage, ks, rng, {})) starts.push_back(std::move(seeded.state));
  } catch (const Error& error) {
    if (error.code() == ErrorCode::cancelled) throw;
    starts.clear();
  }
  return starts;
}

}  // namespace mixseed
