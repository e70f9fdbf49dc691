// The decoders' parameters as JSON objects, one key per field of the same name. They travel in
// model files and configurations, so reading is strict: a key that nobody knows or a value of the
// wrong type is an error.
#include <fmt/core.h>

#include <cmath>
#include <nlohmann/json.hpp>
#include <set>
#include <stdexcept>

#include "model/decoding/beats/beat_decoder.h"
#include "model/decoding/chords/chord_decoder.h"

namespace tactus {
namespace {

using Json = nlohmann::json;

class StrictReader {
 public:
  StrictReader(const std::string& text, std::string what) : what_(std::move(what)) {
    if (text.empty()) return;
    json_ = Json::parse(text, nullptr, false);
    if (json_.is_discarded()) {
      throw std::invalid_argument(fmt::format("{} parameters: no valid JSON", what_));
    }
    if (!json_.is_object()) {
      throw std::invalid_argument(fmt::format("{} parameters: found a JSON {}, expected an object",
                                              what_, json_.type_name()));
    }
  }

  void read(const char* key, double& value) {
    if (const Json* found = find(key)) {
      if (!found->is_number()) fail(key, *found, "a number");
      value = found->get<double>();
    }
  }
  void read(const char* key, int& value) {
    if (const Json* found = find(key)) value = integer(key, *found);
  }
  void read(const char* key, bool& value) {
    if (const Json* found = find(key)) {
      if (!found->is_boolean()) fail(key, *found, "true or false");
      value = found->get<bool>();
    }
  }
  void read(const char* key, std::vector<int>& values) {
    if (const Json* found = find(key)) {
      if (!found->is_array()) fail(key, *found, "a list of whole numbers");
      values.clear();
      for (const Json& item : *found) values.push_back(integer(key, item));
    }
  }
  void read(const char* key, std::vector<float>& values) {
    if (const Json* found = find(key)) {
      if (!found->is_array()) fail(key, *found, "a list of numbers");
      values.clear();
      for (const Json& item : *found) {
        if (!item.is_number()) fail(key, item, "a number");
        values.push_back(item.get<float>());
      }
    }
  }

  // After all keys were read.
  void refuse_unknown_keys() const {
    for (const auto& [key, value] : json_.items()) {
      if (known_.count(key)) continue;
      std::string names;
      for (const std::string& name : known_) names += (names.empty() ? "" : ", ") + name;
      throw std::invalid_argument(
          fmt::format("{} parameters: unknown key \"{}\", expected one of {}", what_, key, names));
    }
  }

 private:
  const Json* find(const char* key) {
    known_.insert(key);
    const auto found = json_.find(key);
    return found == json_.end() ? nullptr : &*found;
  }

  [[noreturn]] void fail(const char* key, const Json& found, const char* expected) const {
    throw std::invalid_argument(fmt::format("{} parameters: key \"{}\" is {}, expected {}", what_,
                                            key, found.dump().substr(0, 40), expected));
  }

  int integer(const char* key, const Json& found) const {
    if (!found.is_number_integer() || std::abs(found.get<double>()) > 1e9) {
      fail(key, found, "a whole number");
    }
    return found.get<int>();
  }

