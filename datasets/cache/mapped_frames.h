// Feature frames in a .npy file, mapped into memory. Random crops of a corpus larger than the
// memory need no whole songs in it.
#pragma once

#include <cstddef>
#include <filesystem>
#include <memory>

#include "features/frames/frame_view.h"

namespace tactus {

// Owns the mapping; move-only. Reads only the layout that write_npy writes: float32, little-endian,
// C order, [frames, bins], version 1.0.
class MappedFrames {
 public:
  // Throws DatasetError "FILE: found, expected" if the file is incomplete or is not [*, bins] in
  // that layout.
  MappedFrames(const std::filesystem::path& path, std::size_t bins, double fps);

  const FrameView& view() const {
    return view_;
  }  // valid while the mapping exists, even after a move

 private:
  struct Unmap {
    std::size_t size;  // bytes
    void operator()(void* mapping) const noexcept;
  };
  std::unique_ptr<void, Unmap> mapping_;
  FrameView view_;
};

}  // namespace tactus
