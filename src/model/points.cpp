#include "model/points.h"

#include <array>
#include <cmath>
#include <limits>
#include <mutex>
#include <numeric>
#include <string>
#include <utility>

#include "mixseed/error.h"

namespace mixseed {

struct Points::LazyFacts {
  std::once_flag once;
  Facts facts;
};

namespace {

[[noreturn]] void refuse_number(const DataView& view) {
  for (std::size_t i = 0; i < view.rows(); ++i) {
    for (std::size_t j = 0; j < view.columns(); ++j) {
      if (std::isfinite(view.at(i, j))) continue;
      throw Error(ErrorCode::input, "row " + std::to_string(i + 1) + ", column " + std::to_string(j + 1) +
                                        ": expected a finite number, got " + std::to_string(view.at(i, j)));
    }
  }
  throw Error(ErrorCode::input, "the data changed while they were read");
}

double checked_total_weight(const DataView& view) {
  if (!view.weights()) return static_cast<double>(view.rows());
  double total = 0;
  for (std::size_t i = 0; i < view.rows(); ++i) {
    const double weight = view.weight(i);
    if (!std::isfinite(weight) || weight < 0) {
      throw Error(ErrorCode::input, "weights: row " + std::to_string(i + 1) +
                                        ": expected a finite number of at least 0, got " + std::to_string(weight));
    }
    total += weight;
  }
  if (!(total > 0)) throw Error(ErrorCode::input, "weights: expected at least one above 0, all are 0");
  if (!std::isfinite(total)) throw Error(ErrorCode::input, "weights: their sum is too large");
  return total;
}

// Moments of all rows about a pivot.
std::vector<double> total_moments(const Points& points, const std::vector<double>& pivot, kernel::Second second) {
  const std::size_t dim = points.dim();
  std::array<std::uint16_t, kernel::kBlock> everyone;
  std::iota(everyone.begin(), everyone.end(), std::uint16_t{0});
  const std::vector<double> ones(kernel::kBlock, 1.0);
  return points.reduce_blocks([&] { return std::vector<double>(kernel::moments_length(second, dim), 0.0); },
                              [&](std::vector<double>& sum, const Block& block) {
                                std::vector<double> scratch(kernel::moments_scratch(dim));
                                kernel::active().add_moments(block.row, dim, everyone.data(),
                                                             block.weights ? block.weights : ones.data(), block.rows,
                                                             pivot.data(), second, sum.data(), scratch.data());
                              },
                              [](std::vector<double>& left, std::vector<double>&& right) {
                                for (std::size_t i = 0; i < left.size(); ++i) left[i] += right[i];
                              });
}

void set_scales(Facts& facts) {
  const std::size_t dim = facts.mean.size();
  double sum = 0;
  std::size_t varying = 0;
  double largest = 0;
  for (std::size_t j = 0; j < dim; ++j) {
    const double variance = facts.covariance[j * dim + j];
    largest = std::max(largest, std::abs(facts.mean[j]));
    sum += variance;
    varying += variance > 0;
  }
  // A constant column has no scale of its own: it borrows the others', or the size of the numbers.
  const double borrowed = varying > 0 ? sum / static_cast<double>(varying) : (largest > 0 ? largest * largest : 1.0);
  facts.scale.resize(dim);
  for (std::size_t j = 0; j < dim; ++j) {
    const double variance = facts.covariance[j * dim + j];
    facts.scale[j] = std::sqrt(variance > 0 ? variance : borrowed);
  }
  facts.mean_variance = varying > 0 ? sum / static_cast<double>(dim) : borrowed;
}

std::size_t first_row_that_counts(const Points& points) {
  std::size_t row = 0;
  while (!(points.weight(row) > 0)) ++row;
  return row;
}

// Two passes: the mean about the first row, then the second moments about the mean, less what the rounding of the
// mean left. A column that is constant gets a variance of exactly zero, and an offset costs no digits.
Facts compute_facts(const Points& points) {
  const std::size_t dim = points.dim();
  Facts facts;
  facts.mean = points.row(first_row_that_counts(points));
  const auto first = total_moments(points, facts.mean, kernel::Second::none);
  for (std::size_t j = 0; j < dim; ++j) facts.mean[j] += first[j] / first[dim];
  const auto second = total_moments(points, facts.mean, kernel::Second::full);
  const double mass = second[kernel::mass_place(kernel::Second::full, dim)];
  const auto rest = [&](std::size_t j) { return second[kernel::first_moment_place(kernel::Second::full, dim, j)]; };
  facts.covariance.resize(dim * dim);
  for (std::size_t j = 0; j < dim; ++j) {
    const double* line = second.data() + kernel::moments_line(dim, j);
    for (std::size_t l = j; l < dim; ++l) {
      facts.covariance[j * dim + l] = facts.covariance[l * dim + j] = (line[l] - rest(j) * (rest(l) / mass)) / mass;
    }
  }
  set_scales(facts);
  return facts;
}

}  // namespace

Points::Points(const DataView& view, Pool& pool) : view_(view), pool_(&pool), lazy_(std::make_shared<LazyFacts>()) {
  if (view.rows() == 0) throw Error(ErrorCode::input, "the data have no rows");
  if (view.columns() == 0) throw Error(ErrorCode::input, "the data have no columns");
  if (view.rows() > std::numeric_limits<std::uint32_t>::max()) {
    throw Error(ErrorCode::input, "expected less than 2^32 rows, got " + std::to_string(view.rows()));
  }
  total_weight_ = checked_total_weight(view);
  const bool finite = reduce_blocks([] { return true; },
                                    [&](bool& ok, const Block& block) {
                                      double zeros = 0;  // 0 * NaN and 0 * inf are NaN
                                      for (std::size_t i = 0; i < block.rows; ++i) {
                                        for (std::size_t j = 0; j < dim(); ++j) zeros += 0 * block.row[i][j];
                                      }
                                      ok = ok && zeros == 0;
                                    },
                                    [](bool& left, bool&& right) { left = left && right; });
  if (!finite) refuse_number(view);
}

Points Points::with_pool(Pool& pool) const {
  Points copy = *this;
  copy.pool_ = &pool;
  return copy;
}

Points Points::times(std::vector<double> factors) const {
  Points copy = *this;
  for (std::size_t j = 0; j < factors_.size(); ++j) factors[j] *= factors_[j];
  copy.factors_ = std::move(factors);
  copy.lazy_ = std::make_shared<LazyFacts>();
  return copy;
}

void Points::copy_row(std::size_t i, double* out) const {
  if (view_.doubles() && view_.column_stride() == 1 && factors_.empty()) {
    std::copy_n(view_.doubles() + i * view_.row_stride(), dim(), out);
    return;
  }
  for (std::size_t j = 0; j < dim(); ++j) out[j] = factors_.empty() ? view_.at(i, j) : view_.at(i, j) * factors_[j];
}

std::vector<double> Points::row(std::size_t i) const {
  std::vector<double> values(dim());
  copy_row(i, values.data());
  return values;
}

const Facts& Points::facts() const {
  std::call_once(lazy_->once, [&] { lazy_->facts = compute_facts(*this); });
  return lazy_->facts;
}

namespace {

template <typename Number>
void copy_rows(const Number* values, const DataView& view, const Block& block, double* to) {
  const std::size_t down = view.row_stride(), right = view.column_stride(), columns = view.columns();
  for (std::size_t i = 0; i < block.rows; ++i, to += columns) {
    const Number* from = values + block.number(i) * down;
    for (std::size_t j = 0; j < columns; ++j) to[j] = static_cast<double>(from[j * right]);
  }
}

}  // namespace

Block Points::load(std::size_t number, const Order& order, Room& room, const double* sorted) const {
  const std::size_t first = number * kernel::kBlock, rows = std::min(kernel::kBlock, size() - first);
  Block block{first, order.empty() ? nullptr : order.data(), rows, {}, nullptr};
  if (sorted) {
    block.row = {sorted, dim(), nullptr, rows};
  } else if (view_.doubles() && view_.column_stride() == 1 && factors_.empty()) {  // used where they lie
    const std::size_t stride = view_.row_stride();
    block.row = order.empty() ? kernel::Rows{view_.doubles() + first * stride, stride, nullptr, rows}
                              : kernel::Rows{view_.doubles(), stride, order.data() + first, rows};
  } else {
    room.rows.resize(rows * dim());
    view_.doubles() ? copy_rows(view_.doubles(), view_, block, room.rows.data())
                    : copy_rows(view_.floats(), view_, block, room.rows.data());
    for (std::size_t at = 0; !factors_.empty() && at < rows * dim(); at += dim()) {
      for (std::size_t j = 0; j < dim(); ++j) room.rows[at + j] *= factors_[j];
    }
    block.row = {room.rows.data(), dim(), nullptr, rows};
  }
  if (view_.weights() && order.empty()) block.weights = view_.weights() + first;
  if (view_.weights() && !order.empty()) {
    for (std::size_t i = 0; i < rows; ++i) room.weights.push_back(view_.weights()[block.number(i)]);
    block.weights = room.weights.data();
  }
  return block;
}

}  // namespace mixseed
