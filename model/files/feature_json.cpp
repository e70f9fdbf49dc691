#include "model/files/feature_json.h"

#include <cmath>

#include "model/files/strict_json.h"

namespace tactus {
namespace {

using nlohmann::json;

constexpr int kMaxSampleRate = 768'000;  // Hz, as of audio files

void require(bool possible, const std::string& what) {
  if (!possible) throw std::invalid_argument(what + ": impossible values");
}

bool is_rate(int sample_rate) {
  return sample_rate > 0 && sample_rate <= kMaxSampleRate;
}

}  // namespace

std::string to_json(const BeatFeatureParameters& p) {
  return json{{"sample_rate", p.sample_rate},
              {"fps", p.fps},
              {"window_sizes", p.window_sizes},
              {"bands_per_octave", p.bands_per_octave},
              {"fmin", p.fmin},
              {"fmax", p.fmax},
              {"diff_ratio", p.diff_ratio},
              {"level", p.loudness}}
      .dump();
}

std::string to_json(const ChordFeatureParameters& p) {
  return json{{"sample_rate", p.sample_rate},
              {"fps", p.fps},
              {"bins_per_octave", p.bins_per_octave},
              {"octaves", p.octaves},
              {"fmin", p.fmin},
              {"bass_window", p.bass_window},
              {"treble_window", p.treble_window},
              {"split_hz", p.split_hz},
              {"log_gain", p.log_gain},
              {"correct_tuning", p.correct_tuning},
              {"level", p.loudness}}
      .dump();
}

std::string to_json(const NnlsChromaParameters& p) {
  json object{{"sample_rate", p.sample_rate},
              {"block_size", p.block_size},
              {"hop_size", p.hop_size},
              {"tuning", p.tuning == NnlsTuning::kGlobal ? "global" : "local"},
              {"whitening", p.whitening},
              {"partial_decay", p.partial_decay},
              {"roll_on", p.roll_on},
              {"first_frame_time", p.first_frame_time},
              {"frames_averaged", p.frames_averaged},
              {"log_gain", p.log_gain},
              {"level", p.loudness}};
  if (p.notes) object["notes"] = true;  // older models have none
  return object.dump();
}

std::string to_json(const StructureParameters& p) {
  return json{{"frames_pooled", p.frames_pooled},
              {"reach", p.reach},
              {"nnls_chroma", json::parse(to_json(p.chroma))}}
      .dump();
}

BeatFeatureParameters beat_feature_parameters_from_json(std::string_view text) {
  const std::string what = "beat features";
  const json document = parse_strict_json(text, what);
  StrictObject object(document, what);
  BeatFeatureParameters p;
  p.sample_rate = object.integer("sample_rate");
  p.fps = object.number("fps");
  p.window_sizes = object.integers("window_sizes");
  p.bands_per_octave = object.integers("bands_per_octave");
  p.fmin = object.number("fmin");
  p.fmax = object.number("fmax");
  p.diff_ratio = object.number("diff_ratio");
  if (document.contains("level")) p.loudness = object.number("level");  // newer than the rest
  object.finish();
  require(is_rate(p.sample_rate) && p.fps > 0.0 && p.fmin > 0.0 && p.fmax > p.fmin, what);
  require(!p.window_sizes.empty() && p.window_sizes.size() == p.bands_per_octave.size(), what);
  for (const int size : p.window_sizes) require(size > 0 && size <= 1 << 20, what);
  for (const int bands : p.bands_per_octave) require(bands > 0 && bands <= 1 << 10, what);
  require(p.diff_ratio > 0.0 && p.diff_ratio <= 1.0, what);
  return p;
}

ChordFeatureParameters chord_feature_parameters_from_json(std::string_view text) {
  const std::string what = "chord features";
  const json document = parse_strict_json(text, what);
  StrictObject object(document, what);
  ChordFeatureParameters p;
  p.sample_rate = object.integer("sample_rate");
  p.fps = object.number("fps");
  p.bins_per_octave = object.integer("bins_per_octave");
  p.octaves = object.integer("octaves");
  p.fmin = object.number("fmin");
  p.bass_window = object.integer("bass_window");
  p.treble_window = object.integer("treble_window");
  p.split_hz = object.number("split_hz");
  p.log_gain = object.number("log_gain");
  p.correct_tuning = object.boolean("correct_tuning");
  if (document.contains("level")) p.loudness = object.number("level");  // newer than the rest
  object.finish();
  require(is_rate(p.sample_rate) && p.fps > 0.0 && p.fmin > 0.0 && p.split_hz >= 0.0, what);
  require(p.bins_per_octave > 0 && p.bins_per_octave <= 1 << 10 && p.octaves > 0 && p.octaves <= 16,
          what);
  require(p.bass_window > 0 && p.bass_window <= 1 << 20, what);
  require(p.treble_window > 0 && p.treble_window <= 1 << 20 && p.log_gain > 0.0, what);
  return p;
}

NnlsChromaParameters nnls_chroma_parameters_from_json(std::string_view text) {
  const std::string what = "NNLS chroma features";
  const json document = parse_strict_json(text, what);
  StrictObject object(document, what);
  NnlsChromaParameters p;
  p.sample_rate = object.integer("sample_rate");
  p.block_size = object.integer("block_size");
  p.hop_size = object.integer("hop_size");
  const std::string tuning = object.text("tuning");
  require(tuning == "global" || tuning == "local", what + ": tuning '" + tuning + "'");
  p.tuning = tuning == "global" ? NnlsTuning::kGlobal : NnlsTuning::kLocal;
  p.whitening = object.number("whitening");
  p.partial_decay = object.number("partial_decay");
  p.roll_on = object.number("roll_on");
  p.first_frame_time = object.number("first_frame_time");
  p.frames_averaged = object.integer("frames_averaged");
  p.log_gain = object.number("log_gain");
  if (document.contains("level")) p.loudness = object.number("level");  // newer than the rest
  if (document.contains("notes")) p.notes = object.boolean("notes");
  object.finish();
  require(is_rate(p.sample_rate) && p.block_size > 0 && p.block_size <= 1 << 20, what);
  require(p.hop_size > 0 && p.hop_size <= p.block_size && p.frames_averaged > 0, what);
  require(p.frames_averaged <= 1000 && std::abs(p.first_frame_time) <= 10.0, what);
  require(p.whitening >= 0.0 && p.whitening <= 1.0 && p.log_gain > 0.0, what);
  require(p.partial_decay > 0.0 && p.partial_decay < 1.0, what);
  require(p.roll_on >= 0.0 && p.roll_on <= 5.0, what);
  return p;
}

StructureParameters structure_parameters_from_json(std::string_view text) {
  const std::string what = "structure features";
  const json document = parse_strict_json(text, what);
  StrictObject object(document, what);
  StructureParameters p;
  p.frames_pooled = object.integer("frames_pooled");
  p.reach = object.number("reach");
  p.chroma = nnls_chroma_parameters_from_json(object.member("nnls_chroma").dump());
  object.finish();
  require(p.frames_pooled > 0 && p.frames_pooled <= 1000, what);
  require(p.reach >= 1.0 && p.reach <= 3600.0, what);
  return p;
}

}  // namespace tactus
