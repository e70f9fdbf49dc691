// Writes JAMS files; format_jams.cpp has the grammar. Observations become text one by one, because
// the JSON values of ten hours take more memory than all else.
#include <fmt/core.h>

#include <algorithm>
#include <cmath>
#include <nlohmann/json.hpp>
#include <stdexcept>
#include <string>
#include <string_view>
#include <utility>

#include "datasets/formats/interface/format_functions.h"
#include "datasets/formats/jams/jams_cues.h"
#include "datasets/formats/jams/jams_grid.h"
#include "datasets/formats/jams/jams_lanes.h"
#include "datasets/formats/jams/jams_mark.h"
#include "datasets/formats/jams/jams_members.h"
#include "datasets/formats/jams/jams_meter.h"
#include "datasets/formats/jams/jams_namespaces.h"
#include "datasets/formats/text/file_location.h"
#include "datasets/formats/text/text_lines.h"
#include "model/chords/chord_label.h"

namespace tactus {
namespace {

using nlohmann::json;

json number_or_null(double confidence) {
  return confidence == kUnknownConfidence ? json(nullptr) : json(confidence);
}

double finite(double value) {
  if (std::isfinite(value)) return value;
  throw std::invalid_argument(fmt::format("a time or number of {}, expected a finite one", value));
}

std::string dumped(const json& value) {
  return value.dump(1, ' ', false, json::error_handler_t::replace);
}

// The items of a list as text. Lists here lie in members of an object, so their items have a depth
// of 2 in its text.
class JsonList {
 public:
  std::size_t size() const { return size_; }
  void add(const json& item) { add_text(dumped(item)); }
  // Strings in JSON have no line breaks: each break begins a line of the item.
  void add_text(std::string_view item) {
    text_ += size_++ > 0 ? ",\n  " : "\n  ";
    for (const char c : item) {
      text_ += c;
      if (c == '\n') text_ += "  ";
    }
  }
  // The text of an object with the items in its empty list `key`. No other line begins with one
  // blank and this key.
  std::string in(const json& object, const char* key) const {
    const std::string text = dumped(object);
    if (size_ == 0) return text;
    const std::string before = fmt::format("\n \"{}\": [", key);
    const std::size_t place = text.find(before) + before.size();
    std::string whole;
    whole.reserve(text.size() + text_.size() + 3);  // and a line break by the caller
    return whole.append(text, 0, place).append(text_).append("\n ").append(text, place);
  }

