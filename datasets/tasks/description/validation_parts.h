// Parts that the validations of all tasks use.
#pragma once

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <exception>
#include <iterator>
#include <stop_token>
#include <vector>

#include "datasets/tasks/description/training_song.h"
#include "features/frames/frame_matrix.h"
#include "features/frames/frame_view.h"
#include "model/network/standardisation.h"
#include "model/training/training_ports.h"

namespace tactus {

inline FrameMatrix copy_of(const FrameView& view) {
  FrameMatrix x(view.frames, view.bins, view.fps);
  std::copy_n(view.data, x.data.size(), x.data.begin());
  return x;
}

inline FrameMatrix standardised(const FrameView& view, const Standardisation& standardisation) {
  FrameMatrix x = copy_of(view);
  standardise(x.data, standardisation);
  return x;
}

// Calls score(song) for each song until the stop. An error of a song becomes a TrainError with its
// name.
template <typename Score>
void score_each(const std::vector<const TrainingSong*>& songs, const std::stop_token& stop,
                const Score& score) {
  for (const TrainingSong* song : songs) {
    if (stop.stop_requested()) return;
    try {
      score(*song);
    } catch (const std::exception& error) {
      throw TrainError(fmt::format("validation: {}: {}", song->id, error.what()));
    }
  }
}

class Mean {
 public:
  void add(double value, double weight = 1.0) {
    sum_ += weight * value;
    weight_ += weight;
  }
  double value() const { return weight_ > 0.0 ? sum_ / weight_ : 0.0; }
  bool any() const { return weight_ > 0.0; }

 private:
  double sum_ = 0.0;
  double weight_ = 0.0;
};

// Returns the sample of a passage in the middle of the song, at most `seconds` long, still empty.
inline TrainingSample middle_of(const TrainingSong& song, double seconds) {
  const FrameView& view = song.frames.view();
  const double length = static_cast<double>(view.frames) / view.fps;
  TrainingSample sample;
  sample.song = song.id;
  sample.fps = view.fps;
  sample.begin = std::floor(std::max(0.0, (length - seconds) / 2.0));
  sample.end = std::min(length, sample.begin + seconds);
  return sample;
}

inline std::vector<Beat> beats_within(const std::vector<Beat>& beats,
                                      const TrainingSample& sample) {
  std::vector<Beat> within;
  std::copy_if(beats.begin(), beats.end(), std::back_inserter(within), [&](const Beat& beat) {
    return beat.time >= sample.begin && beat.time < sample.end;
  });
  return within;
}

// value(t) for every frame of the passage.
template <typename Value>
std::vector<float> curve_within(const TrainingSample& sample, std::size_t frames, Value value) {
  std::vector<float> curve;
  const auto last = static_cast<std::size_t>(sample.end * sample.fps);
  for (auto t = static_cast<std::size_t>(sample.begin * sample.fps); t < std::min(frames, last);
       ++t) {
    curve.push_back(value(t));
  }
  return curve;
}

}  // namespace tactus
