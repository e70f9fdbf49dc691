// The header of a .npy file.
//
// Grammar (numpy/lib/format.py, versions 1.0, 2.0 and 3.0):
//   file    = "\x93NUMPY" major minor length header data
//   length  = size of header in bytes, little-endian: 2 bytes in version 1, 4 bytes later
//   header  = "{'descr': 'TYPE', 'fortran_order': True|False, 'shape': (N,) | (N, M), }"
//             (the keys in any order, each exactly once), then blanks and "\n"
//   TYPE    = ('<' | '>' | '|' | '=') ('f4' | 'f8' | 'i1' | 'u1' | 'b1' | 'i2' | 'u2' | ... | 'u8')
//   data    = the elements, row by row, or column by column if fortran_order is True
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace tactus {

inline constexpr std::string_view kNpyMagic = "\x93NUMPY";

struct NpyHeader {
  std::string descr;  // TYPE, not interpreted
  bool fortran_order = false;
  std::vector<std::uint64_t> shape;
};

// Parses `header` of the grammar. Throws FeatureError "FILE: character N of the npy header: ...".
NpyHeader parse_npy_header(std::string_view text, std::string_view file);

// Magic, version 1.0, length and header of a '<f4' array in C order; its size is a multiple of 64
// bytes.
std::string npy_preamble(std::uint64_t rows, std::uint64_t columns);

}  // namespace tactus
