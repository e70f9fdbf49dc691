// Passages that repeat: where a song sounds alike for many seconds, evidence for the chords at one
// time also counts at the other. After Mauch, Noland & Dixon (2009), "Using musical structure to
// enhance automatic chord transcription", ISMIR, but without segments and their labels.
#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

#include "features/frames/frame_matrix.h"

namespace tactus {

struct RepeatParameters {
  int places = 0;           // most places that share their evidence with a frame; 0 = none
  double seconds = 16.0;    // around a frame that are compared
  double similarity = 0.3;  // mean cosine of the features from which a place is a repeat
  double scale = 0.2;  // weight of a place: exp((similarity - 1) / scale); the frame itself has 1
  double distance = 2.0;  // least seconds between a frame and its places
  bool operator==(const RepeatParameters&) const = default;
};

// The places of frame t are frame[t * places .. (t + 1) * places), the most similar first. Weight 0
// = no place.
struct Repeats {
  std::size_t places = 0;
  std::vector<std::uint32_t> frame;  // [T, places]
  std::vector<float> weight;         // [T, places]
};

// features [T,B] with bins around 0, as a network takes them; smoothed here over three frames. The
// similarity of frames i and j is the mean of the cosines of i + k and j + k over the window. (At
// the ends the window is cut, to half of it at least.) j is a place of i if its similarity is not
// less than that of j - 1 and greater than that of j + 1. Searches parts of 12,000 frames
// separately, in O(T^2 B) time each and O(T B) memory. Throws std::invalid_argument for fps <= 0.
Repeats find_repeats(const FrameMatrix& features, const RepeatParameters& parameters);

// Rows of logits -> their weighted means with those of their places. Throws std::invalid_argument
// if `repeats` has another number of frames.
FrameMatrix mean_over_repeats(const FrameMatrix& logits, const Repeats& repeats);
// Rows of probabilities -> their weighted geometric means with those of their places; each row sums
// to 1. Throws as above.
FrameMatrix averaged_over_repeats(const FrameMatrix& probabilities, const Repeats& repeats);

// Applies both to the outputs of a chord network for `features`: posteriors and logits of the bass.
void learn_from_repeats(FrameMatrix& posteriors, FrameMatrix& bass_logits,
                        const FrameMatrix& features, const RepeatParameters& parameters);

}  // namespace tactus
