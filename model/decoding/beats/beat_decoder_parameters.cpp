#include "model/decoding/beats/beat_decoder_parameters.h"

#include <fmt/core.h>

#include <set>
#include <stdexcept>

namespace tactus {
namespace {

WordChoice grid_choice(GridChoice& grid) {
  return {{"auto", "constant", "free"},
          [&grid] { return static_cast<std::size_t>(grid); },
          [&grid](std::size_t choice) { grid = static_cast<GridChoice>(choice); }};
}

}  // namespace

void check_meters(const std::vector<int>& beats_per_bar) {
  constexpr std::size_t kMostMeters = 16;
  const std::set<int> different(beats_per_bar.begin(), beats_per_bar.end());
  if (!beats_per_bar.empty() && beats_per_bar.size() <= kMostMeters &&
      different.size() == beats_per_bar.size())
    return;
  throw std::invalid_argument(
      fmt::format("beats_per_bar: {} meters, {} of them different, expected 1 to {} different ones",
                  beats_per_bar.size(), different.size(), kMostMeters));
}

ParameterTable parameter_table_without_bars(BeatDecoderParameters& p) {
  return {
      everyday({"min_bpm", &p.min_bpm, 1.0, 1000.0, "slowest tempo"}),
      everyday({"max_bpm", &p.max_bpm, 1.0, 1000.0, "fastest tempo"}),
      {"transition_lambda", &p.transition_lambda, 0.0, 1e6, "steadiness of the tempo"},
      {"steady_lambda", &p.steady_lambda, 0.0, 1e6,
       "also tries a steady tempo, with this lambda (1000 works well); 0 = off"},
      {"steady_bonus", &p.steady_bonus, -1e6, 1e6,
       "nats by which a free tempo must beat the steady one"},
      {"observation_lambda", &p.observation_lambda, 2, 1000,
       "the first 1/N of a beat interval counts as the beat"},
      {"threshold", &p.threshold, 0.0, 1.0,
       "no beats before the first or after the last frame above this value"},
      {"snap_to_peak", &p.snap_to_peak, 0, 0,
       "moves each beat to the activation's peak; false = leaves it on the decoded path"},
      {"positive_weight", &p.positive_weight, 1e-6, 1e6,
       "weight of positives in the training loss"},
      {"window", &p.window, 1.0, 1e6, "seconds of undecided path kept in memory"},
      {"least_confidence", &p.least_confidence, 0.0, 1.0,
       "writes no beats if their mean confidence is below this"},
      everyday({"grid", grid_choice(p.grid), 0, 0,
                "tempo grid: auto, constant (one tempo) or free (every beat has its own time)"}),
      {"calibration", &p.calibration, 0.0, 1.0, "calibration map of confidences", true},
  };
}

ParameterTable parameter_table(BeatDecoderParameters& p) {
  ParameterTable table = parameter_table_without_bars(p);
  const ParameterTable bars = {
      everyday(
          {"beats_per_bar", &p.beats_per_bar, 1, 64, "meters to try; the most probable one wins"}),
      {"num_tempi", &p.num_tempi, 0, 10'000, "number of tempi for bars; 0 = all"},
      {"irregular_bar_cost", &p.irregular_bar_cost, 0.0, 1e6,
       "cost in nats of a bar that ends early; 0 = no bar may"},
      {"level_margin", &p.level_margin, 0.0, 1e6,
       "runs a second pass if half the tempo is less likely by fewer than this many nats per beat; "
       "0 = never"},
      {"level_bonus", &p.level_bonus, 0.0, 1e6,
       "bonus in nats of the tempo over half and double; 0 = does not try those"},
  };
  table.insert(table.end(), bars.begin(), bars.end());
  return table;
}

BeatDecoderParameters beat_decoder_parameters_from_json(const std::string& json) {
  BeatDecoderParameters parameters;
  read_json(parameter_table(parameters), json, "beat decoder parameters");
  check_calibration(parameters.calibration);
  check_meters(parameters.beats_per_bar);
  if (parameters.min_bpm > parameters.max_bpm)
    throw std::invalid_argument(
        fmt::format("beat decoder parameters: tempi from {} to {} BPM, expected a rising range",
                    parameters.min_bpm, parameters.max_bpm));
  return parameters;
}

std::string to_json(const BeatDecoderParameters& parameters) {
  BeatDecoderParameters copy = parameters;
  return to_json(parameter_table(copy));
}

}  // namespace tactus
