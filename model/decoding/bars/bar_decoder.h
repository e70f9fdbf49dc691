// Bars on known beats, from the probability that a bar starts (of a network that hears harmony) and
// from the bars that the beats have already.
//
// A Viterbi path over the beats; a state is a meter and a position in it. At each beat the
// probability p of a bar counts with `weight`: its odds to the power of `weight`. Bars follow each
// other in one meter; another meter, or a bar that ends early, costs `change`. A beat in a rare
// meter costs `rare`, and to begin a song in one a quarter of `change`. A bar may begin on the beat
// after a pause. A file of at most a minute that begins with a beat is taken for a loop: that beat
// is the first of a bar, unless more than two nats speak against it. The model is that of bar
// tracking on beats: Krebs, Boeck & Widmer, "Downbeat tracking using beat-synchronous features and
// recurrent neural networks", ISMIR 2016.
#pragma once

#include <string>
#include <vector>

#include "features/frames/frame_matrix.h"
#include "model/annotation.h"
#include "model/parameter_table.h"

namespace tactus {

struct BarDecoderParameters {
  double weight = 0.5;           // 0 = the network counts for nothing
  double bias = 0.0;             // nats added to the log-odds of a bar at a beat
  double heard = 0.5;            // nats for each bar that the beats have already
  double change = 20.0;          // nats
  double reach = 0.12;           // seconds from a beat within which its bar shows
  double positive_weight = 4.0;  // of a frame with a bar in the loss: makes the odds too high
  std::vector<int> meters = {3, 4};
  std::vector<int> rare_meters = {5, 7};
  double rare = 0.11;  // nats for each beat in such a meter
};
ParameterTable parameter_table(BarDecoderParameters& parameters);
// Keys that are absent keep their defaults, but other meters than the usual ones leave no rare
// ones. Throws std::invalid_argument.
BarDecoderParameters bar_decoder_parameters_from_json(const std::string& json);

// What a network of bars hears in a song: probabilities [T,1], and how they become bars.
struct HeardBars {
  const FrameMatrix& activations;
  const BarDecoderParameters& decoder;
};

// The log-odds of a bar at each beat: the highest of the frames within reach. activations [T,1],
// probabilities.
std::vector<double> bar_log_odds(const FrameMatrix& activations, const std::vector<Beat>& beats,
                                 const BarDecoderParameters& parameters);

// Log probabilities of each beat as the first of its bar and as another one. Bars that the beats
// have already count.
struct BarEvidence {
  double first = 0.0;
  double other = 0.0;
};
std::vector<BarEvidence> bar_evidence(const FrameMatrix& activations,
                                      const std::vector<Beat>& beats,
                                      const BarDecoderParameters& parameters);

// Sets the positions of two beats or more. Returns the log probability of the path less its costs,
// in nats; 0 for fewer beats. Throws std::invalid_argument unless activations have one column.
double decode_bars(std::vector<Beat>& beats, const FrameMatrix& activations,
                   const BarDecoderParameters& parameters);

}  // namespace tactus
