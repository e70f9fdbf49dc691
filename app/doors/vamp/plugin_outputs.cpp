#include "app/doors/vamp/plugin_outputs.h"

#include <fmt/core.h>

#include <algorithm>
#include <iterator>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace tactus::vamp {

namespace {

using Output = Vamp::Plugin::OutputDescriptor;
using Vamp::RealTime;
using Feature = Vamp::Plugin::Feature;
using FeatureList = Vamp::Plugin::FeatureList;
using FeatureSet = Vamp::Plugin::FeatureSet;

// Numbers of the outputs: the order of output_descriptors.
enum Number {
  kBeats,
  kBars,
  kDownbeats,
  kTempo,
  kTempoGrid,
  kChords,
  kChordConfidence,
  kKey,
  kSections,
  kBeatActivation,
  kDownbeatActivation,
  kOtherLayers  // and those behind it
};

// Layers without an output of their own above.
std::vector<const char*> other_layers() {
  constexpr std::string_view kOwn[] = {"chords", "keys", "sections"};
  std::vector<const char*> others;
  for (std::size_t i = 0; const char* name = tactus_layer_name(i); ++i)
    if (std::ranges::find(kOwn, name) == std::end(kOwn)) others.push_back(name);
  return others;
}

Output instants(const char* identifier, const char* name, const char* description) {
  Output output;
  output.identifier = identifier;
  output.name = name;
  output.description = description;
  output.hasFixedBinCount = true;
  output.binCount = 0;
  output.sampleType = Output::VariableSampleRate;
  return output;
}

Output regions(const char* identifier, const char* name, const char* description) {
  Output output = instants(identifier, name, description);
  output.hasDuration = true;
  return output;
}

Output with_value(Output output, const char* unit) {
  output.binCount = 1;
  output.unit = unit;
  return output;
}

Output between(Output output, float least, float most) {
  output.hasKnownExtents = true;
  output.minValue = least;
  output.maxValue = most;
  return output;
}

Output whole_numbers(Output output) {
  output.isQuantized = true;
  output.quantizeStep = 1.0f;
  return output;
}

Output activation(const char* identifier, const char* name, const char* description, double rate) {
  Output output = between(with_value(instants(identifier, name, description), ""), 0.0f, 1.0f);
  output.sampleType = Output::FixedSampleRate;
  output.sampleRate = static_cast<float>(rate);
  return output;
}

template <class Element>
std::span<const Element> array_of(const tactus_song* song,
                                  const Element* (*get)(const tactus_song*, std::size_t*)) {
  std::size_t count = 0;
  const Element* elements = get(song, &count);
  return {elements, count};
}

// Makes features whose times count from the start of the host's recording.
class FeatureMaker {
 public:
  explicit FeatureMaker(RealTime start) : start_(start) {}

  Feature at(double time, std::string label = {}) const {
    Feature feature;
    feature.hasTimestamp = true;
    feature.timestamp = start_ + RealTime::fromSeconds(time);
    feature.label = std::move(label);
    return feature;
  }
  Feature region(double from, double to, std::string label) const {
    Feature feature = at(from, std::move(label));
    feature.hasDuration = true;
    feature.duration = RealTime::fromSeconds(to - from);
    return feature;
  }

