// Feature frames in a .npy file, mapped into memory. Random crops of a corpus larger than the
// memory need no whole songs in it.
//
// The file ends with the hash of all bytes before it (data_hash.h), as the line "xxh3-128:HASH".
// NumPy ignores it.
#pragma once

#include <cstddef>
#include <filesystem>
#include <memory>
#include <utility>

#include "features/frames/frame_matrix.h"
#include "features/frames/frame_view.h"

namespace tactus {

// Writes such a file, atomically. Throws DatasetError with the path and the reason.
void write_cached_frames(const FrameMatrix& frames, const std::filesystem::path& path);

// The frames of a song in a mapped file, of which it owns a share: of the whole file, or of a file
// of many songs (datasets/shards). Copies share the mapping.
class MappedFrames {
 public:
  // `owner` keeps the data of the view.
  MappedFrames(std::shared_ptr<const void> owner, const FrameView& view)
      : owner_(std::move(owner)), view_(view) {}
  // A file as write_cached_frames writes it: float32, little-endian, C order, [frames, bins],
  // version 1.0, and the hash.
  // Reads the file once to its end. Throws DatasetError "FILE: found, expected" if the file is
  // damaged or is not [*, bins] in that layout.
  MappedFrames(const std::filesystem::path& path, std::size_t bins, double fps);

  const FrameView& view() const {
    return view_;
  }  // valid while the mapping exists, even after a move

 private:
  std::shared_ptr<const void> owner_;
  FrameView view_;
};

}  // namespace tactus
