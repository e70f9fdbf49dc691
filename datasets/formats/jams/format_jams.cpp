// JAMS 0.3 (Humphrey et al., "JAMS: a JSON annotated music specification", ISMIR 2014), the default
// format.
//
//   file        ::= { file_metadata, annotations: [annotation], sandbox: {} }
//   file_metadata ::= { title, artist, release (the album), duration, jams_version,
//                     identifiers: {audio: path of the audio file} }
//   annotation  ::= { namespace, data: [observation], annotation_metadata: {annotator:
//                     {name}, ...}, time, duration, sandbox }
//   observation ::= { time, duration, value, confidence }          all four; times in seconds
//   namespaces  beat (value: position in the bar or null), chord, key_mode, segment_open,
//               tag_open (notes: words for a moment or a passage; cues: jams_cues.h),
//               tag_open again for each lane of one's own (jams_lanes.h),
//               beat_position ({position, measure, num_beats, beat_units}; jams_meter.h),
//               tempo (confidence: strength)
//
// The sandbox of the file contains the mark of Tactus (jams_mark.h), its review state
// ("tactus_review": "edited" or "checked"), the tempo grid and the readings of the song
// (jams_grid.h), what else the tags of the audio file say ("tactus_file_tags": {track, date, bpm,
// key}), its swing ("tactus_swing"), where its sound is damaged
// ("tactus_damage"), and its path as a URL if that is no UTF-8 ("tactus_audio_url"). A piece with
// several tempi has a second `tempo` annotation with the tempo of each segment; its sandbox says
// "tactus_grid": true.
//
// Only content of the schema is written. A label that violates the pattern of its namespace ("Fm")
// is written in the nearest valid spelling; the sandbox of the annotation stores the typed one
// ("tactus_as_typed": {index: label}).
//
// Also read: bare NaN (as null), "label" instead of "value", data as an object of columns,
// chord_harte, the segment_* namespaces, and the layout before 0.2 ({beat|chord|key|segment:
// [{data: [{start: {value}, end: {value}, label: {value}}]}]}). If several annotations fill the
// same layer, the first is used and the others are noted; notes of several are put together. Score
// JAMS (ChoCo) have times in measures and beats; they give no layers and a note. SMC files mark
// every beat with 1; this is not a position.
#include <fmt/core.h>

#include <algorithm>
#include <cmath>
#include <iterator>
#include <limits>
#include <map>
#include <optional>
#include <set>

#include "audio/counted.h"
#include "datasets/formats/columns/annotation_order.h"
#include "datasets/formats/columns/bar_positions.h"
#include "datasets/formats/columns/segment_layers.h"
#include "datasets/formats/jams/jams_cues.h"
#include "datasets/formats/jams/jams_grid.h"
#include "datasets/formats/jams/jams_lanes.h"
#include "datasets/formats/jams/jams_mark.h"
#include "datasets/formats/jams/jams_members.h"
#include "datasets/formats/jams/jams_meter.h"
#include "datasets/formats/jams/jams_namespaces.h"
#include "datasets/formats/jams/jams_observations.h"
#include "datasets/formats/labels/key_label.h"
#include "datasets/formats/labels/label_chord_lists.h"
#include "datasets/formats/labels/label_kinds.h"
#include "datasets/formats/text/file_location.h"
#include "datasets/formats/text/json_text.h"
#include "datasets/formats/text/text_lines.h"
#include "model/editing/cue_edits.h"

