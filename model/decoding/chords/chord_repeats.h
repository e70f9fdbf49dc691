// Passages that come again: where a song sounds alike for many seconds, what is heard of its chords
// once is evidence for the other time, too. After Mauch, Noland & Dixon (2009), "Using musical
// structure to enhance automatic chord transcription", ISMIR, without segments and their labels.
#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

#include "features/frames/frame_matrix.h"

namespace tactus {

struct RepeatParameters {
  int places = 0;           // that a frame learns from at most, besides itself; 0 = none
  double seconds = 16.0;    // round a frame that are compared
  double similarity = 0.3;  // mean cosine of their features from which they are a repeat
  double scale = 0.2;       // a place counts exp((similarity - 1) / scale), the frame itself 1
  double distance = 2.0;    // seconds between a frame and its places at least
  bool operator==(const RepeatParameters&) const = default;
};

// The places of frame t are frame[t * places .. (t + 1) * places), the likest first; one of weight
// 0 is none.
struct Repeats {
  std::size_t places = 0;
  std::vector<std::uint32_t> frame;  // [T, places]
  std::vector<float> weight;         // [T, places]
};

// features [T,B] with bins round 0, as a network takes them; smoothed over three frames here. The
// similarity of frames i and j is the mean of the cosines of i + k and j + k over the window (cut
// where either ends; at least half of it), and j is a place of i where that is not less than at
// j - 1 and greater than at j + 1. O(T^2 B) time within pieces of 12,000 frames, which are looked
// at one by one, O(T B) memory. Throws std::invalid_argument for fps <= 0.
Repeats find_repeats(const FrameMatrix& features, const RepeatParameters& parameters);

// Rows of logits -> their weighted means with those of their places. Throws std::invalid_argument
// where `repeats` is of another number of frames.
FrameMatrix mean_over_repeats(const FrameMatrix& logits, const Repeats& repeats);
// Rows of probabilities -> their weighted geometric means with those of their places, each row
// summing to 1. As above.
FrameMatrix averaged_over_repeats(const FrameMatrix& probabilities, const Repeats& repeats);

// Both at once for what a chord network says of `features`: posteriors and the logits of the bass.
void learn_from_repeats(FrameMatrix& posteriors, FrameMatrix& bass_logits,
                        const FrameMatrix& features, const RepeatParameters& parameters);

}  // namespace tactus
