#include "audio/readers/sample_reader.h"

#include <fmt/core.h>

#include <algorithm>

#include "audio/decoders/interface/decoder.h"
#include "audio/error.h"
#include "audio/readers/mono_mix.h"

namespace tactus {
namespace {

constexpr std::size_t kMixedFrames = std::size_t{1} << 16;  // frames that are mixed at a time

void check(int value, int lowest, int highest, const char* what) {
  if (value >= lowest && value <= highest) return;
  throw ArgumentError(
      fmt::format("samples: {} of {}, expected {} to {}", what, value, lowest, highest));
}

void check_samples(std::span<const float> samples, int channels, int rate) {
  if (samples.empty()) throw InputError("samples: empty, expected at least one frame");
  const auto wrong = std::ranges::find_if_not(samples, is_sound);
  if (wrong == samples.end()) return;
  const auto index = static_cast<std::size_t>(wrong - samples.begin());
  const std::size_t frame = index / static_cast<std::size_t>(channels);
  throw AudioError(
      fmt::format("samples: frame {} ({:.3f} s), channel {}: {}, expected a number within +-{:g}",
                  frame, static_cast<double>(frame) / rate,
                  index % static_cast<std::size_t>(channels) + 1, *wrong, kLargestSample));
}

// Before any member that needs them is made.
int checked_rate(std::span<const float> samples, int channels, int rate) {
  check(rate, kMinSampleRate, kMaxSampleRate, "a rate");
  check(channels, 1, kMaxChannels, "a number of channels");
  if (samples.size() % static_cast<std::size_t>(channels) != 0)
    throw ArgumentError(
        fmt::format("samples: {} values are not a whole number of frames of {} channels",
                    samples.size(), channels));
  check_samples(samples, channels, rate);
  return rate;
}

}  // namespace

SampleReader::SampleReader(std::span<const float> samples, int channels, int rate_of_samples,
                           int sample_rate)
    : left_(samples),
      channels_(static_cast<std::size_t>(channels)),
      rate_(sample_rate),
      resampler_(checked_rate(samples, channels, rate_of_samples), sample_rate) {
  info_.format = "samples in memory";
  info_.sample_rate = rate_of_samples;
  info_.channels = channels;
  info_.claimed_frames = static_cast<std::int64_t>(samples.size() / channels_);
}

void SampleReader::convert_more() {
  ready_.clear();
  taken_ = 0;
  if (left_.empty()) {
    resampler_.finish(ready_);
    ended_ = true;
    return;
  }
  const std::span<const float> block =
      left_.first(std::min(left_.size(), kMixedFrames * channels_));
  left_ = left_.subspan(block.size());
  mixer_.mix(block, channels_, mono_);
  resampler_.process(mono_, ready_);
}

std::size_t SampleReader::read(std::span<float> block) {
  std::size_t done = 0;
  while (done < block.size()) {
    if (taken_ == ready_.size()) {
      if (ended_) break;
      convert_more();
    }
    const std::size_t count = std::min(block.size() - done, ready_.size() - taken_);
    std::copy_n(ready_.data() + taken_, count, block.data() + done);
    taken_ += count;
    done += count;
  }
  return done;
}

}  // namespace tactus