namespace tactus {
namespace {

using nlohmann::json;

const char* const kOldLists[] = {"beat", "chord", "key", "segment", "tempo"};

// The namespaces that other programs use for one that Tactus writes.
std::string usual_namespace(const std::string& name) {
  if (name == "chord_harte") return "chord";
  if (name == "key") return "key_mode";
  return name == "segment" || name.starts_with("segment_") ? "segment_open" : name;
}

// time + duration may differ in the last bit from the time of the next segment. Such segments are
// meant to touch.
void close_rounding_gaps(std::vector<LabelledSegment>& segments) {
  constexpr double kLastBits = 4.0 * std::numeric_limits<double>::epsilon();
  for (std::size_t i = 0; i + 1 < segments.size(); ++i) {
    const double next = segments[i + 1].start;
    if (std::abs(segments[i].end - next) <= kLastBits * next) segments[i].end = next;
  }
}

// The labels that Tactus keeps beside their valid spelling; null if there are none.
const json* typed_labels(const JamsSource& source) {
  const json* sandbox = member(*source.annotation, {"sandbox"});
  return sandbox ? member(*sandbox, {kAsTyped}) : nullptr;
}

std::vector<LabelledSegment> read_segments(const FormatInput& input, const JamsSource& source,
                                           const char* what) {
  json rows;
  std::vector<LabelledSegment> segments;
  for (const JamsObservation& item : read_observations(input, source, rows)) {
    segments.push_back(
        {item.time, item.time + item.duration, label_of(input, item), item.confidence});
  }
  const json* typed = typed_labels(source);
  for (std::size_t i = 0; typed && i < segments.size(); ++i) {
    const json* label = member(*typed, {std::to_string(i).c_str()});
    if (label && label->is_string()) segments[i].label = label->get<std::string>();
  }
  close_rounding_gaps(segments);
  order_segments(input, what, segments);
  return segments;
}

// Adds the words of one annotation; notes what has none. Returns false if all have none.
bool add_notes(const FormatInput& input, const JamsSource& source,
               std::vector<LabelledSegment>& notes) {
  constexpr double kLatest = 1e7;  // seconds, as of segments
  json rows;
  std::vector<LabelledSegment> found;
  const std::vector<JamsObservation> observations = read_observations(input, source, rows);
  for (const JamsObservation& item : observations) {
    const std::string words = text_of(item.value);
    const double start = std::max(item.time, 0.0);
    const double end = std::max(item.time + item.duration, start);
    if (!words.empty() && end <= kLatest) found.push_back({start, end, words, item.confidence});
  }
  const std::size_t lost = observations.size() - found.size();
  if (lost > 0 && found.empty()) return false;
  if (lost > 0)
    input.notes->push_back(fmt::format("{}: {}: {} without words, or beyond {} s, left out",
                                       input.name, source.place, counted(lost, "note"), kLatest));
  notes.insert(notes.end(), found.begin(), found.end());
  std::ranges::stable_sort(notes, {}, &LabelledSegment::start);
  return true;
}

bool is_smc(const JamsSource& source) {
  const json* metadata = member(*source.annotation, {"annotation_metadata"});
  return metadata && text_of(member(*metadata, {"corpus"})).starts_with("SMC");
}

PlaceField place_of(const JamsObservation& observation, std::string& text) {
  const json* value = observation.value;
  if (value && value->is_object() && value->contains("position")) value = &(*value)["position"];
  const std::optional<double> number = number_of(value);
  if (!number || *number < 0.0) return {};
  text = fmt::format("{}", *number);
  return {text, *number};
}

struct JamsBeats {
  std::vector<Beat> beats;
  std::vector<double> between;  // sorted times of eighths that are no beats
};

JamsBeats read_beats(const FormatInput& input, const JamsSource& source) {
  json rows;
  const std::vector<JamsObservation> observations = read_observations(input, source, rows);
  std::vector<std::string> texts(observations.size());
  std::vector<PlaceField> places;
  for (std::size_t i = 0; i < observations.size(); ++i)
    places.push_back(place_of(observations[i], texts[i]));
  std::vector<int> positions = bar_positions(input, places);
  const bool smc = is_smc(source);
  if (smc)
    input.notes->push_back(input.name +
                           ": SMC marks every beat with 1, which is not a position; left out");
  JamsBeats read;
  const std::vector<std::optional<int>> compound = compound_positions(observations);
  for (std::size_t i = 0; i < observations.size(); ++i) {
    const int position = smc || positions[i] > kLargestPosition ? 0 : positions[i];
    const Beat beat = {observations[i].time, compound[i].value_or(position),
                       observations[i].confidence, compound[i] ? kCompound : 2};
    if (compound[i] == 0)
      read.between.push_back(beat.time);
    else
      read.beats.push_back(beat);
  }
  std::ranges::sort(read.between);
  if (!read.between.empty())
    input.notes->push_back(fmt::format("{}: {} between the beats of a compound meter left out",
                                       input.name, counted(read.between.size(), "eighth")));
  order_beats(input, read.beats);
  return read;
}

std::vector<TempoCandidate> read_tempi(const FormatInput& input, const JamsSource& source) {
  json rows;
  const std::vector<JamsObservation> observations = read_observations(input, source, rows);
  std::vector<TempoCandidate> tempi;
  double sum = 0.0;
  for (const JamsObservation& item : observations) {
    const std::optional<double> bpm = number_of(item.value);
    if (!bpm || *bpm < 0.0) {
      throw FormatError(input.name, 0, 0,
                        item.place + ".value: not a number, expected a tempo in beats per minute");
    }
    const bool known = item.confidence != kUnknownConfidence;
    tempi.push_back(
        {*bpm, known ? item.confidence : 1.0 / static_cast<double>(observations.size())});
    sum += tempi.back().strength;
  }
  constexpr double kRounding = 1e-9;
  if (sum <= 1.0 + kRounding) return tempi;
  for (TempoCandidate& tempo : tempi) tempo.strength /= sum;
  input.notes->push_back(
      fmt::format("{}: tempo strengths add up to {}; divided by it", input.name, sum));
  return tempi;
}

// Fills missing positions in `beats` from a beat_position whose times are all among them; one in a
// compound meter gives all its beats. Returns false if it disagrees and is not used.
bool merge_positions(std::vector<Beat>& beats, const JamsBeats& positions) {
  std::vector<Beat> merged = beats;
  std::erase_if(merged, [&](const Beat& beat) {
    return std::ranges::binary_search(positions.between, beat.time);
  });
  auto beat = merged.begin();
  for (const Beat& position : positions.beats) {
    while (beat != merged.end() && beat->time < position.time) ++beat;
    if (beat == merged.end() || beat->time != position.time) return false;
    const bool compound = position.division == kCompound;
    if (beat->position == 0 || compound) beat->position = position.position;
    beat->division = position.division;
  }
  beats = std::move(merged);
  return true;
}

class AnnotationReader {
 public:
  AnnotationReader(const FormatInput& input, const std::vector<JamsSource>& sources)
      : input_(input) {
    for (const JamsSource& source : sources) names_.insert(usual_namespace(source.name));
  }

