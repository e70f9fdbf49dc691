#include "datasets/formats/key_label.h"

#include <algorithm>
#include <map>

#include "datasets/formats/format_detection.h"
#include "datasets/formats/text_lines.h"
#include "model/chords/chord_degree.h"
#include "model/editing/segment_edits.h"

namespace tactus {
namespace {

std::string mode_name(std::string_view typed) {
  if (typed == "M") return "major";
  const std::string mode = lower_case(typed);
  if (mode.empty() || mode == "maj" || mode == "major") return "major";
  if (mode == "m" || mode == "min" || mode == "minor") return "minor";
  return mode;
}

}  // namespace

std::optional<std::string> key_label(std::string_view text) {
  std::string label = label_text(text);
  if (label.starts_with("Key ")) label.erase(0, 4);
  if (label == "N") return label;
  if (label.empty() || label[0] < 'A' || label[0] > 'G') return std::nullopt;
  const std::size_t note = std::min(label.find_first_not_of("b#", 1), label.size());
  std::string_view mode = std::string_view(label).substr(note);
  const bool separated = mode.starts_with(':') || mode.starts_with(' ');
  if (separated) mode.remove_prefix(1);
  if (mode.find_first_of(" :") != std::string_view::npos) return std::nullopt;
  if (!separated && !mode.empty() && mode_name(mode) != "minor" && mode_name(mode) != "major")
    return std::nullopt;
  return label.substr(0, note) + ":" + mode_name(mode);
}

std::string key_symbol(const std::string& label) {
  const std::string tonic = label.substr(0, label.find(':'));
  if (label == tonic + ":major") return tonic;
  return label == tonic + ":minor" ? tonic + 'm' : std::string();
}

std::string main_key(const std::vector<LabelledSegment>& keys) {
  std::map<std::string, double> seconds;
  std::string main;
  for (const LabelledSegment& key : keys) {
    if (key.label != "N") seconds[key.label] += key.end - key.start;
  }
  for (const LabelledSegment& key : keys) {  // the first of two that sound equally long
    const auto found = seconds.find(key.label);
    if (found != seconds.end() && (main.empty() || found->second > seconds[main])) main = key.label;
  }
  return main;
}

std::string key_at(const std::vector<LabelledSegment>& keys, double time) {
  const std::size_t found = segment_at(keys, time);
  if (found < keys.size()) return keys[found].label;
  return keys.empty() ? "" : keys.front().label;
}

MirexKey mirex_key(const std::string& label) {
  static constexpr const char* kSharps[] = {"C",  "C#", "D",  "D#", "E",  "F",
                                            "F#", "G",  "G#", "A",  "A#", "B"};
  const std::size_t colon = std::min(label.find(':'), label.size());
  MirexKey key{label.substr(0, colon), label.substr(std::min(colon + 1, label.size()))};
  if (key.mode != "major" && key.mode != "minor") key.mode = "other";
  int pitch_class = key.tonic.empty() ? -1 : natural_pitch_class(key.tonic[0]);
  if (pitch_class < 0) return key;
  for (const char sign : key.tonic.substr(1)) pitch_class += sign == '#' ? 1 : -1;
  const std::string sharp = kSharps[((pitch_class % 12) + 12) % 12];
  if (key.tonic.size() > 2 || sharp.size() == 1) key.tonic = sharp;
  return key;
}

std::vector<LabelledSegment> key_segments(std::vector<LabelledSegment> segments) {
  std::vector<LabelledSegment> keys;
  for (LabelledSegment& segment : segments) {
    std::optional<std::string> label = key_label(segment.label);
    if (!label) continue;
    segment.label = std::move(*label);
    keys.push_back(std::move(segment));
  }
  return keys;
}

}  // namespace tactus
