// The header of .npy files, versions 1.0 to 3.0 (NumPy's own description: numpy.lib.format).
#pragma once

#include <cstddef>
#include <string>
#include <string_view>

namespace mixseed::io {

// A checked header: the array has one or two dimensions, at least one row and one column, numbers of a supported type,
// and lies completely inside the file.
struct NpyHeader {
  char kind = 'f';       // 'f' float, 'i' integer, 'u' unsigned integer, 'b' bool
  std::size_t item = 8;  // bytes per number
  bool swapped = false;  // the byte order is not this machine's
  bool fortran = false;  // columns are contiguous, not rows
  std::size_t rows = 0;  // an array of one dimension is one column
  std::size_t columns = 0;
  std::size_t offset = 0;  // of the numbers in the file, in bytes
};

// Reads and checks the header of a whole file. Throws Error(input) with the value and the accepted ones.
NpyHeader parse_npy_header(std::string_view file, const std::string& where);

// A version 1.0 header for a C order array of this machine's doubles (or floats), padded to a multiple of 64 bytes. It
// always has 128 bytes, so that it can be overwritten in place.
std::string make_npy_header(std::size_t rows, std::size_t columns, bool floats);

}  // namespace mixseed::io
