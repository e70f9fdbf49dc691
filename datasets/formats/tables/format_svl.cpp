// Sonic Visualiser layers (.svl), one layer per file: beats as time instants, chords as regions.
//
//   file    ::= <sv>
//                 <data>
//                   <model sampleRate type="sparse" dimensions dataset ...>
//                   <dataset id> <point .../> ... </dataset>
//                 </data>
//                 <display> <layer type="timeinstants|regions" model> </display>
//               </sv>
//   instant ::= <point frame label>                       dimensions="1"
//   region  ::= <point frame value duration label>        dimensions="3" subtype="region"
//
// Frames count at the sampleRate of the model. Instants whose labels are numbers or empty are beats
// (positions as in bar_positions.h; "New Point" counts as empty), also those with labels as in
// beat_labels.h. Other instants are labels that
// last until the next one. Regions are segments (segment_layers.h). If a file has several datasets,
// all are read. Written at 44100 Hz: times move by at most 12 microseconds. Regions get the plot
// style 1 (segmentation): only then Sonic Visualiser shows each label inside its region. Their
// value numbers the different labels, so that a chord keeps its colour throughout the song.
#include <fmt/core.h>

#include <algorithm>
#include <cmath>
#include <map>

#include "datasets/formats/columns/annotation_order.h"
#include "datasets/formats/columns/bar_positions.h"
#include "datasets/formats/columns/beat_labels.h"
#include "datasets/formats/columns/segment_layers.h"
#include "datasets/formats/tables/svl_lanes.h"
#include "datasets/formats/text/text_lines.h"
#include "datasets/formats/text/xml_file.h"

