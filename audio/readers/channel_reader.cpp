#include "audio/readers/channel_reader.h"

#include <fmt/core.h>

#include <cmath>
#include <vector>

#include "audio/decoders/decoder.h"

namespace tactus {
namespace {

constexpr float kLargestSample = 1e18f;  // a larger value cannot be sound

}  // namespace

struct ChannelReader::Impl {
  std::filesystem::path path;
  std::unique_ptr<Decoder> decoder;
  AudioInfo info;
  bool ended = false;
  std::vector<float> samples;

  // Fills `samples` from the next block.
  void decode() {
    const DecodedBlock block = decoder->next();
    samples.assign(block.samples.begin(), block.samples.end());
    ended = samples.empty();
    if (ended) return;
    for (float& sample : samples) {
      if (!(std::abs(sample) <= kLargestSample)) sample = 0.0f;
    }
    if (block.sample_rate != info.sample_rate || block.channels != info.channels) {
      throw AudioError(fmt::format(
          "{}: changes from {} Hz, {} channels to {} Hz, {} channels: convert it to FLAC first",
          path.string(), info.sample_rate, info.channels, block.sample_rate, block.channels));
    }
  }
};

ChannelReader::ChannelReader(const std::filesystem::path& path) : impl_(std::make_unique<Impl>()) {
  impl_->path = path;
  impl_->decoder = open_decoder(path);
  impl_->info = impl_->decoder->info();
}
ChannelReader::~ChannelReader() = default;
ChannelReader::ChannelReader(ChannelReader&&) noexcept = default;
ChannelReader& ChannelReader::operator=(ChannelReader&&) noexcept = default;

const AudioInfo& ChannelReader::info() const {
  return impl_->info;
}
int ChannelReader::sample_rate() const {
  return impl_->info.sample_rate;
}
int ChannelReader::channels() const {
  return impl_->info.channels;
}

std::span<const float> ChannelReader::next() {
  if (!impl_->ended) impl_->decode();
  return impl_->samples;
}

std::optional<std::string> ChannelReader::warning() const {
  if (!impl_->ended || !impl_->decoder->problem()) return std::nullopt;
  return problem_text(*impl_->decoder->problem());
}

}  // namespace tactus
