// A piece of a song as a training example: where it lies in the song and what was done to it.
#pragma once

#include <cstddef>

namespace tactus {

// Frame i of the crop is the music at source frame `start + i * ratio`, i = 0 .. frames - 1,
// transposed.
struct CropView {
  double start = 0.0;      // source frames
  double ratio = 1.0;      // source frames per crop frame: > 1 is faster
  std::size_t frames = 0;  // that the song really has
  int semitones = 0;       // upwards
  double fps = 0.0;        // of the song's features

  double time_of(std::size_t frame) const {
    return (start + static_cast<double>(frame) * ratio) / fps;
  }
  double frame_of(double time) const { return (time * fps - start) / ratio; }
};

}  // namespace tactus