  std::string what_;
  Json json_ = Json::object();
  std::set<std::string> known_;
};

}  // namespace

BeatDecoderParameters beat_decoder_parameters_from_json(const std::string& json) {
  BeatDecoderParameters parameters;
  StrictReader reader(json, "beat decoder");
  reader.read("min_bpm", parameters.min_bpm);
  reader.read("max_bpm", parameters.max_bpm);
  reader.read("num_tempi", parameters.num_tempi);
  reader.read("transition_lambda", parameters.transition_lambda);
  reader.read("steady_lambda", parameters.steady_lambda);
  reader.read("steady_bonus", parameters.steady_bonus);
  reader.read("irregular_bar_cost", parameters.irregular_bar_cost);
  reader.read("level_margin", parameters.level_margin);
  reader.read("level_bonus", parameters.level_bonus);
  reader.read("observation_lambda", parameters.observation_lambda);
  reader.read("beats_per_bar", parameters.beats_per_bar);
  reader.read("threshold", parameters.threshold);
  reader.read("snap_to_peak", parameters.snap_to_peak);
  reader.read("positive_weight", parameters.positive_weight);
  reader.read("window", parameters.window);
  reader.read("least_confidence", parameters.least_confidence);
  reader.read("calibration", parameters.calibration);
  reader.refuse_unknown_keys();
  check_calibration(parameters.calibration);
  return parameters;
}

std::string to_json(const BeatDecoderParameters& parameters) {
  return Json{{"min_bpm", parameters.min_bpm},
              {"max_bpm", parameters.max_bpm},
              {"num_tempi", parameters.num_tempi},
              {"transition_lambda", parameters.transition_lambda},
              {"steady_lambda", parameters.steady_lambda},
              {"steady_bonus", parameters.steady_bonus},
              {"irregular_bar_cost", parameters.irregular_bar_cost},
              {"level_margin", parameters.level_margin},
              {"level_bonus", parameters.level_bonus},
              {"observation_lambda", parameters.observation_lambda},
              {"beats_per_bar", parameters.beats_per_bar},
              {"threshold", parameters.threshold},
              {"snap_to_peak", parameters.snap_to_peak},
              {"positive_weight", parameters.positive_weight},
              {"window", parameters.window},
              {"least_confidence", parameters.least_confidence},
              {"calibration", parameters.calibration}}
      .dump();
}

ChordDecoderParameters chord_decoder_parameters_from_json(const std::string& json) {
  ChordDecoderParameters parameters;
  StrictReader reader(json, "chord decoder");
  reader.read("stay_bonus", parameters.stay_bonus);
  reader.read("observation_scale", parameters.observation_scale);
  reader.read("triads_first", parameters.triads_first);
  reader.read("transpositions", parameters.transpositions);
  reader.read("repeats", parameters.repeats.places);
  reader.read("repeat_seconds", parameters.repeats.seconds);
  reader.read("repeat_similarity", parameters.repeats.similarity);
  reader.read("repeat_scale", parameters.repeats.scale);
  reader.read("repeat_distance", parameters.repeats.distance);
  reader.read("snap_to_beats", parameters.snap_to_beats);
  reader.read("snap_tolerance", parameters.snap_tolerance);
  reader.read("bass_certainty", parameters.bass_certainty);
  reader.read("change_log_probability", parameters.change_log_probability);
  reader.read("duration_log_probability", parameters.duration_log_probability);
  reader.read("max_duration", parameters.max_duration);
  reader.read("calibration", parameters.calibration);
  reader.refuse_unknown_keys();
  check_calibration(parameters.calibration);
  if (parameters.transpositions < 1 || 12 % parameters.transpositions != 0)
    throw std::invalid_argument(
        fmt::format("chord decoder parameters: transpositions is {}, expected a divisor of 12",
                    parameters.transpositions));
  return parameters;
}

std::string to_json(const ChordDecoderParameters& parameters) {
  return Json{{"stay_bonus", parameters.stay_bonus},
              {"observation_scale", parameters.observation_scale},
              {"triads_first", parameters.triads_first},
              {"transpositions", parameters.transpositions},
              {"repeats", parameters.repeats.places},
              {"repeat_seconds", parameters.repeats.seconds},
              {"repeat_similarity", parameters.repeats.similarity},
              {"repeat_scale", parameters.repeats.scale},
              {"repeat_distance", parameters.repeats.distance},
              {"snap_to_beats", parameters.snap_to_beats},
              {"snap_tolerance", parameters.snap_tolerance},
              {"bass_certainty", parameters.bass_certainty},
              {"change_log_probability", parameters.change_log_probability},
              {"duration_log_probability", parameters.duration_log_probability},
              {"max_duration", parameters.max_duration},
              {"calibration", parameters.calibration}}
      .dump();
}

}  // namespace tactus
