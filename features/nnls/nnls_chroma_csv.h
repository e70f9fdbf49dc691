// Internal to features/: raw NNLS chroma as text, see read_nnls_chroma.
//
//   line ::= [name] "," time { "," value } EOL
//
// with 24 values; the name is in double quotes and only in line 1.
#pragma once

#include <filesystem>

#include "features/feature_parameters.h"
#include "features/frames/frame_matrix.h"

namespace tactus {

// Throws FeatureError "FILE:LINE: what was found, what was expected".
FrameMatrix read_nnls_chroma_csv(const std::filesystem::path& path,
                                 const NnlsChromaParameters& parameters);

}  // namespace tactus
