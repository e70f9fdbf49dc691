#include "app/tagging/music_chunks.h"

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
// Frames by which rounding may move the start of a chunk.
constexpr double kRounding = 1e-6;

}  // namespace

ChunkFrames frames_of(const Chunk& chunk, const TaskFeatures& features) {
  const double step = features.sample_rate / features.fps;  // samples between two frames
  const double start = static_cast<double>(chunk.start_second) * features.sample_rate;
  const double first = std::ceil(start / step - kRounding);
  const auto skipped = static_cast<std::size_t>(std::llround(first * step - start));
  ChunkFrames frames;
  frames.samples = chunk.samples.subspan(std::min(skipped, chunk.samples.size()));
  frames.features = features.of_samples(frames.samples);
  const std::size_t count = frames.features.frames;
  frames.audible = audible_frames(frames.samples, features.sample_rate, features.fps, count);
  const auto row_at = [&](int second) {
    const double row = std::llround(second * features.fps) - first;
    return std::min(count, static_cast<std::size_t>(std::max(row, 0.0)));
  };
  frames.begin = row_at(chunk.core_begin);
  frames.end = chunk.core_end < 0 ? count : row_at(chunk.core_end);
  frames.is_whole = chunk.is_whole();
  return frames;
}

ChunkFrames whole_chunk(FrameMatrix features) {
  ChunkFrames frames;
  frames.end = features.frames;
  frames.features = std::move(features);
  return frames;
}

bool ChunkReader::next(Chunk& chunk) {
  if (ended_) return false;
  const int keep_from = std::max(0, core_begin_ - chunking_.context_seconds);
  buffer_.erase(buffer_.begin(), buffer_.begin() + static_cast<std::ptrdiff_t>(
                                                       samples_of(keep_from - start_second_)));
  start_second_ = keep_from;
  const int core_end = core_begin_ + (core_begin_ == 0 ? first_core_ : chunking_.seconds);
  fill(samples_of(core_end + chunking_.context_seconds - start_second_));
  chunk = {buffer_, start_second_, core_begin_, ended_ ? -1 : core_end};
  core_begin_ = core_end;
  return true;
}

void ChunkReader::fill(std::size_t wanted) {
  buffer_.reserve(wanted);
  while (!ended_ && buffer_.size() < wanted) {
    const std::size_t before = buffer_.size();
    buffer_.resize(std::min(wanted, before + (std::size_t{1} << 16)));
    const std::size_t got = source_.read(std::span(buffer_).subspan(before));
    buffer_.resize(before + got);
    total_ += got;
    ended_ = got == 0;
  }
}

std::vector<bool> audible_frames(std::span<const float> samples, int sample_rate, double fps,
                                 std::size_t frames) {
  std::vector<bool> loud(frames, false);
  const double hop = sample_rate / fps;
  for (std::size_t i = 0; i < samples.size(); ++i) {
    if (std::abs(samples[i]) <= kSilenceAmplitude) continue;
    const auto frame = static_cast<std::size_t>(static_cast<double>(i) / hop);
    if (frame >= frames) break;
    loud[frame] = true;
    i = std::max(i, static_cast<std::size_t>(std::ceil(static_cast<double>(frame + 1) * hop)) - 1);
  }
  const auto reach = static_cast<std::ptrdiff_t>(std::ceil(kSilenceReach * fps));
  std::vector<bool> audible(frames, false);
  std::ptrdiff_t last_loud = -reach - 1;
  for (std::ptrdiff_t t = 0; t < std::ssize(loud) + reach; ++t) {
    if (t < std::ssize(loud) && loud[static_cast<std::size_t>(t)]) last_loud = t;
    const std::ptrdiff_t centre = t - reach;
    if (centre >= 0) audible[static_cast<std::size_t>(centre)] = last_loud >= centre - reach;
  }
  return audible;
}

}  // namespace tactus