 private:
  RealTime start_;
};

Feature valued(Feature feature, double value) {
  feature.values = {static_cast<float>(value)};
  return feature;
}

FeatureList beats_of(std::span<const tactus_beat> beats, const FeatureMaker& make) {
  FeatureList list;
  for (const tactus_beat& beat : beats)
    list.push_back(make.at(beat.time, beat.position > 0 ? std::to_string(beat.position) : ""));
  return list;
}

// A bar lasts up to the next downbeat. The last one ends one beat after the last beat.
FeatureList bars_of(std::span<const tactus_beat> beats, double duration, const FeatureMaker& make) {
  std::vector<double> edges;
  for (const tactus_beat& beat : beats)
    if (beat.position == 1) edges.push_back(beat.time);
  if (edges.empty()) return {};
  const double last = beats.back().time;
  const double interval = beats.size() > 1 ? last - beats[beats.size() - 2].time : 0.0;
  edges.push_back(std::max(last, std::min(last + interval, duration)));
  FeatureList list;
  for (std::size_t i = 0; i + 1 < edges.size(); ++i)
    list.push_back(make.region(edges[i], edges[i + 1], std::to_string(i + 1)));
  return list;
}

FeatureList downbeats_of(std::span<const tactus_beat> beats, const FeatureMaker& make) {
  FeatureList list;
  for (const tactus_beat& beat : beats)
    if (beat.position == 1) list.push_back(make.at(beat.time, std::to_string(list.size() + 1)));
  return list;
}

std::string tempo_label(double bpm) {
  return fmt::format("{:.2f} BPM", bpm);
}

FeatureList tempo_of(std::span<const tactus_beat> beats, std::span<const double> curve,
                     const FeatureMaker& make) {
  FeatureList list;
  for (std::size_t i = 0; i < std::min(beats.size(), curve.size()); ++i)
    list.push_back(valued(make.at(beats[i].time, tempo_label(curve[i])), curve[i]));
  return list;
}

FeatureList grid_of(std::span<const tactus_grid_segment> grid, std::span<const tactus_beat> beats,
                    const FeatureMaker& make) {
  FeatureList list;
  for (std::size_t i = 0; i < grid.size(); ++i) {
    const double end = i + 1 < grid.size() ? grid[i + 1].start
                       : beats.empty()     ? grid[i].start
                                           : beats.back().time;
    list.push_back(
        valued(make.region(grid[i].start, std::max(end, grid[i].start), tempo_label(grid[i].bpm)),
               grid[i].bpm));
  }
  return list;
}

FeatureList chords_of(std::span<const tactus_chord> chords, const FeatureMaker& make) {
  FeatureList list;
  for (const tactus_chord& chord : chords)
    list.push_back(make.region(chord.start, chord.end, chord.label));
  return list;
}

FeatureList confidence_of(std::span<const tactus_chord> chords, const FeatureMaker& make) {
  FeatureList list;
  for (const tactus_chord& chord : chords)
    if (chord.confidence >= 0.0)
      list.push_back(valued(make.region(chord.start, chord.end, chord.label), chord.confidence));
  return list;
}

// The number of a key as the QM key detector counts: 1 = C major to 12 = B major, 13 = C minor to
// 24 = B minor; 0 if the label is another one.
int key_number(std::string_view label) {
  constexpr std::string_view kLetters = "C D EF G A B";
  const std::size_t colon = label.find(':');
  if (label.empty() || colon == std::string_view::npos) return 0;
  const std::size_t letter = kLetters.find(label[0]);
  const std::string_view mode = label.substr(colon + 1);
  if (letter == std::string_view::npos || (mode != "major" && mode != "minor")) return 0;
  int pitch_class = static_cast<int>(letter);
  for (const char sign : label.substr(1, colon - 1)) pitch_class += sign == '#' ? 1 : 11;
  return pitch_class % 12 + (mode == "major" ? 1 : 13);
}

FeatureList keys_of(std::span<const tactus_segment> keys, const FeatureMaker& make) {
  FeatureList list;
  for (const tactus_segment& key : keys)
    list.push_back(valued(make.region(key.start, key.end, key.label), key_number(key.label)));
  return list;
}

FeatureList segments_of(const tactus_song* song, const char* layer, const FeatureMaker& make) {
  std::size_t count = 0;
  const tactus_segment* segments = tactus_song_segments(song, layer, &count);
  FeatureList list;
  for (const tactus_segment& segment : std::span(segments, count))
    list.push_back(make.region(segment.start, segment.end, segment.label));
  return list;
}

// The matrix that has a column `label`, and the column.
std::optional<std::pair<const tactus_matrix*, std::size_t>> column_of(const tactus_song* song,
                                                                      std::string_view label) {
  for (std::size_t i = 0; const tactus_matrix* matrix = tactus_song_activations(song, i); ++i)
    for (std::size_t column = 0; column < matrix->columns; ++column)
      if (matrix->labels[column] == label) return {{matrix, column}};
  return {};
}

FeatureList activation_of(const tactus_song* song, std::string_view label,
                          const FeatureMaker& make) {
  FeatureList list;
  const auto found = column_of(song, label);
  if (!found) return list;
  const auto& [matrix, column] = *found;
  for (std::size_t row = 0; row < matrix->rows; ++row)
    list.push_back(valued(make.at(static_cast<double>(row) / matrix->rate),
                          matrix->values[row * matrix->columns + column]));
  return list;
}

}  // namespace

Vamp::Plugin::OutputList output_descriptors(double frame_rate) {
  Vamp::Plugin::OutputList outputs = {
      instants("beats", "Beats", "Beats; the label is the position in the bar, 1 = downbeat"),
      regions("bars", "Bars", "Bars from downbeat to downbeat; the label is the number of the bar"),
      instants("downbeats", "Downbeats", "First beats of bars; the label is the number of the bar"),
      with_value(instants("tempo", "Tempo", "Local tempo at each beat"), "BPM"),
      with_value(
          regions("tempogrid", "Tempo Grid", "Regions of one tempo; empty where the tempo is free"),
          "BPM"),
      regions("chords", "Chords", "Chords; the label follows Harte et al. (2005), as in MIREX"),
      between(
          with_value(
              regions("chordconfidence", "Chord Confidence", "How likely each chord is right"), ""),
          0.0f, 1.0f),
      whole_numbers(between(
          with_value(regions("key", "Key",
                             "Keys; the value is 1 = C major to 12 = B major, 13 = C minor to 24 "
                             "= B minor, 0 = unknown"),
                     ""),
          0.0f, 24.0f)),
      regions("sections", "Sections",
              "Parts of the song; parts with the same name or letter sound alike"),
      activation("beatactivation", "Beat Activation", "Probability of a beat, from the network",
                 frame_rate),
      activation("downbeatactivation", "Downbeat Activation",
                 "Probability of a downbeat, from the network", frame_rate)};
  for (const char* layer : other_layers())
    outputs.push_back(regions(layer, tactus_layer_title(layer), "Segments and their labels"));
  return outputs;
}

FeatureSet features_of(const tactus_song* song, RealTime start) {
  const FeatureMaker make(start);
  const auto beats = array_of(song, tactus_song_beats);
  const auto chords = array_of(song, tactus_song_chords);
  FeatureSet found;
  found[kBeats] = beats_of(beats, make);
  found[kBars] = bars_of(beats, tactus_song_duration(song), make);
  found[kDownbeats] = downbeats_of(beats, make);
  found[kTempo] = tempo_of(beats, array_of(song, tactus_song_tempo_curve), make);
  found[kTempoGrid] = grid_of(array_of(song, tactus_song_grid), beats, make);
  found[kChords] = chords_of(chords, make);
  found[kChordConfidence] = confidence_of(chords, make);
  found[kKey] = keys_of(array_of(song, tactus_song_keys), make);
  found[kSections] = segments_of(song, "sections", make);
  found[kBeatActivation] = activation_of(song, "beat", make);
  found[kDownbeatActivation] = activation_of(song, "downbeat", make);
  int next = kOtherLayers;
  for (const char* layer : other_layers()) found[next++] = segments_of(song, layer, make);
  return found;
}

}  // namespace tactus::vamp
