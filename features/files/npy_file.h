// NumPy's .npy files: the format of feature frames and activations on disk and for other programs.
// npy_header.h has the grammar.
#pragma once

#include <array>
#include <cstddef>
#include <filesystem>
#include <span>
#include <string>

#include "features/frames/feature_error.h"
#include "features/frames/frame_matrix.h"

namespace tactus {

// Writes [T,K] as float32, C order, version 1.0. Writes a temporary file beside `path`, flushes it
// to disk and renames it: `path` is either the old file or the complete new one. Throws
// FeatureError with the path and the reason, and std::invalid_argument if data.size() != frames *
// bins.
void write_npy(const FrameMatrix& matrix, const std::filesystem::path& path);

// The pieces of such a file, for other writers. `header` comes from npy_header_of() and, as the
// matrix, must outlive the pieces. npy_header_of() throws std::invalid_argument as write_npy does.
std::string npy_header_of(const FrameMatrix& matrix);
std::array<std::span<const std::byte>, 2> npy_parts(const std::string& header,
                                                    const FrameMatrix& matrix);

// Reads a 1-D array as [T,1] or a 2-D array as [T,K], converting every TYPE above to float. The
// result has the given frame rate (the file has none). Nothing is allocated before the shape has
// been checked against the size of the file. Throws FeatureError for anything malformed,
// std::invalid_argument unless fps > 0.
FrameMatrix read_npy(const std::filesystem::path& path, double fps);

// The TYPE in the header of the file: "<f4", "|u1". Throws FeatureError.
std::string npy_type(const std::filesystem::path& path);

}  // namespace tactus
