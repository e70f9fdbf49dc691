// Parameters of the beat decoder, as model files and recipes hold them.
#pragma once

#include <string>
#include <vector>

#include "model/decoding/confidence/calibration.h"
#include "model/parameter_table.h"

namespace tactus {

// Which tempo grid a song gets (beat_timing.h). kAuto decides by the evidence, kConstant puts all
// beats on one line, kFree keeps the time of each beat.
enum class GridChoice { kAuto, kConstant, kFree };

// Defaults follow the papers; times in frames follow from the activation's fps.
struct BeatDecoderParameters {
  double min_bpm = 55.0;
  double max_bpm = 215.0;
  int num_tempi = 60;                // log-spaced tempi for bars; 0 = every integer interval
  double transition_lambda = 100.0;  // tempo changes at beats: p ~ exp(-lambda |ratio - 1|)
  // Not in the papers: above 0, the decoder also tries a steady tempo with this lambda
  // (steady_tempo.h); 1000 suits. If a free tempo wavers, the steady path replaces it, unless the
  // free one is likelier by more than the bonus, in nats. A path that then still moves between the
  // beats of one even grid and their middles is put on the beats (even_grid.h), unless a user has
  // set some.
  double steady_lambda = 0.0;
  double steady_bonus = 60.0;
  // Not in the papers: above 0, bars may end early, each for that many nats (irregular_bars.h).
  double irregular_bar_cost = 0.0;
  // Not in the papers: above 0, tagging makes a second pass at another speed if half the tempo is
  // less likely by fewer nats per beat than this (metrical_level.h). 2 suits.
  double level_margin = 0.0;
  // Not in the papers: above 0, the decoder compares the tempo with its half and double
  // (metrical_level.h); this many nats count for the tempo as decoded. 1 suits. Not used if a user
  // has set some beats.
  double level_bonus = 0.0;
  int observation_lambda = 16;              // the first 1/16 of a beat is the beat
  std::vector<int> beats_per_bar = {3, 4};  // one model each, the most probable one wins
  double threshold = 0.05;                  // ignores quieter frames at the beginning and the end
  bool snap_to_peak = true;    // move each beat to the activation's peak in its beat range
  double positive_weight = 1;  // loss weight w of positives: p becomes p / (p + w (1 - p))
  double window = 300.0;       // seconds of undecided path kept in memory, see bar_viterbi.h
  // Returns no beats if their mean confidence before calibration is lower, and never a single beat.
  // Beats that a user has set stay, and so do those of a song in which a model hears chords
  // (BeatPieceOptions::chords).
  double least_confidence = 0.0;
  GridChoice grid = GridChoice::kAuto;
  CalibrationMap calibration;  // of the confidences of beats, see calibration.h
  bool operator==(const BeatDecoderParameters&) const = default;
};
// Each meter costs a pass of the decoder. Throws std::invalid_argument for no meter, more than 16,
// or one that is named twice.
void check_meters(const std::vector<int>& beats_per_bar);

// Names, ranges and meanings; parameters of bars come last. `parameters` must outlive the table.
ParameterTable parameter_table(BeatDecoderParameters& parameters);
// Only the parameters that decode_beats uses, which knows no bars.
ParameterTable parameter_table_without_bars(BeatDecoderParameters& parameters);

// Strict: an unknown key, a wrong type or a value out of range throws std::invalid_argument that
// names the key. "" = defaults.
BeatDecoderParameters beat_decoder_parameters_from_json(const std::string& json);
std::string to_json(const BeatDecoderParameters& parameters);

}  // namespace tactus