  void take(const JamsSource& source) {
    if (const json* sandbox = member(*source.annotation, {"sandbox"}))
      if (member(*sandbox, {kJamsGrid})) return;  // the sandbox of the file has it
    if (std::optional<UserLane> lane = read_jams_lane(input_, source)) {
      take_lane(std::move(*lane));
      return take_annotator(source);
    }
    if (!take_layer(source, usual_namespace(source.name)))
      ++ignored_[source.name];
    else
      take_annotator(source);
  }

  Annotation finish() {
    for (const auto& [name, count] : ignored_) {
      input_.notes->push_back(fmt::format("{}: {} of namespace '{}' not used", input_.name,
                                          counted(count, "annotation"),
                                          label_text(std::string_view(name).substr(0, 40))));
    }
    return std::move(result_);
  }

  Annotation& result() { return result_; }

 private:
  void take_lane(UserLane lane) {
    if (result_.lanes.size() >= kMostUserLanes) {
      ++ignored_["tag_open"];
      return;
    }
    lane.name = free_lane_name(result_.lanes, label_text(lane.name));
    result_.lanes.push_back(std::move(lane));
  }

  bool take_layer(const JamsSource& source, const std::string& name) {
    if (name == "beat" || name == "beat_position") return take_beats(source, name == "beat");
    if (name == "tempo") return fill(result_.tempi, [&] { return read_tempi(input_, source); });
    for (const SegmentLayerInfo& layer : segment_layers())
      if (name == layer.jams) return take_segments(source, layer);
    return name == "tag_open" && (take_cues(source) || add_notes(input_, source, result_.notes));
  }

