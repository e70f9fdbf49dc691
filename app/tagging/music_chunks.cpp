#include "app/tagging/music_chunks.h"

#include <algorithm>
#include <cmath>

#include "audio/readers/audio_reader.h"

namespace tactus {
namespace {

// If the peak of the samples is below this (-70 dB of full scale), there is no music: no beat, no
// chord.
constexpr float kSilenceAmplitude = 3.16e-4f;
// Music within this distance (seconds) of a frame keeps the frame.
constexpr double kSilenceReach = 0.25;

}  // namespace

std::pair<std::size_t, std::size_t> Chunk::kept_frames(const FrameMatrix& frames,
                                                       std::size_t first) const {
  const auto at = [&](int second) {
    const auto number = static_cast<std::size_t>(std::llround(second * frames.fps));
    return std::min(frames.frames, number - std::min(number, first));
  };
  return {at(core_begin), core_end < 0 ? frames.frames : at(core_end)};
}

std::size_t Chunk::first_frame(double fps) const {
  return static_cast<std::size_t>(std::llround(start_second * fps));
}

bool ChunkReader::next(Chunk& chunk) {
  if (ended_) return false;
  const int keep_from = std::max(0, core_begin_ - chunking_.context_seconds);
  buffer_.erase(buffer_.begin(), buffer_.begin() + static_cast<std::ptrdiff_t>(
                                                       samples_of(keep_from - start_second_)));
  start_second_ = keep_from;
  const int core_end = core_begin_ + chunking_.seconds;
  fill(samples_of(core_end + chunking_.context_seconds - start_second_));
  chunk = {buffer_, start_second_, core_begin_, ended_ ? -1 : core_end};
  core_begin_ = core_end;
  return true;
}

void ChunkReader::fill(std::size_t wanted) {
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
