#include "audio/readers/playback_reader.h"

#include <algorithm>
#include <cmath>
#include <optional>
#include <vector>

#include "audio/decoders/decoder.h"
#include "audio/resampler.h"

namespace tactus {
namespace {

constexpr float kLargestSample = 1e18f;  // a larger value cannot be sound

float sound_or_zero(float sample) {
  return std::abs(sample) <= kLargestSample ? sample : 0.0f;  // NaN compares false
}

// Mean of the channels of one frame.
float mean(std::span<const float> frame) {
  double sum = 0.0;
  for (const float sample : frame) sum += sound_or_zero(sample);
  return static_cast<float>(sum / static_cast<double>(frame.size()));
}

}  // namespace

struct ListeningReader::Impl {
  std::unique_ptr<Decoder> decoder;
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
void ListeningReader::Impl::take(const DecodedBlock& block) {
  const auto from = static_cast<std::size_t>(block.channels);
  given.clear();
  for (std::size_t n = 0; n < block.frames(); ++n) {
    const auto frame = block.samples.subspan(n * from, from);
    if (block.channels == channels) {
      for (const float sample : frame) given.push_back(sound_or_zero(sample));
    } else {
      given.insert(given.end(), static_cast<std::size_t>(channels), mean(frame));
    }
  }
}

void ListeningReader::Impl::decode() {
  const DecodedBlock block = decoder->next();
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

ListeningReader::ListeningReader(const std::filesystem::path& path)
    : impl_(std::make_unique<Impl>()) {
  impl_->decoder = open_decoder(path);
  impl_->info = impl_->decoder->info();
  impl_->rate = std::min(impl_->info.sample_rate, kHighestRate);
  impl_->channels = impl_->info.channels == 2 ? 2 : 1;
}
ListeningReader::~ListeningReader() = default;
ListeningReader::ListeningReader(ListeningReader&&) noexcept = default;
ListeningReader& ListeningReader::operator=(ListeningReader&&) noexcept = default;

const AudioInfo& ListeningReader::info() const {
  return impl_->info;
}
int ListeningReader::sample_rate() const {
  return impl_->rate;
}
int ListeningReader::channels() const {
  return impl_->channels;
}

std::span<const float> ListeningReader::next() {
  impl_->converted.clear();
  while (!impl_->ended && impl_->converted.empty()) impl_->decode();
  return impl_->converted;
}

std::optional<std::string> ListeningReader::warning() const {
  if (!impl_->ended || !impl_->decoder->problem()) return std::nullopt;
  return problem_text(*impl_->decoder->problem());
}

}  // namespace tactus
