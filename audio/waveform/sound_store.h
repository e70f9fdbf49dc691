// Decoded sound with random access at any time: for playback and for views of long files.
#pragma once

#include <atomic>
#include <cstdint>
#include <filesystem>
#include <span>
#include <vector>

namespace tactus {

// Samples are 16-bit integers in an unnamed temporary file, so memory does not grow with the
// recording. The file takes 2 bytes per sample and channel (stereo at 44,100 Hz: 635 MB an hour);
// the system may cache parts of it in memory. Values beyond full scale are clipped. The file
// disappears with the object or the process.
//
// One thread appends while any number of threads read.
class SoundStore {
 public:
  // `folder` empty: TMPDIR if set, else /var/tmp (on disk even if /tmp is memory), else the
  // system's folder. Throws std::invalid_argument for a rate or channels below 1, and
  // std::system_error if the file cannot be created; what() names the folder and the remedy.
  SoundStore(int sample_rate, int channels, const std::filesystem::path& folder = {});
  ~SoundStore();
  SoundStore(const SoundStore&) = delete;
  SoundStore& operator=(const SoundStore&) = delete;

  int sample_rate() const { return sample_rate_; }  // Hz
  int channels() const { return channels_; }
  std::int64_t frames() const { return frames_.load(std::memory_order_acquire); }
  double seconds() const { return static_cast<double>(frames()) / sample_rate_; }

  // Interleaved, whole frames. Throws std::invalid_argument for a broken frame, and
  // std::system_error if the disk is full; what() names the folder, the room that the sound takes,
  // and the remedy.
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
