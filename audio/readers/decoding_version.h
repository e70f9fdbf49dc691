// For what is computed from sound and kept on disk.
#pragma once

namespace tactus {

// Rises if some file gives other samples than before. 2: a delay that an MPEG or AAC file does not
// give is no longer removed.
inline constexpr int kDecodingVersion = 2;

}  // namespace tactus
