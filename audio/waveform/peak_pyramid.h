// Envelope of a recording at every zoom: minimum, maximum and effective value over any span.
#pragma once

#include <cstddef>
#include <cstdint>
#include <mutex>
#include <span>
#include <vector>

namespace tactus {

// Envelope of all samples of all channels in a span of time.
struct Peak {
  float low = 0.0f, high = 0.0f;
  float rms = 0.0f;
};

// Zoom k holds one entry for each kBlock * 4^k frames, in whole blocks; the last entry covers the
// rest. The memory is 16 bytes for each kBlock frames in all (three hours at 48,000 Hz: 31 MiB).
//
// One thread appends while any number of threads read.
class PeakPyramid {
 public:
  static constexpr std::int64_t kBlock = 256;  // frames
  struct Entry {
    float low = 0.0f, high = 0.0f;
    float power = 0.0f;  // mean of the squares
  };

  // Throws std::invalid_argument for fewer than one channel.
  explicit PeakPyramid(int channels);

  // Restores blocks() from an earlier reading of the same recording. They are available at once,
  // and append() replaces them from the start. Throws std::invalid_argument if the number of blocks
  // does not fit `frames`, or after append().
  void restore(std::span<const Entry> blocks, std::int64_t frames);
  // Interleaved, whole frames.
  void append(std::span<const float> interleaved);
  // End of the recording: the last, incomplete block becomes an entry, and restored blocks beyond
  // it are removed.
  void finish();

  std::int64_t frames() const;        // that the entries cover
  std::vector<Entry> blocks() const;  // one for each kBlock frames; the last may cover fewer
  // out[i] describes the frames from first + i * frames_per_column to the start of the next column,
  // both rounded to whole blocks (at least one); {} for columns without sound. Exact if columns
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
  std::size_t added_ = 0;                   // number of appended blocks; later ones are restored
  std::int64_t filled_ = 0;                 // frames of the incomplete block
  float low_ = 0.0f, high_ = 0.0f;
  double squares_ = 0.0;
};

// The same from samples in memory: `interleaved` is cut into out.size() columns of
// frames_per_column frames. The first begins at its frame `first` (may be fractional); each has at
// least one frame.
void summarise_samples(std::span<const float> interleaved, int channels, double first,
                       double frames_per_column, std::span<Peak> out);

}  // namespace tactus
