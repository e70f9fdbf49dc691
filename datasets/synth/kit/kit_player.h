// Plays drum notes with the samples of a kit.
#pragma once

#include <span>
#include <vector>

#include "datasets/midi/midi_file.h"
#include "datasets/song_random.h"
#include "datasets/synth/kit/drum_kit.h"

namespace tactus {

// Splits messages into the strokes that the kit plays (notes of the drum channel) and all others.
struct KitParts {
  std::vector<TimedMessage> strokes, others;
};
KitParts split_for_kit(const std::vector<TimedMessage>& messages, const DrumKit& kit);

// Returns `seconds` of interleaved samples [frames * channels] from time 0. The attack of each
// sample lies on the time of its stroke. The velocity, a little different each time, chooses the
// layer; a closed or pedalled hi-hat ends an open one. Throws AudioError for a sample that cannot
// be read. Not normalised: kits differ in level.
std::vector<float> play_kit(const DrumKit& kit, std::span<const TimedMessage> strokes,
                            double seconds, int sample_rate, int channels, SongRandom random);

}  // namespace tactus
