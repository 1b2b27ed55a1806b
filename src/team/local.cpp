#include "team/local.h"

#include <limits>
#include <string>

#include "mixseed/error.h"

namespace mixseed {

namespace {
constexpr std::size_t kMostConverted = std::size_t{1} << 20;  // doubles: 8 MB
}  // namespace

LocalTeam::LocalTeam(const DataView& view, Pool& pool, std::size_t offset, PreparedModels* prepared_models)
    : view_(view), pool_(pool), offset_(offset), prepared_models_(prepared_models) {
  if (view.rows() > std::numeric_limits<std::uint32_t>::max()) {
    throw Error(ErrorCode::input, "expected less than 2^32 rows, got " + std::to_string(view.rows()));
  }
}

// Up to 8 MB are converted once (to these units, to contiguous doubles) instead of in every pass.
std::unique_ptr<ViewRows> LocalTeam::rows_in(const AffineMap& units) {
  auto rows = std::make_unique<ViewRows>(view_, units, offset_);
  const std::size_t numbers = rows->size() * rows->dim();
  if (rows->lie_side_by_side() || numbers > kMostConverted) return rows;
  converted_.resize(numbers);
  for (std::size_t i = 0; i < rows->size(); ++i) rows->copy_row(i, converted_.data() + i * rows->dim());
  const DataView converted(converted_.data(), rows->size(), rows->dim());
  return std::make_unique<ViewRows>(converted.with_weights(view_.weights()), AffineMap(), offset_);
}

Part& LocalTeam::part_in(const std::shared_ptr<const AffineMap>& units) {
  const bool same = units == units_ || (units && units_ && *units == *units_);
  if (!part_ || !same) {
    part_.reset();
    rows_ = rows_in(units ? *units : AffineMap());
    part_ = std::make_unique<Part>(*rows_, pool_);
    part_->prepared_models = prepared_models_;
    units_ = units;
  }
  return *part_;
}

Answer LocalTeam::ask(const Request& request) { return answer(request.question, part_in(request.units)); }

}  // namespace mixseed
