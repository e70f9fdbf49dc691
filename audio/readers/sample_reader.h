// Samples in memory as an audio source.
#pragma once

#include <cstddef>
#include <filesystem>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "audio/audio_source.h"
#include "audio/readers/mono_mix.h"
#include "audio/resampler.h"

namespace tactus {

// Gives the samples that AudioReader gives for a file with them.
class SampleReader : public AudioSource {
 public:
  // `samples`, interleaved, frames x channels, must outlive the reader. Both rates in Hz. Throws
  // ArgumentError for rates or channels that no file may have, and for samples that are no whole
  // frames; InputError without samples; AudioError if one is NaN, infinite or beyond +-1e18.
  SampleReader(std::span<const float> samples, int channels, int rate_of_samples, int sample_rate);

  const std::filesystem::path& path() const override { return path_; }  // "samples"
  const AudioInfo& info() const override { return info_; }
  int sample_rate() const override { return rate_; }
  std::size_t read(std::span<float> block) override;
  std::optional<std::string> warning() const override { return std::nullopt; }
  std::string note() const override { return mixer_.cancels() ? kCancels : ""; }

 private:
  void convert_more();

  std::filesystem::path path_ = "samples";
  AudioInfo info_;
  std::span<const float> left_;  // not converted yet
  std::size_t channels_;
  int rate_;
  Resampler resampler_;
  MonoMixer mixer_;
  std::vector<float> mono_;
  std::vector<float> ready_;  // samples [taken_, end) wait for read()
  std::size_t taken_ = 0;
  bool ended_ = false;
};

}  // namespace tactus
