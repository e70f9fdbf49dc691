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
  // Targets of the frames at distance 1, 2, ... from a beat's nearest frame: {0.5} widens by one
  // frame, {0.5, 0.25} by two (Boeck & Davies 2020), {} leaves one frame per beat.
  std::vector<float> neighbours = {0.5f};
  int shift_tolerance = 0;       // frames; see HeadTarget. Use it with one-frame targets.
  double positive_weight = 1.0;  // of a beat's frame against one without, for both heads
};

// Whether any beat is known to be a downbeat.
bool has_downbeats(std::span<const Beat> beats);

// out[i] = target of crop frame i for events at `times` (seconds, sorted or not), `out` as long as
// the crop. Where targets overlap the larger one stays; an event outside the crop reaches in with
// its neighbours.
void write_event_targets(std::span<const double> times, const CropView& crop,
                         std::span<const float> neighbours, std::span<float> out);

// Heads "beat" and "downbeat". One list of beats per song; a song without downbeats is masked for
// the head "downbeat". Throws std::invalid_argument for a head it does not know or of another kind
// or size.
std::unique_ptr<TargetMaker> make_beat_target_maker(const NetworkSpec& spec,
                                                    const BeatTargetSettings& settings,
                                                    std::vector<std::vector<Beat>> songs);

}  // namespace tactus
