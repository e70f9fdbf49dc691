// Samples as an audio source.
#pragma once

#include <algorithm>
#include <cstdint>
#include <filesystem>
#include <optional>
#include <span>
#include <string>
#include <utility>
#include <vector>

#include "audio/readers/audio_reader.h"

namespace tactus::test {

class SamplesInMemory : public AudioSource {
 public:
  explicit SamplesInMemory(std::vector<float> samples, int rate = 22050)
      : samples_(std::move(samples)), rate_(rate) {}
  const std::filesystem::path& path() const override { return path_; }
  const AudioInfo& info() const override { return info_; }
  int sample_rate() const override { return rate_; }
  std::size_t read(std::span<float> block) override {
    const std::size_t count = std::min(block.size(), samples_.size() - at_);
    std::copy_n(samples_.begin() + static_cast<std::ptrdiff_t>(at_), count, block.begin());
    at_ += count;
    return count;
  }
  std::optional<std::string> warning() const override { return {}; }
  void claim() {  // as a file's header does
    info_.sample_rate = rate_;
    info_.claimed_frames = static_cast<std::int64_t>(samples_.size());
  }

 private:
  std::vector<float> samples_;
  int rate_;
  AudioInfo info_;
  std::filesystem::path path_ = "memory";
  std::size_t at_ = 0;
};

}  // namespace tactus::test
