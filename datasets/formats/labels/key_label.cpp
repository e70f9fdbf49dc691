#include "datasets/formats/labels/key_label.h"

#include <algorithm>

#include "audio/text.h"
#include "datasets/formats/labels/key_names.h"
#include "datasets/formats/text/text_lines.h"
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

// Of a note with its signs; below 0 if it is none.
int pitch_class_of(std::string_view tonic) {
  int pitch_class = tonic.empty() ? -1 : natural_pitch_class(tonic[0]);
  if (pitch_class < 0) return pitch_class;
  for (const char sign : tonic.substr(1)) pitch_class += sign == '#' ? 1 : 11;
  return pitch_class % 12;
}

// Without the name of a wheel before its number: "Open Key 7m".
std::string_view without_wheel(std::string_view part) {
  part = trimmed(part, " \t()[]");
  for (const std::string_view wheel : {"open key", "camelot"})
    if (lower_case(part).starts_with(wheel)) return trimmed(part.substr(wheel.size()), " \t:");
  return part;
}

// "8A", "12d".
bool is_wheel_number(std::string_view text) {
  return !text.empty() && is_ascii_digit(text[0]);
}

}  // namespace

std::optional<std::string> key_of_two_names(std::string_view text) {
  constexpr std::size_t kLongest = 60;
  if (text.size() > kLongest) return std::nullopt;
  for (const std::string_view between : {"(", "/", "|", " - ", ",", "="}) {
    const std::size_t at = text.find(between);
    if (at == std::string_view::npos) continue;
    const std::string_view left = without_wheel(text.substr(0, at));
    const std::string_view right = without_wheel(text.substr(at + between.size()));
    const auto key = key_label(left);
    const auto other = key ? key_label(right) : std::nullopt;
    if (!other || !same_key(*key, *other) || (!spelled_key(left) && !spelled_key(right))) continue;
    return is_wheel_number(left) ? other : key;
  }
  return std::nullopt;
}

std::optional<std::string> key_label(std::string_view text) {
  std::string label = with_plain_signs(label_text(text));
  if (label.starts_with("Key ")) label.erase(0, 4);
  if (label == "N") return label;
  if (const auto key = spelled_key(label)) return key;
  if (const auto key = key_of_two_names(label)) return key;
  if (label.empty() || label[0] < 'A' || label[0] > 'G') return std::nullopt;
  const std::size_t note = std::min(label.find_first_not_of("b#", 1), label.size());
  std::string_view mode = std::string_view(label).substr(note);
  const bool as_typed = mode.starts_with(':');
  if (as_typed || mode.starts_with(' ')) mode.remove_prefix(1);
  if (mode.find_first_of(" :") != std::string_view::npos) return std::nullopt;
  const std::string name = mode_name(mode);
  if (!as_typed && name != "minor" && name != "major") return std::nullopt;
  return label.substr(0, note) + ":" + name;
}

bool same_key(std::string_view a, std::string_view b) {
  const std::size_t mode_a = std::min(a.find(':'), a.size());
  const std::size_t mode_b = std::min(b.find(':'), b.size());
  return a.substr(mode_a) == b.substr(mode_b) &&
         pitch_class_of(a.substr(0, mode_a)) == pitch_class_of(b.substr(0, mode_b));
}

std::string key_symbol(const std::string& label) {
  const std::string tonic = label.substr(0, label.find(':'));
  if (label == tonic + ":major") return tonic;
  return label == tonic + ":minor" ? tonic + 'm' : std::string();
}

std::string main_key(const std::vector<LabelledSegment>& keys) {
  struct Sounding {
    std::string label;
    double seconds;
  };
  std::vector<Sounding> all;
  for (const LabelledSegment& key : keys) {
    const std::optional<std::string> label = key_label(key.label);
    if (!label || *label == "N") continue;
    const auto is_same = [&](const Sounding& other) { return same_key(other.label, *label); };
    auto found = std::ranges::find_if(all, is_same);
    if (found == all.end()) found = all.insert(found, {*label, 0.0});
    found->seconds += key.end - key.start;
  }
  const auto longest = std::ranges::max_element(all, {}, &Sounding::seconds);
  return longest == all.end() ? "" : longest->label;
}

double main_key_confidence(const std::vector<LabelledSegment>& keys) {
  const std::string main = main_key(keys);
  double sure = 0.0, seconds = 0.0;
  for (const LabelledSegment& key : keys) {
    const std::optional<std::string> label = key_label(key.label);
    if (!label || *label == "N" || !same_key(*label, main)) continue;
    if (key.confidence == kUnknownConfidence) return kUnknownConfidence;
    sure += key.confidence * (key.end - key.start);
    seconds += key.end - key.start;
  }
  return seconds > 0.0 ? sure / seconds : kUnknownConfidence;
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
  const int pitch_class = pitch_class_of(key.tonic);
  if (pitch_class < 0) return key;
  const std::string sharp = kSharps[pitch_class];
  if (key.tonic.size() > 2 || sharp.size() == 1) key.tonic = sharp;
  return key;
}

}  // namespace tactus
