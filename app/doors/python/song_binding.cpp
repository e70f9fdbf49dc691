#include "app/doors/python/song_binding.h"

#include <nanobind/stl/pair.h>
#include <nanobind/stl/string.h>
#include <nanobind/stl/tuple.h>
#include <nanobind/stl/vector.h>

#include <cstdint>
#include <tuple>
#include <utility>
#include <vector>

#include "app/doors/python/error_translation.h"
#include "app/doors/python/python_values.h"
#include "app/engine/library/tactus.h"

namespace tactus {
namespace {

// ---- What was found ----

template <class Element, class Field>
auto column(const Element* elements, std::size_t count, Field Element::*field) {
  std::vector<Field> values(count);
  for (std::size_t i = 0; i < count; ++i) values[i] = elements[i].*field;
  return array_of(std::move(values));
}

nb::tuple beats_of(const PySong& self) {
  std::size_t count = 0;
  const tactus_beat* beats = tactus_song_beats(self.song.get(), &count);
  return nb::make_tuple(column(beats, count, &tactus_beat::time),
                        column(beats, count, &tactus_beat::position),
                        column(beats, count, &tactus_beat::confidence));
}

nb::list tempi_of(const PySong& self) {
  std::size_t count = 0;
  const tactus_tempo* tempi = tactus_song_tempi(self.song.get(), &count);
  nb::list list;
  for (std::size_t i = 0; i < count; ++i)
    list.append(nb::make_tuple(tempi[i].bpm, tempi[i].strength));
  return list;
}

nb::object tempo_curve_of(const PySong& self) {
  std::size_t count = 0;
  const double* curve = tactus_song_tempo_curve(self.song.get(), &count);
  return array_of(std::vector<double>(curve, curve + count));
}

nb::tuple grid_of(const PySong& self) {
  std::size_t count = 0;
  const tactus_grid_segment* segments = tactus_song_grid(self.song.get(), &count);
  nb::list list;
  for (std::size_t i = 0; i < count; ++i) {
    const tactus_grid_segment& each = segments[i];
    list.append(
        nb::make_tuple(each.start, each.bpm, each.first_downbeat, each.scatter, each.meter));
  }
  return nb::make_tuple(static_cast<int>(tactus_song_grid_kind(self.song.get())), list);
}

nb::list chords_of(const PySong& self) {
  std::size_t count = 0;
  const tactus_chord* chords = tactus_song_chords(self.song.get(), &count);
  nb::list list;
  for (std::size_t i = 0; i < count; ++i) {
    const tactus_chord& each = chords[i];
    list.append(nb::make_tuple(each.start, each.end, text_of(each.label), text_of(each.symbol),
                               each.confidence, each.root, each.bass));
  }
  return list;
}

nb::list segments_of_song(const PySong& self, const std::string& layer) {
  std::size_t count = 0;
  const tactus_segment* segments = tactus_song_segments(self.song.get(), layer.c_str(), &count);
  nb::list list;
  for (std::size_t i = 0; i < count; ++i)
    list.append(nb::make_tuple(segments[i].start, segments[i].end, text_of(segments[i].label),
                               segments[i].confidence));
  return list;
}

nb::list activations_of(const PySong& self) {
  nb::list list;
  for (std::size_t i = 0;; ++i) {
    const tactus_matrix* matrix = tactus_song_activations(self.song.get(), i);
    if (!matrix) return list;
    nb::list labels;
    for (std::size_t k = 0; k < matrix->columns; ++k) labels.append(text_of(matrix->labels[k]));
    std::vector<float> values(matrix->values, matrix->values + matrix->rows * matrix->columns);
    list.append(nb::make_tuple(text_of(matrix->task), matrix->rate, labels,
                               array_of(std::move(values), {matrix->rows, matrix->columns})));
  }
}

// task, name, rate and values of what the decoders took besides.
nb::list context_of(const PySong& self) {
  nb::list list;
  for (const auto& [task, matrices] : self.song->context)
    for (const auto& [name, matrix] : matrices)
      list.append(nb::make_tuple(text_of(task), text_of(name), matrix.fps,
                                 array_of(matrix.data, {matrix.frames, matrix.bins})));
  return list;
}

nb::bytes text_in(const PySong& self, const std::string& format) {
  char* text = nullptr;
  std::size_t length = 0;
  require_ok(tactus_song_text(self.song.get(), format.c_str(), &text, &length));
  const std::unique_ptr<char, void (*)(void*)> owner(text, tactus_free);
  return nb::bytes(text, length);
}

template <const char* (*kFunction)(const tactus_song*)>
nb::str text_field(const PySong& self) {
  return text_of(kFunction(self.song.get()));
}

// ---- The whole of it as plain values, for pickle, and for annotations of other origin ----

using BeatState = std::tuple<double, int, double, int>;
using SegmentState = std::tuple<double, double, nb::bytes, double>;
using GridState = std::tuple<double, double, int, double, double>;
using ReadingState = std::tuple<double, int, double, bool, double>;
// title, artist, album, date, key, annotator, audio, damage, warning
using TextState = std::vector<nb::bytes>;
// track, BPM of the tags, duration, review, kind of grid, swing
using NumberState = std::tuple<int, double, double, int, int, double>;
using CueState = std::tuple<double, double, int, int, nb::bytes>;
// time, duration, value, label
using ItemState = std::tuple<double, double, double, nb::bytes>;
// name, kind, colour, unit, items
using LaneState = std::tuple<nb::bytes, int, std::uint32_t, nb::bytes, std::vector<ItemState>>;
// Name and segments of each layer that has some.
using LayerState = std::vector<std::pair<std::string, std::vector<SegmentState>>>;
using State = std::tuple<TextState, NumberState, std::vector<BeatState>, LayerState,
                         std::vector<std::tuple<double, double>>, std::vector<GridState>,
                         std::vector<SegmentState>, std::vector<ReadingState>,
                         std::vector<CueState>, std::vector<LaneState>>;

std::vector<ReadingState> readings_of(const PySong& self) {
  std::vector<ReadingState> list;
  for (const Reading& each : self.song->annotation.readings)
    list.emplace_back(each.bpm, each.meter, each.first_downbeat, each.off_beats, each.score);
  return list;
}

std::vector<SegmentState> state_of(const std::vector<LabelledSegment>& segments) {
  std::vector<SegmentState> state;
  for (const LabelledSegment& each : segments)
    state.emplace_back(each.start, each.end, bytes_of(each.label), each.confidence);
  return state;
}

std::vector<CueState> cues_of(const PySong& self) {
  std::vector<CueState> list;
  for (const Cue& each : self.song->annotation.cues)
    list.emplace_back(each.start, each.end, each.key, each.colour, bytes_of(each.name));
  return list;
}

std::vector<LaneState> lanes_of(const PySong& self) {
  std::vector<LaneState> list;
  for (const UserLane& lane : self.song->annotation.lanes) {
    std::vector<ItemState> items;
    for (const UserItem& each : lane.items)
      items.emplace_back(each.time, each.duration, each.value, bytes_of(each.label));
    list.emplace_back(bytes_of(lane.name), static_cast<int>(lane.kind), lane.colour,
                      bytes_of(lane.unit), std::move(items));
  }
  return list;
}

std::vector<LabelledSegment> segments_from(const std::vector<SegmentState>& state) {
  std::vector<LabelledSegment> segments;
  for (const auto& [start, end, label, confidence] : state)
    segments.push_back({start, end, string_of(label), confidence});
  return segments;
}

State state_of_song(const PySong& self) {
  const Annotation& a = self.song->annotation;
  TextState texts;
  for (const std::string* text : {&a.title, &a.artist, &a.album, &a.tags.date, &a.tags.key,
                                  &a.annotator, &a.audio, &a.damage, &self.song->warning})
    texts.push_back(bytes_of(*text));
  std::vector<BeatState> beats;
  for (const Beat& beat : a.beats)
    beats.emplace_back(beat.time, beat.position, beat.confidence, beat.division);
  LayerState layers;
  for (const SegmentLayerInfo& layer : segment_layers())
    if (!(a.*layer.member).empty()) layers.emplace_back(layer.name, state_of(a.*layer.member));
  std::vector<std::tuple<double, double>> tempi;
  for (const TempoCandidate& tempo : a.tempi) tempi.emplace_back(tempo.bpm, tempo.strength);
  std::vector<GridState> grid;
  for (const GridSegment& each : a.grid.segments)
    grid.emplace_back(each.start, each.bpm, each.meter, each.first_downbeat, each.scatter);
  return {std::move(texts),
          {a.tags.track, a.tags.bpm, a.duration, static_cast<int>(a.review),
           static_cast<int>(a.grid.kind), a.swing},
          std::move(beats),
          std::move(layers),
          std::move(tempi),
          std::move(grid),
          state_of(a.notes),
          readings_of(self),
          cues_of(self),
          lanes_of(self)};
}

std::vector<Beat> beats_from(const std::vector<BeatState>& state) {
  std::vector<Beat> beats;
  for (const auto& [time, position, confidence, division] : state)
    beats.push_back({time, position, confidence, division});
  return beats;
}

void take_layers(Annotation& annotation, const LayerState& layers) {
  for (const auto& [name, segments] : layers)
    for (const SegmentLayerInfo& layer : segment_layers())
      if (name == layer.name) annotation.*layer.member = segments_from(segments);
}

PySong song_of_layers(const std::vector<BeatState>& beats, const LayerState& layers) {
  Annotation annotation;
  annotation.beats = beats_from(beats);
  take_layers(annotation, layers);
  return PySong(std::move(annotation), {});
}

PySong song_from_state(const State& state) {
  const auto& [texts, numbers, beats, layers, tempi, grid, notes, readings, cues, lanes] = state;
  constexpr std::size_t kTexts = 9;
  const auto& [track, bpm, duration, review, kind, swing] = numbers;
  if (texts.size() != kTexts || review < 0 || review > static_cast<int>(Review::kChecked) ||
      kind < 0 || kind > static_cast<int>(GridKind::kFree))
    throw std::invalid_argument("a pickled song is damaged, or from another version of tactus");
  Annotation a;
  std::string warning;
  std::string* const fields[kTexts] = {&a.title,     &a.artist,   &a.album,
                                       &a.tags.date, &a.tags.key, &a.annotator,
                                       &a.audio,     &a.damage,   &warning};
  for (std::size_t i = 0; i < kTexts; ++i) *fields[i] = string_of(texts[i]);
  a.tags.track = track;
  a.tags.bpm = bpm;
  a.duration = duration;
  a.swing = swing;
  a.review = static_cast<Review>(review);
  a.grid.kind = static_cast<GridKind>(kind);
  a.beats = beats_from(beats);
  take_layers(a, layers);
  a.notes = segments_from(notes);
  for (const auto& [tempo, strength] : tempi) a.tempi.push_back({tempo, strength});
  for (const auto& [start, tempo, meter, first_downbeat, scatter] : grid)
    a.grid.segments.push_back({start, tempo, meter, first_downbeat, scatter});
  for (const auto& [tempo, meter, first_downbeat, off_beats, score] : readings)
    a.readings.push_back({tempo, meter, first_downbeat, off_beats, score});
  for (const auto& [start, end, key, colour, name] : cues)
    a.cues.push_back({start, end, key, colour, string_of(name)});
  for (const auto& [name, kind_of_lane, colour, unit, items] : lanes) {
    if (kind_of_lane < 0 || kind_of_lane > static_cast<int>(UserLaneKind::kRegions)) continue;
    a.lanes.push_back(
        {string_of(name), static_cast<UserLaneKind>(kind_of_lane), colour, string_of(unit), {}});
    for (const auto& [time, length, value, label] : items)
      a.lanes.back().items.push_back({time, length, value, string_of(label)});
  }
  return PySong(std::move(a), warning);
}

TagResult result_of(Annotation annotation, const std::string& warning) {
  TagResult result;
  result.annotation = std::move(annotation);
  if (!warning.empty()) result.warning = warning;
  return result;
}

}  // namespace

PySong::PySong(Annotation annotation, const std::string& warning)
    : song(new tactus_song(result_of(std::move(annotation), warning), {}, false)) {}

void bind_song(nb::module_& module) {
  nb::class_<PySong>(module, "Song")
      .def_prop_ro("duration", [](const PySong& s) { return tactus_song_duration(s.song.get()); })
      .def_prop_ro("confidence",
                   [](const PySong& s) { return tactus_song_confidence(s.song.get()); })
      .def_prop_ro("meter", [](const PySong& s) { return tactus_song_meter(s.song.get()); })
      .def_prop_ro("time_signature", &text_field<tactus_song_time_signature>)
      .def_prop_ro("swing", [](const PySong& s) { return tactus_song_swing(s.song.get()); })
      .def_prop_ro("warning", &text_field<tactus_song_warning>)
      .def_prop_ro("title", &text_field<tactus_song_title>)
      .def_prop_ro("artist", &text_field<tactus_song_artist>)
      .def_prop_ro("album", &text_field<tactus_song_album>)
      .def_prop_ro("annotator", &text_field<tactus_song_annotator>)
      .def("beats", &beats_of)
      .def("tempi", &tempi_of)
      .def("tempo_curve", &tempo_curve_of)
      .def("grid", &grid_of)
      .def("readings", &readings_of)
      .def("chords", &chords_of)
      .def_prop_ro("key", &text_field<tactus_song_key>)
      .def("segments", &segments_of_song)
      .def("activations", &activations_of)
      .def("context", &context_of)
      .def_prop_ro("seconds", [](const PySong& s) { return s.song->seconds; })
      .def("text", &text_in)
      .def("state", &state_of_song)
      .def_static("from_state", &song_from_state)
      .def_static("of_layers", &song_of_layers);
}

}  // namespace tactus