  bool take_beats(const JamsSource& source, bool times) {
    if (!times && !result_.beats.empty())
      return merge_positions(result_.beats, read_beats(input_, source));
    if (times && from_positions_) {
      std::vector<Beat> beats = read_beats(input_, source).beats;
      if (!merge_positions(beats, {result_.beats, between_})) return false;
      result_.beats = std::move(beats);
      from_positions_ = false;
      return true;
    }
    from_positions_ = from_positions_ || (!times && result_.beats.empty());
    return fill(result_.beats, [&] {
      JamsBeats read = read_beats(input_, source);
      between_ = std::move(read.between);
      return std::move(read.beats);
    });
  }

  bool take_cues(const JamsSource& source) {
    const json* sandbox = member(*source.annotation, {"sandbox"});
    const json* details = sandbox ? member(*sandbox, {kJamsCues}) : nullptr;
    if (!details) return false;
    std::ranges::move(read_jams_cues(input_, source, *details), std::back_inserter(result_.cues));
    result_.cues = ordered_cues(std::move(result_.cues));
    return true;
  }

  bool take_segments(const JamsSource& source, const SegmentLayerInfo& layer) {
    if (!(result_.*layer.member).empty()) return false;
    std::vector<LabelledSegment> segments = read_segments(input_, source, layer.one);
    const bool own = typed_labels(source);
    const SegmentLayerInfo& meant = own ? layer : layer_of_words(layer, segments);
    if (!(result_.*meant.member).empty()) return false;
    if (meant.layer == Layer::kKeys) segments = key_segments(input_, std::move(segments));
    if (meant.layer == Layer::kChords && !own) {
      mend_chord_lists(input_, segments);
      note_odd_chords(input_, segments);
    }
    result_.*meant.member = std::move(segments);
    return true;
  }

  // Words that are all chords in a list of sections, and words of which none is a chord in a list
  // of chords, count as what they are. The caller may say so too.
  const SegmentLayerInfo& layer_of_words(const SegmentLayerInfo& layer,
                                         const std::vector<LabelledSegment>& segments) {
    for (const SegmentLayerInfo& row : segment_layers())
      if (input_.layer == row.layer && !names_.contains(row.jams)) return row;
    if (input_.layer || layer.layer == Layer::kKeys) return layer;
    const bool sections = layer.layer == Layer::kSections;
    const SegmentLayerInfo& other = segment_layers()[static_cast<std::size_t>(
        sections ? SegmentLayer::kChords : SegmentLayer::kSections)];
    const auto contrary = [&](const LabelledSegment& segment) {
      const LabelKind kind = label_kind(segment.label);
      const bool empty = kind == LabelKind::kNothing || kind == LabelKind::kNoChord;
      return empty || kind == (sections ? LabelKind::kChord : LabelKind::kWord);
    };
    const auto said = [](const LabelledSegment& segment) {
      const LabelKind kind = label_kind(segment.label);
      return kind == LabelKind::kChord || kind == LabelKind::kWord;
    };
    if (names_.contains(other.jams) || !std::ranges::all_of(segments, contrary) ||
        std::ranges::count_if(segments, said) < 2)
      return layer;
    input_.notes->push_back(fmt::format("{}: namespace {}: read as {}: no label names a {}",
                                        input_.name, layer.jams, other.name, layer.one));
    return other;
  }

  template <class Layer, class Read>
  bool fill(Layer& layer, Read read) {
    if (!layer.empty()) return false;
    layer = read();
    return true;
  }

  void take_annotator(const JamsSource& source) {
    if (!result_.annotator.empty()) return;
    const json* metadata = member(*source.annotation, {"annotation_metadata"});
    const json* annotator = metadata ? member(*metadata, {"annotator"}) : nullptr;
    if (annotator) result_.annotator = text_of(member(*annotator, {"name"}));
  }

