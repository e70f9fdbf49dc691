// Feature frames in a .npy file, mapped into memory: a corpus larger than the memory can be cropped
// at random without reading whole songs.
#pragma once

#include <cstddef>
#include <filesystem>
#include <memory>

#include "features/frames/frame_view.h"

namespace tactus {

// Owns the mapping; move-only. Only the layout that write_npy writes: float32, little-endian, C
// order, [frames, bins], version 1.0.
class MappedFrames {
 public:
  // Throws DatasetError "FILE: what was found, what was expected" for a file that is not [*, bins]
  // of that layout or not complete.
  MappedFrames(const std::filesystem::path& path, std::size_t bins, double fps);

  const FrameView& view() const {
    return view_;
  }  // lives as long as the mapping, wherever that is moved

 private:
  struct Unmap {
    std::size_t size;  // bytes
    void operator()(void* mapping) const noexcept;
  };
  std::unique_ptr<void, Unmap> mapping_;
  FrameView view_;
};

}  // namespace tactus
