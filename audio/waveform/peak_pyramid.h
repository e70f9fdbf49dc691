// Minimum, maximum and effective value of a recording over any span, at every zoom, at once.
#pragma once

#include <cstddef>
#include <cstdint>
#include <mutex>
#include <span>
#include <vector>

namespace tactus {

// Of all samples of all channels in a span of time.
struct Peak {
  float low = 0.0f, high = 0.0f;
  float rms = 0.0f;
};

// Level k holds one entry for each kBlock * 4^k frames; entries are whole blocks, the last one what
// is left. 16 bytes for each kBlock frames in all (three hours at 48,000 Hz: 31 MiB).
//
// One thread appends while any number read.
class PeakPyramid {
 public:
  static constexpr std::int64_t kBlock = 256;  // frames
  struct Entry {
    float low = 0.0f, high = 0.0f;
    float power = 0.0f;  // mean of the squares
  };

  // Throws std::invalid_argument for fewer than one channel.
  explicit PeakPyramid(int channels);

  // What an earlier reading of the same recording left (blocks()): it is there at once, and what is
  // appended replaces it from the start. Throws std::invalid_argument when so many frames do not
  // make so many blocks, or something was appended already.
  void restore(std::span<const Entry> blocks, std::int64_t frames);
  // Interleaved, whole frames.
  void append(std::span<const float> interleaved);
  // There is no more: the last, incomplete block becomes an entry; what was restored beyond it
  // goes.
  void finish();

  std::int64_t frames() const;        // behind the entries
  std::vector<Entry> blocks() const;  // one for each kBlock frames, the last of what is left
  // out[i] describes the frames from first + i * frames_per_column up to where the next one begins,
  // both rounded to whole blocks (at least one); {} for columns without sound. Exact where columns
  // begin at blocks. Throws std::invalid_argument unless frames_per_column is positive.
  void summarise(double first, double frames_per_column, std::span<Peak> out) const;
  std::size_t bytes() const;  // of the entries

 private:
  static constexpr std::size_t kFan = 4;
  class Collector;

  void complete_block();
  void add_block(const Entry& entry);
  Collector collect(std::size_t begin, std::size_t end) const;

  int channels_;
  mutable std::mutex mutex_;
  std::vector<std::vector<Entry>> levels_;  // guarded by mutex_
  std::int64_t frames_ = 0;                 // guarded by mutex_
  std::size_t added_ = 0;                   // blocks that were appended; those behind are restored
  std::int64_t filled_ = 0;                 // frames of the block under way
  float low_ = 0.0f, high_ = 0.0f;
  double squares_ = 0.0;
};

// The same of samples at hand: `interleaved` cut into out.size() columns of frames_per_column
// frames, the first beginning at frame `first` of it (may be fractional), each at least one frame.
void summarise_samples(std::span<const float> interleaved, int channels, double first,
                       double frames_per_column, std::span<Peak> out);

}  // namespace tactus
