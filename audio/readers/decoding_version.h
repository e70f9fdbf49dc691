// For what is computed from sound and kept on disk.
#pragma once

#include <string>

namespace tactus {

// Rises if some file gives other samples than before. 2: a delay that an MPEG or AAC file does not
// give is no longer removed. 3: two channels that cancel each other become one of them.
inline constexpr int kDecodingVersion = 3;

// The key of what is computed from decoded sound with settings that have the key `settings`.
inline std::string with_decoding_version(const std::string& settings) {
  return settings + " decoding=" + std::to_string(kDecodingVersion);
}

}  // namespace tactus
