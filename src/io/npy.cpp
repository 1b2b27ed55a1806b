// Arrays of .npy files: used in place if possible, else converted to double.
#include "io/npy.h"

#include <algorithm>
#include <bit>
#include <cmath>
#include <cstdint>
#include <cstring>
#include <type_traits>
#include <utility>

#include "base/text.h"
#include "io/advice.h"
#include "io/message.h"

namespace mixseed::io {
namespace {

struct Strides {
  std::size_t row, column;
};

Strides strides_of(const NpyHeader& header) {
  return header.fortran ? Strides{1, header.rows} : Strides{header.columns, 1};
}

template <typename Number>
Number load(const char* at, bool swapped) {
  char bytes[sizeof(Number)];
  std::memcpy(bytes, at, sizeof bytes);
  if (swapped) std::reverse(bytes, bytes + sizeof bytes);
  Number number;
  std::memcpy(&number, bytes, sizeof bytes);
  return number;
}

// Copies the chosen columns of some rows of an array of `Stored` numbers to row-major order.
template <typename Stored, typename Wanted>
std::vector<Wanted> gather(const Bytes& file, const NpyHeader& header, const std::vector<std::size_t>& columns,
                           const RowRange& range) {
  std::vector<Wanted> values(range.count * columns.size());
  const char* const start = file.view.data() + header.offset;
  const Strides strides = strides_of(header);
  for (std::size_t i = 0; i < columns.size(); ++i) {
    for (std::size_t row = 0; row < range.count; ++row) {
      const char* const at = start + ((range.first + row) * strides.row + columns[i] * strides.column) * sizeof(Stored);
      values[row * columns.size() + i] = static_cast<Wanted>(load<Stored>(at, header.swapped));
    }
  }
  return values;
}

std::vector<double> gather_doubles(const Bytes& file, const NpyHeader& header, const std::vector<std::size_t>& columns,
                                   const RowRange& range) {
  const auto as = [&]<typename Stored>(Stored) { return gather<Stored, double>(file, header, columns, range); };
  if (header.kind == 'f') return header.item == 4 ? as(float{}) : as(double{});
  const bool is_signed = header.kind == 'i';
  switch (header.item) {
    case 1: return is_signed ? as(std::int8_t{}) : as(std::uint8_t{});
    case 2: return is_signed ? as(std::int16_t{}) : as(std::uint16_t{});
    case 4: return is_signed ? as(std::int32_t{}) : as(std::uint32_t{});
    default: return is_signed ? as(std::int64_t{}) : as(std::uint64_t{});
  }
}

bool are_neighbours(const std::vector<std::size_t>& columns) {
  for (std::size_t i = 1; i < columns.size(); ++i) {
    if (columns[i] != columns[i - 1] + 1) return false;
  }
  return true;
}

template <typename Number>
Data borrow_or_copy(const Bytes& file, const NpyHeader& header, const std::vector<std::size_t>& features,
                    const RowRange& range) {
  const char* const start = file.view.data() + header.offset;
  const bool aligned = reinterpret_cast<std::uintptr_t>(start) % alignof(Number) == 0;
  if (!aligned || !are_neighbours(features)) {
    return Data::from(gather<Number, Number>(file, header, features, range), range.count, features.size());
  }
  const Strides strides = strides_of(header);
  const auto* const numbers =
      reinterpret_cast<const Number*>(start) + range.first * strides.row + features.front() * strides.column;
  return {DataView(numbers, range.count, features.size(), strides.row, strides.column), {}, file.memory, {}, 0};
}

// The index of the first number that is not finite (infinite, if NaN is allowed), or `count`.
template <typename Number>
std::size_t first_not_finite(const Number* numbers, std::size_t count, bool allow_nan) {
  using Bits = std::conditional_t<sizeof(Number) == 4, std::uint32_t, std::uint64_t>;
  constexpr Bits kExponent = sizeof(Number) == 4 ? Bits{0x7f800000} : static_cast<Bits>(0x7ff0000000000000);
  constexpr std::size_t kBlock = 256;
  for (std::size_t start = 0; start < count; start += kBlock) {
    const std::size_t end = std::min(start + kBlock, count);
    bool all_finite = true;
    for (std::size_t i = start; i < end; ++i) all_finite &= (std::bit_cast<Bits>(numbers[i]) & kExponent) != kExponent;
    if (all_finite) continue;
    const auto is_wrong = [&](Number x) { return allow_nan ? std::isinf(x) : !std::isfinite(x); };
    const auto found = static_cast<std::size_t>(std::find_if(numbers + start, numbers + end, is_wrong) - numbers);
    if (found != end) return found;
  }
  return count;
}

// Visits the numbers in the order of memory. The view begins at row `first` of the file.
template <typename Number>
void check_finite(const Number* numbers, const DataView& view, const std::vector<std::size_t>& features,
                  std::size_t first, const std::string& where, bool allow_nan) {
  const bool by_column = view.row_stride() == 1;
  const std::size_t pieces = by_column ? view.columns() : view.rows();
  const std::size_t length = by_column ? view.rows() : view.columns();
  const std::size_t stride = by_column ? view.column_stride() : view.row_stride();
  for (std::size_t piece = 0; piece < pieces; ++piece) {
    const std::size_t at = first_not_finite(numbers + piece * stride, length, allow_nan);
    if (at == length) continue;
    const std::size_t row = by_column ? at : piece, column = by_column ? piece : at;
    fail(ErrorCode::input, where,
         filled("row {}, column {}: got {}, expected a finite number{}", first + row + 1, features[column] + 1,
                view.at(row, column), std::isnan(view.at(row, column)) ? kMissingAdvice : std::string_view()));
  }
}

template <typename Number>
void append_rows(std::string& out, const Number* numbers, const DataView& data) {
  const std::size_t start = out.size(), width = data.columns() * sizeof(Number);
  out.resize(start + data.rows() * width);
  for (std::size_t row = 0; row < data.rows(); ++row) {
    char* const to = out.data() + start + row * width;
    const Number* const from = numbers + row * data.row_stride();
    if (data.column_stride() == 1) {
      std::memcpy(to, from, width);
      continue;
    }
    for (std::size_t column = 0; column < data.columns(); ++column) {
      std::memcpy(to + column * sizeof(Number), from + column * data.column_stride(), sizeof(Number));
    }
  }
}

}  // namespace

Data read_npy(const Bytes& file, const NpyHeader& header, const std::vector<std::size_t>& features,
              const std::string& where, Finite finite) {
  return read_npy_rows(file, header, features, {0, header.rows}, where, finite);
}

Data read_npy_rows(const Bytes& file, const NpyHeader& header, const std::vector<std::size_t>& features,
                   const RowRange& range, const std::string& where, Finite finite) {
  const bool native = header.kind == 'f' && !header.swapped;
  Data data = !native ? Data::from(gather_doubles(file, header, features, range), range.count, features.size())
              : header.item == 4 ? borrow_or_copy<float>(file, header, features, range)
                                 : borrow_or_copy<double>(file, header, features, range);
  if (finite == Finite::unseen) return data;
  const bool allow_nan = finite == Finite::or_nan;
  if (data.view.floats() != nullptr)
    check_finite(data.view.floats(), data.view, features, range.first, where, allow_nan);
  else
    check_finite(data.view.doubles(), data.view, features, range.first, where, allow_nan);
  return data;
}

std::vector<double> read_npy_column(const Bytes& file, const NpyHeader& header, std::size_t column) {
  return gather_doubles(file, header, {column}, {0, header.rows});
}

void append_numbers(std::string& out, const DataView& data) {
  if (data.floats() != nullptr)
    append_rows(out, data.floats(), data);
  else
    append_rows(out, data.doubles(), data);
}

}  // namespace mixseed::io
