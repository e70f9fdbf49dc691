// Beats and downbeats -> frame targets of the heads "beat" and "downbeat" (both sigmoid, one
// class).
#pragma once

#include <cstddef>
#include <memory>
#include <span>
#include <vector>

#include "datasets/batches/crop.h"
#include "datasets/batches/crop_batches.h"
#include "model/annotation.h"
#include "model/network/network_spec.h"

namespace tactus {

struct BeatTargetSettings {
  // Targets of the frames at distance 1, 2, ... from the nearest frame of a beat. {0.5} widens the
  // beat by one frame, {0.5, 0.25} by two (Boeck & Davies 2020); {} keeps one frame per beat.
  std::vector<float> neighbours = {0.5f};
  int shift_tolerance = 0;       // frames; see HeadTarget. Only for one-frame targets.
  double positive_weight = 1.0;  // weight of a frame with a beat, for both heads; without: 1
};

// True if any beat is a downbeat.
bool has_downbeats(std::span<const Beat> beats);

// Writes the target of each frame of the crop to `out`, which has the length of the crop. `times`
// are the events in seconds, in any order. If targets overlap, the larger one counts. The
// neighbours of an event outside the crop can lie inside.
void write_event_targets(std::span<const double> times, const CropView& crop,
                         std::span<const float> neighbours, std::span<float> out);

// For the heads "beat" and "downbeat", with one list of beats per song, sorted by time. A frame
// counts by the lower confidence of the beats around it, if the beats have confidences above 0;
// before the first and after the last beat it does not count then. The head "downbeat" does not
// learn from a song without downbeats, or beside beats without a position in a song that counts
// its beats. Throws std::invalid_argument for any other head, kind or
// size.
std::unique_ptr<TargetMaker> make_beat_target_maker(const NetworkSpec& spec,
                                                    const BeatTargetSettings& settings,
                                                    std::vector<std::vector<Beat>> songs);

}  // namespace tactus
