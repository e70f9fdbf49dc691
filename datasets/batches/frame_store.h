// Frames that come from large files while a training reads them.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

namespace tactus {

// Files (by number) that a batch reads, and those that batches soon after it read.
struct ShardStretch {
  std::vector<std::uint32_t> now;
  std::vector<std::uint32_t> soon;
};

// Port: hears which songs a source of batches reads next. Thread-safe.
class FrameStore {
 public:
  virtual ~FrameStore() = default;
  // Files that are in neither list may leave the memory.
  virtual void expect(const ShardStretch& stretch) = 0;
  // The song whose frames to read for `song`: itself or, if its frames are damaged, another one of
  // the same file, always the same. May read all its frames. Throws DatasetError if no song of the
  // file is good.
  virtual std::size_t readable(std::size_t song) = 0;
};

}  // namespace tactus
