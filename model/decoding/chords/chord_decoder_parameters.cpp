#include <fmt/format.h>

#include <stdexcept>

#include "model/decoding/chords/chord_decoder.h"

namespace tactus {
namespace {

constexpr double kLeastLog = -1e4;  // of a probability; what is learned lies above -30

}  // namespace

ParameterTable parameter_table(ChordDecoderParameters& p) {
  RepeatParameters& repeats = p.repeats;
  return {
      {"stay_bonus", &p.stay_bonus, -1000.0, 1000.0,
       "nats for staying in a chord, used without statistics"},
      {"observation_scale", &p.observation_scale, 0.0, 1000.0, "exponent of the probabilities"},
      {"triads_first", &p.triads_first, 0, 0, "finds a path through triads first, then the labels"},
      {"transpositions", &p.transpositions, 1, 12,
       "number of keys into which the network's input is transposed"},
      {"repeats", &repeats.places, 0, 100,
       "repeated passages whose evidence a frame uses; 0 = none"},
      {"repeat_seconds", &repeats.seconds, 0.1, 600.0,
       "seconds around each frame that are compared"},
      {"repeat_similarity", &repeats.similarity, -1.0, 1.0, "least similarity of a repeat"},
      {"repeat_scale", &repeats.scale, 1e-3, 1e3,
       "difference of similarity that divides the weight by e"},
      {"repeat_distance", &repeats.distance, 0.0, 600.0, "least distance of a repeat in seconds"},
      everyday({"snap_to_beats", &p.snap_to_beats, 0, 0, "moves changes to the nearest beat"}),
      {"snap_tolerance", &p.snap_tolerance, 0.0, 60.0, "largest move of a change in seconds"},
      {"bass_certainty", &p.bass_certainty, 0.0, 1.0,
       "writes an inversion if its bass has at least this probability"},
      {"change_log_probability", &p.change_log_probability, kLeastLog, 0.0,
       "log probabilities of changes", true},
      {"duration_log_probability", &p.duration_log_probability, kLeastLog, 0.0,
       "log probabilities of durations", true},
      {"max_duration", &p.max_duration, 0, 1'000'000,
       "longest duration in frames that has a probability of its own", true},
      {"calibration", &p.calibration, 0.0, 1.0, "calibration map of confidences", true},
  };
}

void check_chord_statistics(const ChordDecoderParameters& parameters) {
  const auto changes = static_cast<std::size_t>(kChordQualities * 12 * kChordQualities);
  const auto durations = static_cast<std::size_t>(kChordQualities) *
                         static_cast<std::size_t>(parameters.max_duration + 1);
  if (parameters.change_log_probability.size() == changes &&
      parameters.duration_log_probability.size() == durations)
    return;
  throw std::invalid_argument(
      fmt::format("chord statistics of {} changes and {} durations: expected {} and {}",
                  parameters.change_log_probability.size(),
                  parameters.duration_log_probability.size(), changes, durations));
}

ChordDecoderParameters chord_decoder_parameters_from_json(const std::string& json) {
  ChordDecoderParameters parameters;
  read_json(parameter_table(parameters), json, "chord decoder parameters");
  check_calibration(parameters.calibration);
  if (parameters.max_duration > 0) check_chord_statistics(parameters);
  if (parameters.transpositions < 1 || 12 % parameters.transpositions != 0)
    throw std::invalid_argument(
        fmt::format("chord decoder parameters: transpositions is {}, expected a divisor of 12",
                    parameters.transpositions));
  return parameters;
}

std::string to_json(const ChordDecoderParameters& parameters) {
  ChordDecoderParameters copy = parameters;
  return to_json(parameter_table(copy));
}

}  // namespace tactus
