#include "datasets/tasks/beats/beat_targets.h"

#include <algorithm>
#include <cmath>

namespace tactus {

bool has_downbeats(std::span<const Beat> beats) {
  return std::any_of(beats.begin(), beats.end(),
                     [](const Beat& beat) { return beat.position == 1; });
}

void write_event_targets(std::span<const double> times, const CropView& crop,
                         std::span<const float> neighbours, std::span<float> out) {
  std::fill(out.begin(), out.end(), 0.0f);
  const auto reach = static_cast<long>(neighbours.size());
  const auto size = static_cast<long>(out.size());
  for (double time : times) {
    const double frame = crop.frame_of(time);
    if (!(frame > -1.0 - static_cast<double>(reach) &&
          frame < static_cast<double>(size) + static_cast<double>(reach) + 1.0)) {
      continue;
    }
    const long nearest = std::lround(frame);
    for (long offset = -reach; offset <= reach; ++offset) {
      const long i = nearest + offset;
      if (i < 0 || i >= size) continue;
      const float value =
          offset == 0 ? 1.0f : neighbours[static_cast<std::size_t>(std::abs(offset)) - 1];
      out[static_cast<std::size_t>(i)] = std::max(out[static_cast<std::size_t>(i)], value);
    }
  }
}

}  // namespace tactus
