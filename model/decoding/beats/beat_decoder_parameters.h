// What the beat decoder can be told, as model files and recipes hold it.
#pragma once

#include <string>
#include <vector>

#include "model/decoding/confidence/calibration.h"
#include "model/parameter_table.h"

namespace tactus {

// Which tempo grid a piece gets (beat_timing.h). kAuto decides by the evidence, kConstant puts all
// beats on one line, kFree keeps the time of each beat.
enum class GridChoice { kAuto, kConstant, kFree };

// Defaults as in the papers; times in frames follow from the activation's fps.
struct BeatDecoderParameters {
  double min_bpm = 55.0;
  double max_bpm = 215.0;
  int num_tempi = 60;                // log-spaced tempi for bars; 0 = every integer interval
  double transition_lambda = 100.0;  // tempo changes at beats: p ~ exp(-lambda |ratio - 1|)
  // Not in the papers: above 0 a steady tempo is tried, too (steady_tempo.h), with this lambda;
  // 1000 suits. Its path is taken where that of a free tempo wavers, unless that is likelier by
  // more than the bonus, in nats. What then still changes between the beats of one even grid and
  // their middles is put on the beats (even_grid.h), unless a person has set some.
  double steady_lambda = 0.0;
  double steady_bonus = 60.0;
  // Not in the papers either: above 0 bars may end early, each for so many nats (irregular_bars.h).
  double irregular_bar_cost = 0.0;
  // Nor this: above 0, tagging hears a piece a second time, at another speed, where half its tempo
  // is less likely by fewer nats per beat than this (metrical_level.h). 2 suits.
  double level_margin = 0.0;
  // Nor this: above 0, half the tempo and its double are weighed against it (metrical_level.h),
  // with so many nats for the tempo as decoded. 1 suits. Not where a person has set some beats.
  double level_bonus = 0.0;
  int observation_lambda = 16;              // the first 1/16 of a beat is the beat
  std::vector<int> beats_per_bar = {3, 4};  // one model each, the most probable one wins
  double threshold = 0.05;                  // leading/trailing frames below it are not tracked
  bool snap_to_peak = true;    // move each beat to the activation's peak in its beat range
  double positive_weight = 1;  // the loss weight w: p becomes p / (p + w (1 - p))
  double window = 300.0;       // seconds of undecided path kept in memory, see bar_viterbi.h
  // No beats at all where their mean confidence, as it is before calibration, is below. Nor where
  // there is only one, whatever this is. Beats that a person has set stay.
  double least_confidence = 0.0;
  GridChoice grid = GridChoice::kAuto;
  CalibrationMap calibration;  // of the beats' confidences, see calibration.h
  bool operator==(const BeatDecoderParameters&) const = default;
};
// Names, ranges and meanings, those of bars last. `parameters` must outlive the table.
ParameterTable parameter_table(BeatDecoderParameters& parameters);
// Those that decode_beats asks for, which knows no bars.
ParameterTable parameter_table_without_bars(BeatDecoderParameters& parameters);

// Strict: an unknown key or a wrong type throws std::invalid_argument that names the key. "" =
// defaults.
BeatDecoderParameters beat_decoder_parameters_from_json(const std::string& json);
std::string to_json(const BeatDecoderParameters& parameters);

}  // namespace tactus
