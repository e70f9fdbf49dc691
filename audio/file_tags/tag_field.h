// The values that Tactus reads and writes in the tags of sound files.
#pragma once

namespace tactus {

enum class FileTagField { kBpm, kKey, kGrid, kCues };

}  // namespace tactus