 private:
  std::string text_;
  std::size_t size_ = 0;
};

json observation(double time, double duration, json value, double confidence) {
  return {{"time", finite(time)},
          {"duration", finite(duration)},
          {"value", std::move(value)},
          {"confidence", number_or_null(confidence)}};
}

// Returns a duration d such that start + d is exactly `end` in double arithmetic. If rounding makes
// this impossible, the last bit differs.
double exact_duration(double start, double end) {
  const double plain = end - start;
  for (const double d : {plain, std::nextafter(plain, INFINITY), std::nextafter(plain, 0.0)}) {
    if (start + d == end) return d;
  }
  return std::max(plain, 0.0);
}

// Without its data.
json make_annotation(const char* name, const Annotation& annotation) {
  json annotator = json::object();
  if (!annotation.annotator.empty()) annotator["name"] = annotation.annotator;
  return {
      {"namespace", name},
      {"data", json::array()},
      {"annotation_metadata",
       {{"annotator", std::move(annotator)},
        {"annotation_rules", ""},
        {"annotation_tools", ""},
        {"corpus", ""},
        {"data_source", ""},
        {"validation", ""},
        {"version", ""}}},
      {"time", 0.0},
      {"duration", annotation.duration > 0.0 ? json(finite(annotation.duration)) : json(nullptr)},
      {"sandbox", json::object()}};
}

std::string beat_annotation(const Annotation& annotation) {
  JsonList data;
  for (const Beat& beat : annotation.beats) {
    json value = beat.position > 0 ? json(beat.position) : json(nullptr);
    data.add(observation(beat.time, 0.0, std::move(value), beat.confidence));
  }
  return data.in(make_annotation("beat", annotation), "data");
}

// Returns the meter of each beat. Its beats: the largest position between the downbeat and the
// next.
std::vector<Meter> meters_of(const std::vector<Beat>& beats) {
  std::vector<Meter> meters(beats.size());
  for (std::size_t begin = 0, end = 0; begin < beats.size(); begin = end) {
    int most = beats[begin].position;
    for (end = begin + 1; end < beats.size() && beats[end].position != 1; ++end) {
      most = std::max(most, beats[end].position);
    }
    const Meter bar = bar_meter(std::span(beats).subspan(begin, end - begin));
    std::fill(meters.begin() + static_cast<std::ptrdiff_t>(begin),
              meters.begin() + static_cast<std::ptrdiff_t>(end), Meter{most, bar.division});
  }
  return meters;
}

// "" if no beat has a position.
std::string beat_position_annotation(const Annotation& annotation) {
  JsonList data;
  int measure = 0;
  const std::vector<Meter> meters = meters_of(annotation.beats);
  for (std::size_t i = 0; i < annotation.beats.size(); ++i) {
    const Beat& beat = annotation.beats[i];
    if (beat.position <= 0) continue;
    if (beat.position == 1) ++measure;
    data.add(observation(beat.time, 0.0, jams_place(beat.position, measure, meters[i]),
                         beat.confidence));
  }
  return data.size() > 0 ? data.in(make_annotation("beat_position", annotation), "data") : "";
}

// If the namespace rejects a label, `substitute` gives the written one; the sandbox stores the
// typed one.
template <class Fits, class Substitute>
std::string segment_annotation(const char* name, const std::vector<LabelledSegment>& segments,
                               const Annotation& annotation, Fits fits, Substitute substitute) {
  JsonList data;
  json typed = json::object();
  for (const LabelledSegment& segment : segments) {
    const bool good = fits(segment.label);
    if (!good) typed[std::to_string(data.size())] = segment.label;
    data.add(observation(segment.start, exact_duration(segment.start, segment.end),
                         good ? segment.label : substitute(segment.label), segment.confidence));
  }
  json result = make_annotation(name, annotation);
  if (!typed.empty()) result["sandbox"][kAsTyped] = std::move(typed);
  return data.in(result, "data");
}

// "Fm" -> "F:min"; X if the label is not a chord.
std::string valid_chord(const std::string& label) {
  try {
    const std::string canonical = canonical_label(label, ChordSyntax::kLenient);
    return fits_jams_chord(canonical) ? canonical : "X";
  } catch (const ChordLabelError&) {
    return "X";
  }
}

std::string valid_key(const std::string& label) {
  const std::string tonic = label.substr(0, label.find(':'));
  return fits_jams_key_mode(tonic) ? tonic : "N";
}

// The namespaces whose labels have a grammar; others take any text.
struct LabelRule {
  std::string_view name;
  bool (*fits)(std::string_view);
  std::string (*substitute)(const std::string&);
};
constexpr LabelRule kLabelRules[] = {{"chord", fits_jams_chord, valid_chord},
                                     {"key_mode", fits_jams_key_mode, valid_key}};

void add_segments(JsonList& annotations, const char* name,
                  const std::vector<LabelledSegment>& segments, const Annotation& annotation) {
  if (segments.empty()) return;
  LabelRule rule = {name, [](std::string_view) { return true; },
                    [](const std::string& label) { return label; }};
  for (const LabelRule& known : kLabelRules)
    if (known.name == name) rule = known;
  annotations.add_text(segment_annotation(name, segments, annotation, rule.fits, rule.substitute));
}

std::string cue_annotation(const Annotation& annotation) {
  JsonList data;
  for (const Cue& cue : annotation.cues)
    data.add(observation(cue.start, exact_duration(cue.start, cue.end), cue.name, 1.0));
  json result = make_annotation("tag_open", annotation);
  result["sandbox"][kJamsCues] = jams_cues(annotation.cues);
  return data.in(result, "data");
}

std::string lane_annotation(const UserLane& lane, const Annotation& annotation) {
  JsonList data;
  for (const UserItem& item : lane.items)
    data.add(observation(item.time, item.duration, jams_lane_text(lane, item), kUnknownConfidence));
  json result = make_annotation("tag_open", annotation);
  result["sandbox"][kJamsLane] = jams_lane(lane);
  return data.in(result, "data");
}

std::string tempo_annotation(const Annotation& annotation) {
  JsonList data;
  for (const TempoCandidate& tempo : annotation.tempi) {
    data.add(observation(0.0, std::max(annotation.duration, 0.0), finite(tempo.bpm),
                         finite(tempo.strength)));
  }
  return data.in(make_annotation("tempo", annotation), "data");
}

// The tempo of each segment of the grid.
std::string grid_annotation(const Annotation& annotation) {
  const double end =
      std::max(annotation.duration, annotation.beats.empty() ? 0.0 : annotation.beats.back().time);
  json result = make_annotation("tempo", annotation);
  result["sandbox"][kJamsGrid] = true;
  result["data"] = jams_segment_tempi(annotation.grid, end);
  return dumped(result);
}

json file_metadata(const Annotation& annotation) {
  json metadata = {{"title", annotation.title},
                   {"artist", annotation.artist},
                   {"release", annotation.album},
                   {"identifiers", json::object()},
                   {"jams_version", "0.3.5"}};
  if (annotation.duration > 0.0) metadata["duration"] = finite(annotation.duration);
  if (!annotation.audio.empty()) metadata["identifiers"][kAudio] = annotation.audio;
  return metadata;
}

// What file_metadata has no place for; only what is known.
json tags_json(const FileTags& tags) {
  json known = json::object();
  if (tags.track > 0) known[kTrack] = tags.track;
  if (!tags.date.empty()) known[kDate] = tags.date;
  if (tags.bpm > 0.0) known[kBpm] = finite(tags.bpm);
  if (!tags.key.empty()) known[kKey] = tags.key;
  return known;
}

}  // namespace

std::string serialise_jams(const Annotation& annotation) {
  JsonList annotations;
  if (!annotation.beats.empty()) {
    annotations.add_text(beat_annotation(annotation));
    const std::string positions = beat_position_annotation(annotation);
    if (!positions.empty()) annotations.add_text(positions);
  }
  for (const SegmentLayerInfo& layer : segment_layers())
    add_segments(annotations, layer.jams, annotation.*layer.member, annotation);
  add_segments(annotations, "tag_open", annotation.notes, annotation);
  if (!annotation.cues.empty()) annotations.add_text(cue_annotation(annotation));
  for (const UserLane& lane : annotation.lanes)
    annotations.add_text(lane_annotation(lane, annotation));
  if (!annotation.tempi.empty()) annotations.add_text(tempo_annotation(annotation));
  if (annotation.grid.kind == GridKind::kPiecewise)
    annotations.add_text(grid_annotation(annotation));
  json sandbox = {{kJamsMark, kNoJamsMark}};
  if (annotations.size() == 0 && !annotation.annotator.empty())
    sandbox[kAnnotator] = annotation.annotator;
  if (annotation.review != Review::kNone)
    sandbox[kJamsReview] = annotation.review == Review::kChecked ? kChecked : kEdited;
  if (annotation.grid.kind != GridKind::kNone) sandbox[kJamsGrid] = jams_grid(annotation.grid);
  if (!annotation.readings.empty()) sandbox[kJamsReadings] = jams_readings(annotation.readings);
  if (annotation.swing > 0.0) sandbox[kSwing] = finite(annotation.swing);
  if (!annotation.damage.empty()) sandbox[kDamage] = annotation.damage;
  if (utf8_text(annotation.audio) != annotation.audio)
    sandbox[kAudioUrl] = location_of_path(annotation.audio);
  if (json tags = tags_json(annotation.tags); !tags.empty()) sandbox[kFileTags] = std::move(tags);
  const json file = {{"file_metadata", file_metadata(annotation)},
                     {"annotations", json::array()},
                     {"sandbox", std::move(sandbox)}};
  std::string content = annotations.in(file, "annotations") + "\n";
  set_jams_mark(content);
  return content;
}

}  // namespace tactus
