// Keeps the envelopes of recordings on disk, so that a long recording appears at once when it is
// opened again.
#pragma once

#include <cstdint>
#include <filesystem>
#include <optional>
#include <vector>

#include "audio/waveform/envelope_pyramid.h"
#include "datasets/cache/cache_folder.h"

namespace tactus {

struct StoredEnvelope {
  int sample_rate = 0;  // Hz, for playback (playback_reader.h)
  int channels = 0;
  std::int64_t frames = 0;
  std::vector<EnvelopePyramid::Entry> blocks;
};

// Identifies the state of a file.
struct FileStamp {
  std::uint64_t bytes = 0;
  std::int64_t changed = 0;  // nanoseconds
  bool operator==(const FileStamp&) const = default;
};
// nullopt if the file does not exist.
std::optional<FileStamp> stamp_of(const std::filesystem::path& file);

// A folder with a file for each recording (7 MB per hour at 44,100 Hz). Files are named after the
// path of the recording and valid while its size and time of change are the same. If the folder
// exceeds kLimit, the files that were not used for the longest time are removed. A damaged file, or
// one of another version, counts as missing. A folder that cannot be written costs only time. Any
// number of threads and processes may use one folder.
// "tactus peaks 2\n", hash_text() of the rest (32 digits), "\n", then in the machine's byte
// order: bytes u64, changed i64 (the stamp), sample rate i32, channels i32, frames i64, then for
// each block of EnvelopePyramid::kBlock frames low, high, power f32, then the recording's path
class EnvelopeCache {
 public:
  static constexpr std::uintmax_t kLimit = std::uintmax_t{256} << 20;  // bytes

  explicit EnvelopeCache(std::filesystem::path folder);

  std::optional<StoredEnvelope> find(const std::filesystem::path& recording);
  // `stamp`: of the recording before it was read. Ignores faults of the disk.
  void keep(const std::filesystem::path& recording, const FileStamp& stamp,
            const StoredEnvelope& peaks);
  std::filesystem::path file_of(const std::filesystem::path& recording) const;

 private:
  CacheFolder folder_;
};

}  // namespace tactus
