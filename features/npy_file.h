// NumPy's .npy files: how feature frames and activations are kept on disk and exchanged with other
// programs.
//
// Grammar (numpy/lib/format.py, versions 1.0, 2.0 and 3.0):
//   file    = "\x93NUMPY" major minor length header data
//   length  = header's size in bytes, little-endian: 2 bytes in version 1, 4 bytes in versions 2
//   and 3 header  = "{'descr': 'TYPE', 'fortran_order': True|False, 'shape': (N,) | (N, M), }"
//   blanks "\n"
//             (the keys in any order, each exactly once)
//   TYPE    = ('<' | '>' | '|' | '=') ('f4' | 'f8' | 'i1' | 'u1' | 'b1' | 'i2' | 'u2' | ... | 'u8')
//   data    = the elements, row by row, or column by column when fortran_order is True
#pragma once

#include <filesystem>

#include "features/feature_error.h"
#include "features/frame_matrix.h"

namespace tactus {

// Writes [T,K] as float32, C order, version 1.0. Written to a temporary beside `path`, flushed to
// disk, renamed: `path` is either the old file or the complete new one. Throws FeatureError with
// the path and the reason, and std::invalid_argument when data.size() != frames * bins.
void write_npy(const FrameMatrix& matrix, const std::filesystem::path& path);

// Reads a 1-D array as [T,1] or a 2-D array as [T,K], converting every TYPE above to float. The
// result has the given frame rate (the file has none). Nothing is allocated before the shape has
// been checked against the size of the file. Throws FeatureError for anything malformed,
// std::invalid_argument unless fps > 0.
FrameMatrix read_npy(const std::filesystem::path& path, double fps);

}  // namespace tactus
