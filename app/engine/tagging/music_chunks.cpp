#include "app/engine/tagging/music_chunks.h"

#include <algorithm>
#include <cmath>
#include <utility>

#include "audio/readers/audio_reader.h"

namespace tactus {
namespace {

// If the peak of the samples is below this (-70 dB of full scale), there is no music: no beat, no
// chord.
constexpr float kSilenceAmplitude = 3.16e-4f;
// Music within this distance (seconds) of a frame keeps the frame.
constexpr double kSilenceReach = 0.25;
constexpr std::size_t kBlock = std::size_t{1} << 16;  // samples that are read at once

}  // namespace

ChunkFrames whole_chunk(FrameMatrix features) {
  ChunkFrames frames;
  frames.end = features.frames;
  frames.features = std::move(features);
  return frames;
}

bool ChunkReader::begin() {
  if (ended_) return false;
  chunk_.start_second = std::max(0, next_core_ - chunking_.context_seconds);
  chunk_.core_begin = next_core_;
  chunk_.core_end = next_core_ + (next_core_ == 0 ? first_core_ : chunking_.seconds);
  next_core_ = chunk_.core_end;
  again_ = std::exchange(kept_, {});
  is_again_ = !again_.empty();
  position_ = 0;
  return true;
}

// Keeps what the next chunk has of the block.
std::span<const float> ChunkReader::handed_out(std::span<const float> block) {
  const int next_start = std::max(0, next_core_ - chunking_.context_seconds);
  const std::size_t from = samples_of(next_start - chunk_.start_second);
  const std::size_t skipped = from > position_ ? from - position_ : 0;
  if (skipped < block.size()) {
    const auto shared = block.subspan(skipped);
    kept_.insert(kept_.end(), shared.begin(), shared.end());
  }
  position_ += block.size();
  return block;
}

std::span<const float> ChunkReader::read() {
  if (std::exchange(is_again_, false)) return handed_out(again_);
  const std::size_t wanted =
      samples_of(next_core_ + chunking_.context_seconds - chunk_.start_second);
  if (ended_ || position_ >= wanted) return {};
  block_.resize(kBlock);
  const std::size_t got =
      source_.read(std::span(block_).first(std::min(kBlock, wanted - position_)));
  total_ += got;
  ended_ = got == 0;
  if (ended_) chunk_.core_end = -1;
  return handed_out(std::span(block_).first(got));
}

void AudibleFrames::push(std::span<const float> samples) {
  for (std::size_t i = 0; i < samples.size(); ++i) {
    if (std::abs(samples[i]) <= kSilenceAmplitude) continue;
    const auto frame = static_cast<std::size_t>(static_cast<double>(taken_ + i) / hop_);
    if (frame >= loud_.size()) loud_.resize(frame + 1, false);
    loud_[frame] = true;
    const auto next = static_cast<std::size_t>(std::ceil(static_cast<double>(frame + 1) * hop_));
    i = std::max(i, next - 1 - std::min(next - 1, taken_));
  }
  taken_ += samples.size();
}

std::vector<bool> AudibleFrames::finish(std::size_t frames) {
  loud_.resize(frames, false);
  const auto reach = static_cast<std::ptrdiff_t>(std::ceil(kSilenceReach * fps_));
  std::vector<bool> audible(frames, false);
  std::ptrdiff_t last_loud = -reach - 1;
  for (std::ptrdiff_t t = 0; t < std::ssize(loud_) + reach; ++t) {
    if (t < std::ssize(loud_) && loud_[static_cast<std::size_t>(t)]) last_loud = t;
    const std::ptrdiff_t centre = t - reach;
    if (centre >= 0) audible[static_cast<std::size_t>(centre)] = last_loud >= centre - reach;
  }
  return audible;
}

}  // namespace tactus
