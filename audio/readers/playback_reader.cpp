#include "audio/readers/playback_reader.h"

#include <algorithm>
#include <optional>
#include <vector>

#include "audio/readers/block_source.h"
#include "audio/resampler.h"

namespace tactus {
namespace {

// Mean of the channels of one frame.
float mean(std::span<const float> frame) {
  double sum = 0.0;
  for (const float sample : frame) sum += sample;
  return static_cast<float>(sum / static_cast<double>(frame.size()));
}

}  // namespace

struct PlaybackReader::Impl {
  std::unique_ptr<BlockSource> source;
  AudioInfo info;
  int rate = 0;       // Hz, of the output
  int channels = 1;   // of the output
  int part_rate = 0;  // Hz, of what the resampler takes
  std::optional<Resampler> resampler;
  std::vector<float> given, converted;  // interleaved
  bool ended = false;

  void take(const DecodedBlock& block);
  void decode();
};

// Writes the block's samples, in the channels of the output, to `given`.
void PlaybackReader::Impl::take(const DecodedBlock& block) {
  const auto from = static_cast<std::size_t>(block.channels);
  given.clear();
  for (std::size_t n = 0; n < block.frames(); ++n) {
    const auto frame = block.samples.subspan(n * from, from);
    if (block.channels == channels) {
      given.insert(given.end(), frame.begin(), frame.end());
    } else {
      given.insert(given.end(), static_cast<std::size_t>(channels), mean(frame));
    }
  }
}

void PlaybackReader::Impl::decode() {
  const DecodedBlock block = source->next();
  ended = block.samples.empty();
  if (ended || block.sample_rate != part_rate) {
    if (resampler) resampler->finish(converted);
    resampler.reset();
  }
  if (ended) return;
  part_rate = block.sample_rate;
  if (!resampler) resampler.emplace(part_rate, rate, channels);
  take(block);
  resampler->process(given, converted);
}

PlaybackReader::PlaybackReader(const std::filesystem::path& path,
                               const std::vector<std::string>& decoder)
    : impl_(std::make_unique<Impl>()) {
  impl_->source = open_blocks(path, decoder);
  impl_->info = impl_->source->info();
  impl_->rate = std::min(impl_->info.sample_rate, kHighestRate);
  impl_->channels = impl_->info.channels == 2 ? 2 : 1;
}
PlaybackReader::~PlaybackReader() = default;
PlaybackReader::PlaybackReader(PlaybackReader&&) noexcept = default;
PlaybackReader& PlaybackReader::operator=(PlaybackReader&&) noexcept = default;

const AudioInfo& PlaybackReader::info() const {
  return impl_->info;
}
int PlaybackReader::sample_rate() const {
  return impl_->rate;
}
int PlaybackReader::channels() const {
  return impl_->channels;
}

std::span<const float> PlaybackReader::next() {
  impl_->converted.clear();
  while (!impl_->ended && impl_->converted.empty()) impl_->decode();
  return impl_->converted;
}

std::optional<std::string> PlaybackReader::warning() const {
  return impl_->ended ? impl_->source->warning() : std::nullopt;
}

}  // namespace tactus
