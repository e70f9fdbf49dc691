// Parts that the validations of all tasks use.
#pragma once

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <exception>
#include <initializer_list>
#include <iterator>
#include <stop_token>
#include <vector>

#include "datasets/tasks/interface/training_song.h"
#include "features/frames/frame_matrix.h"
#include "features/frames/frame_view.h"
#include "model/network/process_group.h"
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

class Mean {
 public:
  void add(double value, double weight = 1.0) {
    sum_ += weight * value;
    weight_ += weight;
  }
  double value() const { return weight_ > 0.0 ? sum_ / weight_ : 0.0; }
  bool any() const { return weight_ > 0.0; }
  // Of the values of all ranks.
  void gather(ProcessGroup& group) {
    double both[] = {sum_, weight_};
    group.sum(both);
    sum_ = both[0], weight_ = both[1];
  }

 private:
  double sum_ = 0.0;
  double weight_ = 0.0;
};

// Calls score(song) for this rank's part of the songs until the stop, and gathers the means of all
// ranks. An error of a song becomes a TrainError with its name.
template <typename Score>
void score_each(const ValidationSongs& songs, const std::stop_token& stop,
                std::initializer_list<Mean*> means, const Score& score) {
  const RankPart part = part_of(songs.group, songs.list.size());
  for (std::size_t i = part.first; i < part.last && !stop.stop_requested(); ++i) {
    try {
      score(*songs.list[i]);
    } catch (const std::exception& error) {
      throw TrainError(fmt::format("validation: {}: {}", songs.list[i]->id, error.what()));
    }
  }
  if (songs.group == nullptr) return;
  for (Mean* mean : means) mean->gather(*songs.group);
}

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