  const FormatInput& input_;
  Annotation result_;
  std::set<std::string> names_;                 // usual namespaces of the file
  std::map<std::string, std::size_t> ignored_;  // namespace -> annotations
  std::vector<double> between_;                 // of the list that gave result_.beats
  bool from_positions_ = false;                 // result_.beats came from beat_position
};

// Lists of the layout before 0.2 count as well.
bool is_jams(const json& file) {
  if (member(file, {"annotations", "file_metadata"})) return true;
  return std::any_of(std::begin(kOldLists), std::end(kOldLists), [&](const char* name) {
    const json* list = member(file, {name});
    return list && list->is_array() && !list->empty() && list->front().is_object() &&
           list->front().contains("data");
  });
}

bool is_score(const json& file) {
  const json* sandbox = member(file, {"sandbox"});
  return sandbox && text_of(member(*sandbox, {"type"})) == "score";
}

Review review_of(const std::string& text) {
  if (text == kChecked) return Review::kChecked;
  return text == kEdited ? Review::kEdited : Review::kNone;
}

// 0 unless it lies behind the middle of the beat.
double swing_of(const std::optional<double>& place) {
  return place && *place > 0.5 && *place < 1.0 ? *place : 0.0;
}

FileTags tags_of(const json& known) {
  constexpr double kMostTracks = 1e6;
  const auto positive = [&](const char* name) {
    return std::max(number_of(member(known, {name})).value_or(0.0), 0.0);
  };
  FileTags tags;
  tags.track = static_cast<int>(std::min(positive(kTrack), kMostTracks));
  tags.date = text_of(member(known, {kDate}));
  tags.bpm = positive(kBpm);
  tags.key = text_of(member(known, {kKey}));
  return tags;
}

}  // namespace

Annotation parse_jams(const FormatInput& input) {
  const json file = parse_json(input);
  if (!file.is_object())
    throw FormatError(input.name, 1, 1, "JSON without an object, expected a JAMS file");
  if (!is_jams(file)) {
    throw FormatError(input.name, 1, 1,
                      "JSON without annotations or file_metadata, expected a JAMS file");
  }
  const std::vector<JamsSource> sources = list_annotations(input, file);
  AnnotationReader reader(input, sources);
  const json* metadata = member(file, {"file_metadata"});
  if (metadata) {
    reader.result().title = text_of(member(*metadata, {"title"}));
    reader.result().artist = text_of(member(*metadata, {"artist"}));
    reader.result().album = text_of(member(*metadata, {"release"}));
    reader.result().duration =
        std::max(number_of(member(*metadata, {"duration"})).value_or(0.0), 0.0);
    const json* identifiers = member(*metadata, {"identifiers"});
    if (identifiers) reader.result().audio = text_of(member(*identifiers, {kAudio}));
  }
  if (const json* sandbox = member(file, {"sandbox"})) {
    reader.result().annotator = text_of(member(*sandbox, {kAnnotator}));
    reader.result().review = review_of(text_of(member(*sandbox, {kJamsReview})));
    reader.result().swing = swing_of(number_of(member(*sandbox, {kSwing})));
    reader.result().damage = text_of(member(*sandbox, {kDamage}));
    if (const json* readings = member(*sandbox, {kJamsReadings}))
      reader.result().readings = read_jams_readings(input, *readings);
    const std::string exact = path_of_location(text_of(member(*sandbox, {kAudioUrl})));
    if (!exact.empty()) reader.result().audio = exact;
    if (const json* tags = member(*sandbox, {kFileTags})) reader.result().tags = tags_of(*tags);
  }
  if (is_score(file)) {
    input.notes->push_back(
        fmt::format("{}: a score: its times are measures and beats, not seconds; {} not used",
                    input.name, counted(sources.size(), "annotation")));
    return reader.finish();
  }
  for (const JamsSource& source : sources) reader.take(source);
  const json* sandbox = member(file, {"sandbox"});
  if (const json* grid = sandbox ? member(*sandbox, {kJamsGrid}) : nullptr)
    reader.result().grid = read_jams_grid(input, *grid, reader.result().beats);
  return reader.finish();
}

}  // namespace tactus
