// Arrays of .npy files as rows, and rows as an .npy file.
#pragma once

#include <cstddef>
#include <string>
#include <vector>

#include "io/bytes.h"
#include "io/npy_header.h"
#include "mixseed/data.h"

namespace mixseed::io {

// The chosen columns (from 0) in their order. Floats and doubles in this machine's byte order keep their type, and are
// not copied if the columns are adjacent and in the file's order. All other types become double (64-bit integers beyond
// 2^53 are rounded). Throws Error(input) with row and column (from 1) of the first number that `finite` forbids.
enum class Finite { all, or_nan, unseen };
Data read_npy(const Bytes& file, const NpyHeader& header, const std::vector<std::size_t>& features,
              const std::string& where, Finite finite = Finite::all);
// The same for `count` rows from row `first` on.
struct RowRange {
  std::size_t first, count;
};
Data read_npy_rows(const Bytes& file, const NpyHeader& header, const std::vector<std::size_t>& features,
                   const RowRange& range, const std::string& where, Finite finite = Finite::all);

// One column (from 0) as doubles, unchecked.
std::vector<double> read_npy_column(const Bytes& file, const NpyHeader& header, std::size_t column);

// Appends the numbers of the rows as in an .npy file in C order: floats as f4, doubles as f8.
void append_numbers(std::string& out, const DataView& data);

}  // namespace mixseed::io
