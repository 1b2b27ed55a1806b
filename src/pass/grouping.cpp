#include "pass/grouping.h"

#include <algorithm>
#include <numeric>

#include "model/density.h"
#include "pass/part.h"

namespace mixseed {
namespace {

constexpr std::size_t kMostShort = std::size_t{1} << 16;  // components whose numbers fit into two bytes

// Passes after which a sorted copy of the rows has paid for itself.
constexpr std::size_t kCopyPays = 4;

}  // namespace

bool are_equal(const ModelPtr& a, const ModelPtr& b) { return a == b || (a && b && *a == *b); }

std::vector<std::uint32_t> places_by_label(std::span<const std::uint32_t> labels, std::size_t components) {
  std::vector<std::uint32_t> ends(components + 1, 0), from(labels.size());
  for (const std::uint32_t label : labels) ++ends[label + 1];
  std::partial_sum(ends.begin(), ends.end(), ends.begin());
  for (std::uint32_t i = 0; i < labels.size(); ++i) from[ends[labels[i]]++] = i;
  return from;
}

std::vector<std::uint32_t> best_components(Part& part, const State& model) {
  const Density density(model);
  std::vector<std::uint32_t> labels(part.size());
  part.for_each_tile(density, [&](Terms& terms, std::size_t row, std::size_t rows) {
    std::uint32_t best_of[kernel::kTile];
    double best[kernel::kTile];
    terms.argmax(best_of, best, density.size());
    std::copy_n(best_of, rows, labels.data() + row);
  });
  return labels;
}

void Grouping::arrange(Part& part, const ModelPtr& model) {
  if (are_equal(model, order_model_)) return;
  if (model && !are_equal(model, label_model_)) {  // neither the order nor the labels are known
    labels_ = best_components(part, *model);
    order_.clear();
  }
  order_model_ = model;
  copied_ = false;
  walks_ = 0;
  if (order_model_) return sort(part);
  order_.clear();
  label_model_.reset();
}

// Sorts the rows within every window by their labels.
void Grouping::sort(Part& part) {
  const std::size_t n = part.size(), components = size_of(*order_model_);
  const bool sorted = !order_.empty();
  order_.resize(n);
  groups_.resize(n);
  part.pool().run(part.rows().windows(), [&](std::size_t window) {
    const std::size_t first = window * kWindow, count = std::min(kWindow, n - first);
    std::vector<std::uint32_t> by_row(count);
    for (std::size_t i = first; i < first + count; ++i) by_row[sorted ? order_[i] - first : i - first] = labels_[i];
    const auto from = places_by_label(by_row, components);
    for (std::size_t i = 0; i < count; ++i) {
      order_[first + i] = static_cast<std::uint32_t>(first + from[i]);
      groups_[first + i] = labels_[first + i] = by_row[from[i]];
    }
  });
  label_model_ = order_model_;
}

Grouping::Essence Grouping::essence() const {
  const auto fits = [](const ModelPtr& model) { return model && size_of(*model) <= kMostShort; };
  const auto by_row = [&](const std::vector<std::uint32_t>& by_place) {
    std::vector<std::uint16_t> values(by_place.size());
    for (std::size_t i = 0; i < values.size(); ++i) {
      values[order_.empty() ? i : order_[i]] = static_cast<std::uint16_t>(by_place[i]);
    }
    return values;
  };
  Essence essence;
  if (fits(order_model_)) essence = {order_model_, nullptr, by_row(groups_), {}};
  if (fits(label_model_) && (!order_model_ || essence.order_model)) {
    essence.label_model = label_model_;
    essence.labels = by_row(labels_);
  }
  return essence;
}

void Grouping::restore(Part& part, const Essence& essence) {
  *this = {};
  if (essence.order_model) {
    order_model_ = essence.order_model;
    labels_.assign(essence.groups.begin(), essence.groups.end());
    sort(part);
  }
  if (!essence.label_model) return;
  label_model_ = essence.label_model;
  labels_.resize(essence.labels.size());
  for (std::size_t i = 0; i < labels_.size(); ++i) labels_[i] = essence.labels[order_.empty() ? i : order_[i]];
}

const std::uint32_t* Grouping::guesses(std::size_t components) const {
  return label_model_ && size_of(*label_model_) <= components ? labels_.data() : nullptr;
}

void Grouping::begin(Part& part) {
  labels_.resize(part.size(), 0);
  moved_.assign(part.rows().blocks(), 0);
}

void Grouping::finish(Part& part, const ModelPtr& model) {
  label_model_ = model;
  dim_ = part.dim();
  const std::size_t n = part.size();
  if (!order_model_ || copied_ || !part.may_copy(n * dim_)) return;
  const std::size_t moved = std::accumulate(moved_.begin(), moved_.end(), std::size_t{0});
  ++walks_;
  // Copies only if the order is expected to last, at the present rate of moving rows, until the copy has paid off.
  if (moved * kPatience * (kCopyPays + walks_) > n * walks_) return;
  if (!rows_) rows_ = std::make_unique_for_overwrite<double[]>(n * dim_);
  part.pool().run(part.rows().windows(), [&](std::size_t window) {
    const std::size_t first = window * kWindow, last = std::min(n, first + kWindow);
    for (std::size_t i = first; i < last; ++i) part.rows().copy_row(order_[i], rows_.get() + i * dim_);
  });
  copied_ = true;
}

}  // namespace mixseed
