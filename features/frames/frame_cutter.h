// A stream of samples cut into overlapping frames; memory stays at the longest window plus one
// block.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

namespace tactus {

// Frame i is centred at sample round(i * sample_rate / fps): a window of N samples covers
// [centre - N / 2, centre - N / 2 + N), zero outside the music. n samples have ceil(n * fps /
// sample_rate) frames.
class FrameCutter {
 public:
  // Throws std::invalid_argument unless all are positive and 0.001 <= fps <= sample_rate.
  FrameCutter(int sample_rate, double fps, int longest_window);

  // Invalid samples become 0 (sound_sample.h). Throws std::invalid_argument after finish().
  void append(std::span<const float> samples);
  void finish();

  // Frames [0, complete()) have all their samples.
  std::size_t complete() const { return complete_; }
  // The `size` samples of a complete frame that is not released; valid until the next append().
  const float* window(std::size_t frame, int size) const;
  // Drops the frames before this one.
  void release(std::size_t frame);
  // Samples held now: with all complete frames released, at most three longest windows plus the
  // last block.
  std::size_t held() const { return buffer_.size(); }

 private:
  std::int64_t centre(std::size_t frame) const;

  int sample_rate_;
  double fps_;
  int longest_;
  std::vector<float> buffer_;      // zeros for the time before the first sample, then samples
  std::int64_t buffer_start_ = 0;  // sample number of buffer_[0]
  std::int64_t appended_ = 0;      // samples of music so far
  std::size_t complete_ = 0, released_ = 0;
  bool finished_ = false;
};

}  // namespace tactus
