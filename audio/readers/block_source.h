// Internal to audio/: a file as it was recorded, decoded in a child process or in this one.
#pragma once

#include <filesystem>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "audio/decoders/interface/decoder.h"

namespace tactus {

// NaN, infinities and values beyond +-1e18 are 0.
class BlockSource {
 public:
  virtual ~BlockSource() = default;
  virtual const AudioInfo& info() const = 0;
  virtual DecodedBlock next() = 0;  // as Decoder::next()
  // Call it after the end. Set if the stream was damaged or incomplete.
  virtual std::optional<std::string> warning() const = 0;
};

// `decoder` as in open_audio(). Throws AudioError.
std::unique_ptr<BlockSource> open_blocks(const std::filesystem::path& path,
                                         const std::vector<std::string>& decoder);
// In this process.
std::unique_ptr<BlockSource> open_blocks(const SharedSource& source);

}  // namespace tactus
