#include "audio/readers/playback_reader.h"

#include <algorithm>
#include <cmath>
#include <vector>

#include "audio/decoders/decoder.h"
#include "audio/resampler.h"

namespace tactus {
namespace {

constexpr float kLargestSample = 1e18f;  // a larger value cannot be sound

float sound_or_zero(float sample) {
  return std::abs(sample) <= kLargestSample ? sample : 0.0f;  // NaN compares false
}

// Of the channels of one frame.
float mean(std::span<const float> frame) {
  double sum = 0.0;
  for (const float sample : frame) sum += sound_or_zero(sample);
  return static_cast<float>(sum / static_cast<double>(frame.size()));
}

}  // namespace

struct ListeningReader::Impl {
  std::unique_ptr<Decoder> decoder;
  AudioInfo info;
  int rate = 0;                       // Hz, of the output
  int channels = 1;                   // of the output
  int part_rate = 0;                  // Hz, input of the resamplers
  std::vector<Resampler> resamplers;  // one per output channel
  std::vector<std::vector<float>> planes, converted;
  std::vector<float> interleaved;
  bool ended = false;

  void split(const DecodedBlock& block);
  void finish_part();
  void interleave();
  void decode();
};

// Writes the block's samples to `planes`, one vector per output channel.
void ListeningReader::Impl::split(const DecodedBlock& block) {
  const auto from = static_cast<std::size_t>(block.channels);
  const bool as_it_is = block.channels == channels;
  for (std::size_t c = 0; c < planes.size(); ++c) {
    planes[c].resize(block.frames());
    for (std::size_t n = 0; n < block.frames(); ++n) {
      const auto frame = block.samples.subspan(n * from, from);
      planes[c][n] = as_it_is ? sound_or_zero(frame[c]) : mean(frame);
    }
  }
}

void ListeningReader::Impl::finish_part() {
  for (std::size_t c = 0; c < resamplers.size(); ++c) resamplers[c].finish(converted[c]);
  resamplers.clear();
}

void ListeningReader::Impl::interleave() {
  const std::size_t frames = converted[0].size();
  interleaved.resize(frames * converted.size());
  for (std::size_t c = 0; c < converted.size(); ++c) {
    for (std::size_t n = 0; n < frames; ++n) {
      interleaved[n * converted.size() + c] = converted[c][n];
    }
  }
}

void ListeningReader::Impl::decode() {
  for (auto& plane : converted) plane.clear();
  const DecodedBlock block = decoder->next();
  ended = block.samples.empty();
  if (ended || block.sample_rate != part_rate) finish_part();
  if (!ended) {
    part_rate = block.sample_rate;
    while (resamplers.size() < planes.size()) resamplers.emplace_back(part_rate, rate);
    split(block);
    for (std::size_t c = 0; c < planes.size(); ++c) {
      resamplers[c].process(planes[c], converted[c]);
    }
  }
  interleave();
}

ListeningReader::ListeningReader(const std::filesystem::path& path)
    : impl_(std::make_unique<Impl>()) {
  impl_->decoder = open_decoder(path);
  impl_->info = impl_->decoder->info();
  impl_->rate = std::min(impl_->info.sample_rate, kHighestRate);
  impl_->channels = impl_->info.channels == 2 ? 2 : 1;
  impl_->planes.resize(static_cast<std::size_t>(impl_->channels));
  impl_->converted.resize(impl_->planes.size());
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
  impl_->interleaved.clear();
  while (!impl_->ended && impl_->interleaved.empty()) impl_->decode();
  return impl_->interleaved;
}

std::optional<std::string> ListeningReader::warning() const {
  if (!impl_->ended || !impl_->decoder->problem()) return std::nullopt;
  return problem_text(*impl_->decoder->problem());
}

}  // namespace tactus
