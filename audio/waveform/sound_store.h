// Decoded sound that can be read from anywhere at once: for playback and for views of long files.
#pragma once

#include <atomic>
#include <cstdint>
#include <filesystem>
#include <span>
#include <vector>

namespace tactus {

// Samples lie as 16-bit integers in an unnamed temporary file, so that memory does not grow with
// the recording: 2 bytes per sample and channel on disk (stereo at 44,100 Hz: 635 MB an hour), and
// of it in memory only what the system keeps as cache. What exceeds full scale is clipped. The file
// vanishes with the object, or with the process.
//
// One thread appends while any number read.
class SoundStore {
 public:
  // `folder` empty: TMPDIR where it is set, else /var/tmp (which is on disk where /tmp is memory),
  // else the system's. Throws std::invalid_argument for a rate or channels below 1 and
  // std::system_error when no file can be made; what() names the folder and what helps.
  SoundStore(int sample_rate, int channels, const std::filesystem::path& folder = {});
  ~SoundStore();
  SoundStore(const SoundStore&) = delete;
  SoundStore& operator=(const SoundStore&) = delete;

  int sample_rate() const { return sample_rate_; }  // Hz
  int channels() const { return channels_; }
  std::int64_t frames() const { return frames_.load(std::memory_order_acquire); }
  double seconds() const { return static_cast<double>(frames()) / sample_rate_; }

  // Interleaved, whole frames. Throws std::invalid_argument for a broken frame, std::system_error
  // when the disk is full; what() names the folder, how much room the sound takes, and what helps.
  void append(std::span<const float> interleaved);
  // The frames [first, first + out.size() / channels()), interleaved; zeros outside [0, frames()).
  // Throws std::system_error on a read fault.
  void read(std::int64_t first, std::span<float> out) const;
  // The same as the mean of the channels: out.size() frames.
  void read_mono(std::int64_t first, std::span<float> out) const;

 private:
  [[noreturn]] void fail_to_write(int reason) const;

  int sample_rate_, channels_;
  std::filesystem::path folder_;
  int descriptor_ = -1;
  std::atomic<std::int64_t> frames_ = 0;
  std::vector<std::int16_t> outgoing_;
};

}  // namespace tactus
