// Rows to fit or to evaluate: borrowed (DataView) or owned (Data).
#pragma once

#include <array>
#include <cstddef>
#include <memory>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "mixseed/names.h"

namespace mixseed {

// Numbers that are missing (NaN): they are an error, or the observed numbers of such rows are used
// (mixseed/missing.h).
enum class MissingValues { error, marginal };
template <>
inline constexpr std::array<std::string_view, 2> kNames<MissingValues>{"error", "marginal"};

// Borrowed numbers, rows x columns, double or float, with optional row weights. Copies are cheap and share the memory,
// which must outlive them. Strides count elements, so both C and Fortran order fit.
//
// A weight is a frequency: a row with weight 3 counts as three equal rows. The sum of the weights is the number of
// observations, which enters BIC, ICL and the sample sizes of the seeders.
class DataView {
 public:
  DataView(const double* values, std::size_t rows, std::size_t columns) : DataView(values, rows, columns, columns, 1) {}
  DataView(const float* values, std::size_t rows, std::size_t columns) : DataView(values, rows, columns, columns, 1) {}
  DataView(const double* values, std::size_t rows, std::size_t columns, std::size_t row_stride,
           std::size_t column_stride)
      : doubles_(values), rows_(rows), columns_(columns), row_stride_(row_stride), column_stride_(column_stride) {}
  DataView(const float* values, std::size_t rows, std::size_t columns, std::size_t row_stride,
           std::size_t column_stride)
      : floats_(values), rows_(rows), columns_(columns), row_stride_(row_stride), column_stride_(column_stride) {}

  // Numbers row by row, `columns` to a row. Throws Error(usage) when the last row is incomplete.
  explicit DataView(std::span<const double> values, std::size_t columns = 1);
  explicit DataView(std::span<const float> values, std::size_t columns = 1);
  // The view would outlive the temporary; Data::from keeps one.
  explicit DataView(std::vector<double>&& values, std::size_t columns = 1) = delete;
  explicit DataView(std::vector<float>&& values, std::size_t columns = 1) = delete;

  // The same rows with weights. Throws Error(usage) unless there is one per row.
  DataView with_weights(std::span<const double> weights) const;
  // One per row, unchecked; nullptr removes the weights.
  DataView with_weights(const double* weights) const {
    DataView copy = *this;
    copy.weights_ = weights;
    return copy;
  }

  // `count` rows from row `first` on; unchecked.
  DataView slice(std::size_t first, std::size_t count) const {
    DataView part = *this;
    const std::size_t skipped = first * row_stride_;
    if (doubles_) part.doubles_ += skipped;
    if (floats_) part.floats_ += skipped;
    if (weights_) part.weights_ += first;
    part.rows_ = count;
    return part;
  }

  std::size_t rows() const { return rows_; }
  std::size_t columns() const { return columns_; }
  std::size_t row_stride() const { return row_stride_; }
  std::size_t column_stride() const { return column_stride_; }
  const double* doubles() const { return doubles_; }  // nullptr when the numbers are floats
  const float* floats() const { return floats_; }     // nullptr when the numbers are doubles
  const double* weights() const { return weights_; }  // nullptr when every row counts once

  double at(std::size_t row, std::size_t column) const {
    const std::size_t at = row * row_stride_ + column * column_stride_;
    return doubles_ ? doubles_[at] : static_cast<double>(floats_[at]);
  }
  double weight(std::size_t row) const { return weights_ ? weights_[row] : 1.0; }

 private:
  const double* doubles_ = nullptr;
  const float* floats_ = nullptr;
  const double* weights_ = nullptr;
  std::size_t rows_, columns_, row_stride_, column_stride_;
};

// The rows of a file with all columns, as text: lines of CSV without line ends.
struct SourceRows {
  std::string header;
  std::vector<std::string> rows;
};

// Rows that keep their own memory alive: a vector or a mapped file. Copies share it.
struct Data {
  DataView view;
  std::vector<std::string> names;  // one per column; empty when the source has none
  std::shared_ptr<const void> memory;
  std::vector<std::string> notes = {};  // decisions of the reader, one sentence each
  std::size_t dropped = 0;              // rows of the source that were left out for a missing value
  SourceRows source = {};               // with ReadOptions::keep_source

  operator const DataView&() const { return view; }

  static Data from(std::vector<double> values, std::size_t rows, std::size_t columns);
  static Data from(std::vector<float> values, std::size_t rows, std::size_t columns);
  // Copies the rows. Throws Error(usage) for rows of different lengths.
  static Data from(const std::vector<std::vector<double>>& rows);
  // The same rows, weighted; `weights` has one entry per row.
  Data weighted(std::vector<double> weights) const;
};

}  // namespace mixseed