namespace tactus {
namespace {

using namespace std::string_view_literals;

constexpr double kSampleRate = 44100.0;

bool is_place(const SvlPoint& point) {
  return point.duration < 0.0 &&
         (point.label.empty() || point.label == "New Point" || to_number(point.label));
}

// Of instants alone.
std::vector<std::string> labels_of(const std::vector<SvlPoint>& points) {
  std::vector<std::string> labels;
  for (const SvlPoint& point : points)
    if (point.duration < 0.0) labels.push_back(point.label == "New Point" ? "" : point.label);
  if (labels.size() < points.size()) labels.clear();
  return labels;
}

std::vector<int> read_positions(const FormatInput& input, const std::vector<SvlPoint>& points) {
  if (const auto positions = positions_of_labels(input, labels_of(points))) return *positions;
  std::vector<PlaceField> places;
  for (const SvlPoint& point : points) {
    const double value = to_number(point.label).value_or(-1.0);
    places.push_back(std::isfinite(value) && value >= 0.0 ? PlaceField{point.label, value}
                                                          : PlaceField{});
  }
  return bar_positions(input, places);
}

std::vector<Beat> read_beats(const FormatInput& input, const std::vector<SvlPoint>& points) {
  const std::vector<int> positions = read_positions(input, points);
  std::vector<Beat> beats;
  for (std::size_t i = 0; i < points.size(); ++i) {
    beats.push_back({points[i].time, positions[i] <= kLargestPosition ? positions[i] : 0});
  }
  return beats;
}

// Stores the layers of one dataset where the annotation has none yet; notes the others.
void store_dataset(const FormatInput& input, const std::vector<SvlPoint>& points,
                   Annotation& annotation) {
  Annotation found;
  if (std::ranges::all_of(points, is_place) || are_beat_labels(labels_of(points))) {
    found.beats = read_beats(input, points);
    order_beats(input, found.beats);
  } else {
    std::vector<LabelledSegment> segments;
    for (const SvlPoint& point : points) {
      segments.push_back(
          {point.time, point.duration < 0.0 ? kOpenEnd : point.time + point.duration, point.label});
    }
    std::stable_sort(segments.begin(), segments.end(),
                     [](const auto& a, const auto& b) { return a.start < b.start; });
    store_segments(input, std::move(segments), found);
  }
  const auto take = [&](auto& into, auto& from, const char* what) {
    if (into.empty())
      into = std::move(from);
    else if (!from.empty())
      input.notes->push_back(fmt::format("{}: a second layer of {} not used", input.name, what));
  };
  take(annotation.beats, found.beats, "beats");
  for (const SegmentLayerInfo& layer : segment_layers())
    take(annotation.*layer.member, found.*layer.member, layer.name);
}

long long frame_of(double seconds) {
  if (!std::isfinite(seconds))
    throw std::invalid_argument(fmt::format("a time of {}, expected a finite number", seconds));
  return std::llround(seconds * kSampleRate);
}

// What differs between the two layers; `shape` are attributes of the model, `style` of the layer.
struct SvlLayer {
  const char* name;
  const char* type;
  int dimensions;
  const char* shape;
  const char* style;
};
constexpr SvlLayer kBeatLayer = {"Beats", "timeinstants", 1, "", ""};
constexpr SvlLayer kChordLayer = {"Chords", "regions", 3, "subtype=\"region\" ",
                                  "plotStyle=\"1\" fillColourMap=\"Banded\" "};

std::string svl_file(const std::string& points, long long end, const SvlLayer& layer) {
  return fmt::format(
      "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n<!DOCTYPE sonic-visualiser>\n<sv>\n  <data>\n"
      "    <model id=\"1\" name=\"{name}\" sampleRate=\"{rate}\" start=\"0\" end=\"{end}\" "
      "type=\"sparse\" dimensions=\"{dimensions}\" {shape}resolution=\"1\" "
      "notifyOnAdd=\"true\" dataset=\"0\"/>\n"
      "    <dataset id=\"0\" dimensions=\"{dimensions}\">\n{points}    </dataset>\n  </data>\n"
      "  <display>\n    <layer id=\"2\" type=\"{type}\" name=\"{name}\" "
      "presentationName=\"{name}\" model=\"1\" {style}visible=\"true\"/>\n  </display>\n</sv>\n",
      fmt::arg("name", layer.name), fmt::arg("rate", kSampleRate), fmt::arg("end", end),
      fmt::arg("dimensions", layer.dimensions), fmt::arg("shape", layer.shape),
      fmt::arg("points", points), fmt::arg("type", layer.type), fmt::arg("style", layer.style));
}

}  // namespace

Annotation parse_svl(const FormatInput& input) {
  const XmlFile file(input);
  if (file.elements().empty() || file.elements().front().name() != "sv"sv)
    throw FormatError(input.name, 1, 1, "no <sv>, expected a Sonic Visualiser layer");
  Annotation annotation;
  for (const auto& [id, dataset] : read_svl_datasets(file))
    store_dataset(input, dataset.points, annotation);
  return annotation;
}

std::string serialise_svl_beats(const Annotation& annotation) {
  std::string points;
  for (const Beat& beat : annotation.beats) {
    points += fmt::format("      <point frame=\"{}\" label=\"{}\"/>\n", frame_of(beat.time),
                          beat.position > 0 ? fmt::format("{}", beat.position) : "");
  }
  const double end = annotation.beats.empty() ? 0.0 : annotation.beats.back().time;
  return svl_file(points, frame_of(end) + 1, kBeatLayer);
}

std::string serialise_svl_chords(const Annotation& annotation) {
  std::string points;
  std::map<std::string, std::size_t> numbers;  // in the order in which the labels appear
  for (const LabelledSegment& chord : annotation.chords) {
    const std::size_t value = numbers.emplace(chord.label, numbers.size()).first->second;
    const long long start = frame_of(chord.start);
    points += fmt::format("      <point frame=\"{}\" value=\"{}\" duration=\"{}\" label=\"{}\"/>\n",
                          start, value, frame_of(chord.end) - start,
                          xml_text(utf8_text(label_text(chord.label))));
  }
  const double end = annotation.chords.empty() ? 0.0 : annotation.chords.back().end;
  return svl_file(points, frame_of(end) + 1, kChordLayer);
}

}  // namespace tactus
