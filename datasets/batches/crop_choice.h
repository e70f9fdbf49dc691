// A crop to be cut from a song.
#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

#include "datasets/random_source.h"

namespace tactus {

// `position` in [0, 1] is where its middle is wanted: 0 = at the song's start, 1 = at its end; see
// place_crop().
struct CropChoice {
  std::size_t song = 0;
  double position = 0.0;
  std::uint64_t key = 0;  // for the crop's own random draws (augmentation)
  bool operator==(const CropChoice&) const = default;
};

// `count` crops of a song, one in each count-th of its span, at a random place there.
inline void add_crops(std::size_t song, std::size_t count, RandomSource& random,
                      std::vector<CropChoice>& crops) {
  for (std::size_t k = 0; k < count; ++k) {
    const double position =
        (static_cast<double>(k) + random.uniform()) / static_cast<double>(count);
    crops.push_back({song, position, random.next()});
  }
}

}  // namespace tactus
