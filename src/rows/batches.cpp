#include "rows/batches.h"

#include <algorithm>
#include <string>
#include <utility>

#include "mixseed/error.h"

namespace mixseed {
namespace {

constexpr std::size_t kAhead = 2;
constexpr std::size_t kPage = 4096;

DataView view_of(const std::vector<double>& values, const std::vector<double>& weights, std::size_t columns) {
  const DataView view(values.data(), values.size() / columns, columns);
  return view.with_weights(weights.empty() ? nullptr : weights.data());
}

void append_rows(const DataView& view, std::vector<double>& to) {
  const std::size_t columns = view.columns();
  if (view.doubles() && view.column_stride() == 1) {
    for (std::size_t i = 0; i < view.rows(); ++i) {
      const double* row = view.doubles() + i * view.row_stride();
      to.insert(to.end(), row, row + columns);
    }
    return;
  }
  for (std::size_t i = 0; i < view.rows(); ++i) {
    for (std::size_t j = 0; j < columns; ++j) to.push_back(view.at(i, j));
  }
}

// Reads the pages of a mapped file into memory, so that passes do not wait for them.
void touch(const DataView& view) {
  if (view.column_stride() != 1) return;
  const auto* bytes = view.doubles() ? reinterpret_cast<const volatile char*>(view.doubles())
                                     : reinterpret_cast<const volatile char*>(view.floats());
  const std::size_t size = view.rows() * view.row_stride() * (view.doubles() ? sizeof(double) : sizeof(float));
  for (std::size_t at = 0; at < size; at += kPage) (void)bytes[at];
}

}  // namespace

Batch::Batch(std::vector<double> values, std::vector<double> weights, std::size_t columns, std::size_t first)
    : values_(std::move(values)),
      weights_(std::move(weights)),
      view_(view_of(values_, weights_, columns)),
      first_(first) {}

Batches::Batches(Source& source, std::size_t bytes, std::size_t first) : source_(source), bytes_(bytes), at_(first) {
  source_.rewind();
  reader_ = std::thread([this] { read(); });
}

Batches::~Batches() {
  {
    const std::lock_guard lock(mutex_);
    is_over_ = true;
  }
  changed_.notify_all();
  reader_.join();
}

std::optional<Batch> Batches::next() {
  std::unique_lock lock(mutex_);
  changed_.wait(lock, [&] { return !ready_.empty() || failure_; });
  if (ready_.empty()) std::rethrow_exception(failure_);
  std::optional<Batch> batch = std::move(ready_.front());
  if (batch) ready_.pop_front();  // the end marker stays
  changed_.notify_all();
  return batch;
}

void Batches::read() {
  try {
    for (;;) {
      std::optional<Batch> batch = make();
      const bool is_end = !batch;
      std::unique_lock lock(mutex_);
      changed_.wait(lock, [&] { return ready_.size() < kAhead || is_over_; });
      ready_.push_back(std::move(batch));
      changed_.notify_all();
      if (is_end || is_over_) return;
    }
  } catch (...) {
    const std::lock_guard lock(mutex_);
    failure_ = std::current_exception();
    changed_.notify_all();
  }
}

// Whether `rest_` has rows; asks the source for more if it has none.
bool Batches::has_more() {
  while (!rest_ || rest_->rows() == 0) {
    rest_ = source_.next();
    if (!rest_) return false;
    if (rest_->columns() == 0) throw Error(ErrorCode::input, "there are no columns");
    if (columns_ == 0) {
      columns_ = rest_->columns();
      const std::size_t window = kWindow * columns_ * (rest_->doubles() ? sizeof(double) : sizeof(float));
      rows_of_batch_ = kWindow;
      while (rows_of_batch_ / kWindow * window * 2 <= bytes_) rows_of_batch_ *= 2;
    }
    if (rest_->columns() != columns_ && rest_->rows() > 0) {
      throw Error(ErrorCode::input, "rows of different lengths: from row " + std::to_string(at_ + 1) +
                                        " on they have " + std::to_string(rest_->columns()) +
                                        " numbers, those before have " + std::to_string(columns_));
    }
  }
  return true;
}

std::optional<Batch> Batches::make() {
  if (!has_more()) return std::nullopt;
  const std::size_t wanted = rows_of_batch_ - at_ % rows_of_batch_;
  if (source_.stays() && rest_->rows() >= wanted) {
    const DataView view = rest_->slice(0, wanted);
    rest_ = rest_->slice(wanted, rest_->rows() - wanted);
    touch(view);
    const std::size_t first = std::exchange(at_, at_ + wanted);
    return Batch(view, first);
  }
  return copied(wanted);
}

Batch Batches::copied(std::size_t wanted) {
  const std::size_t first = at_;
  std::vector<double> values, weights;
  values.reserve(wanted * columns_);
  while (at_ < first + wanted && has_more()) {
    const DataView taken = rest_->slice(0, std::min(rest_->rows(), first + wanted - at_));
    append_rows(taken, values);
    if (taken.weights()) weights.insert(weights.end(), taken.weights(), taken.weights() + taken.rows());
    rest_ = rest_->slice(taken.rows(), rest_->rows() - taken.rows());
    at_ += taken.rows();
    if (!weights.empty() && weights.size() != at_ - first) {
      throw Error(ErrorCode::input, "rows with weights and rows without: expected weights for all or for none");
    }
  }
  return Batch(std::move(values), std::move(weights), columns_, first);
}

}  // namespace mixseed
