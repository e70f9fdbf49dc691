#include "datasets/synth/score/harmony.h"

#include <algorithm>
#include <array>
#include <map>

namespace tactus {
namespace {

constexpr std::array<std::string_view, 12> kFlats = {"C",  "Db", "D",  "Eb", "E",  "F",
                                                     "Gb", "G",  "Ab", "A",  "Bb", "B"};
constexpr std::array<std::string_view, 12> kSharps = {"C",  "C#", "D",  "D#", "E",  "F",
                                                      "F#", "G",  "G#", "A",  "A#", "B"};
constexpr std::array<int, 7> kMajorScale = {0, 2, 4, 5, 7, 9, 11};
constexpr std::array<int, 7> kMinorScale = {0, 2, 3, 5, 7, 8, 10};

int modulo12(int value) {
  return ((value % 12) + 12) % 12;
}

bool is_minor(std::string_view key_label) {
  return key_label.find(":min") != std::string_view::npos;
}

// Pitch class of the major key with the same key signature.
int signature_of(int tonic, bool minor) {
  return modulo12(minor ? tonic + 3 : tonic);
}

bool has_flats(int signature) {
  return signature == 5 || signature == 10 || signature == 3 || signature == 8 || signature == 1;
}

std::string transposed(std::string_view label, int semitones, bool flats) {
  LabelParts parts = split_label(label);
  const int root = pitch_class_of(parts.root);
  if (root < 0) return std::string(label);
  parts.root = note_name(modulo12(root + semitones), flats);
  return join_label(parts);
}

void transpose_part(Part& part, int semitones) {
  int lowest = 127, highest = 0;
  for (const PlayedNote& note : part.notes) {
    lowest = std::min(lowest, note.pitch);
    highest = std::max(highest, note.pitch);
  }
  int shift = semitones;
  while (highest + shift > 120) shift -= 12;
  while (lowest + shift < 12) shift += 12;
  for (PlayedNote& note : part.notes) note.pitch = std::clamp(note.pitch + shift, 0, 127);
}

const LabelledSegment* key_at(const Song& song, double time) {
  const LabelledSegment* found = nullptr;
  for (const LabelledSegment& key : song.annotation.keys)
    if (!found || key.start <= time) found = &key;
  return found;
}

// For the key at that time; flats if the key is unknown.
bool spelled_with_flats(const Song& song, double time) {
  const LabelledSegment* key = key_at(song, time);
  const int tonic = key ? pitch_class_of(split_label(key->label).root) : -1;
  return tonic < 0 || has_flats(signature_of(tonic, is_minor(key->label)));
}

bool in_key(const LabelledSegment* key, int pitch_class) {
  if (!key) return true;
  const int tonic = pitch_class_of(split_label(key->label).root);
  if (tonic < 0) return true;
  const auto& scale = is_minor(key->label) ? kMinorScale : kMajorScale;
  return std::find(scale.begin(), scale.end(), modulo12(pitch_class - tonic)) != scale.end();
}

// Returns how many seconds each pitch class sounds in [start, end).
std::array<double, 12> sounding_seconds(const Song& song, double start, double end) {
  std::array<double, 12> seconds{};
  for (const Part& part : song.performance.parts) {
    if (part.drums) continue;
    for (const PlayedNote& note : part.notes) {
      const double overlap = std::min(end, note.end) - std::max(start, note.start);
      if (overlap > 0) seconds[static_cast<std::size_t>(note.pitch % 12)] += overlap;
    }
  }
  return seconds;
}

// True if `added` (a pitch class) is a semitone from a sounding note outside the chord.
bool clashes(const ChordSpan& span, int added, const std::array<double, 12>& sounding) {
  const double allowed = 0.08 * (span.end - span.start);
  for (const int neighbour : {modulo12(added - 1), modulo12(added + 1)})
    if (!span.has(neighbour) && sounding[static_cast<std::size_t>(neighbour)] > allowed)
      return true;
  return false;
}

struct Addition {
  std::string_view triad, quality;
  int added;      // semitones above the root
  double weight;  // relative frequency for qualities in the key
};
constexpr Addition kAdditions[] = {
    {"maj", "maj7", 11, 1.0},  {"maj", "7", 10, 1.2},   {"maj", "maj6", 9, 0.25},
    {"min", "min7", 10, 1.0},  {"min", "min6", 9, 0.1}, {"min", "minmaj7", 11, 0.05},
    {"dim", "hdim7", 10, 1.0}, {"dim", "dim7", 9, 0.6},
};
constexpr double kOutsideKeyFactor = 0.12;

// Returns a quality with a fourth note for this triad, or "" if none fits.
std::string_view choose_addition(const Song& song, const ChordSpan& span, std::string_view triad,
                                 SongRandom& random) {
  const auto sounding = sounding_seconds(song, span.start, span.end);
  const LabelledSegment* key = key_at(song, span.start);
  std::array<double, std::size(kAdditions)> weights{};
  double total = 0;
  for (std::size_t i = 0; i < weights.size(); ++i) {
    const int added = modulo12(span.chord.root + kAdditions[i].added);
    if (kAdditions[i].triad == triad && !clashes(span, added, sounding))
      weights[i] = kAdditions[i].weight * (in_key(key, added) ? 1.0 : kOutsideKeyFactor);
    total += weights[i];
  }
  double drawn = random.uniform() * total;
  if (total < 0.1) return "";
  for (std::size_t i = 0; i < weights.size(); ++i)
    if ((drawn -= weights[i]) < 0) return kAdditions[i].quality;
  return "";
}

// Returns the middle of the span if it is on a beat, else 0.
double middle_beat(const Song& song, const ChordSpan& span) {
  const double middle = 0.5 * (span.start + span.end);
  for (const Beat& beat : song.annotation.beats)
    if (std::abs(beat.time - middle) < 0.03) return beat.time;
  return 0.0;
}

// Returns "sus4" or "sus2" if the third is silent and the new note fits, else "".
std::string_view choose_suspension(const Song& song, const ChordSpan& span, double until,
                                   SongRandom& random) {
  const auto sounding = sounding_seconds(song, span.start, until);
  const double allowed = 0.08 * (until - span.start);
  for (const int third : {3, 4})
    if (sounding[static_cast<std::size_t>(modulo12(span.chord.root + third))] > allowed) return "";
  const bool fourth = random.chance(0.65);
  const int added = modulo12(span.chord.root + (fourth ? 5 : 2));
  if (clashes(span, added, sounding)) return "";
  return fourth ? "sus4" : "sus2";
}

}  // namespace

LabelParts split_label(std::string_view label) {
  LabelParts parts;
  if (label == "N" || label == "X") return parts;
  const std::size_t slash = label.rfind('/');
  if (slash != std::string_view::npos) {
    parts.bass = label.substr(slash + 1);
    label = label.substr(0, slash);
  }
  const std::size_t colon = label.find(':');
  parts.root = label.substr(0, colon);
  if (colon != std::string_view::npos) parts.quality = label.substr(colon + 1);
  return parts;
}

std::string join_label(const LabelParts& parts) {
  std::string label = parts.root;
  if (!parts.quality.empty()) label += ":" + parts.quality;
  if (!parts.bass.empty()) label += "/" + parts.bass;
  return label;
}

int pitch_class_of(std::string_view name) {
  constexpr std::array<int, 7> kNaturals = {9, 11, 0, 2, 4, 5, 7};  // A..G
  if (name.empty() || name[0] < 'A' || name[0] > 'G') return -1;
  int result = kNaturals[static_cast<std::size_t>(name[0] - 'A')];
  for (const char accidental : name.substr(1)) {
    if (accidental != '#' && accidental != 'b') return -1;
    result += accidental == '#' ? 1 : -1;
  }
  return modulo12(result);
}

std::string_view note_name(int pitch_class, bool flats) {
  return (flats ? kFlats : kSharps)[static_cast<std::size_t>(modulo12(pitch_class))];
}

void transpose(Song& song, int semitones) {
  if (semitones == 0) return;
  for (Part& part : song.performance.parts)
    if (!part.drums) transpose_part(part, semitones);
  for (LabelledSegment& key : song.annotation.keys) {
    const int tonic = pitch_class_of(split_label(key.label).root);
    if (tonic < 0) continue;
    const bool flats = has_flats(signature_of(tonic + semitones, is_minor(key.label)));
    key.label = transposed(key.label, semitones, flats);
  }
  for (LabelledSegment& chord : song.annotation.chords)
    chord.label = transposed(chord.label, semitones, spelled_with_flats(song, chord.start));
}

void stretch(Song& song, double factor) {
  for (Part& part : song.performance.parts) {
    for (PlayedNote& note : part.notes) note.start *= factor, note.end *= factor;
    for (PlayedControl& control : part.controls) control.time *= factor;
  }
  Annotation& truth = song.annotation;
  for (Beat& beat : truth.beats) beat.time *= factor;
  for (const SegmentLayerInfo& layer : segment_layers())
    for (LabelledSegment& segment : truth.*layer.member)
      segment.start *= factor, segment.end *= factor;
  for (TempoCandidate& tempo : truth.tempi) tempo.bpm /= factor;
  truth.duration *= factor;
}

void enrich_chords(Song& song, const Enrichment& enrichment, SongRandom& random) {
  std::vector<LabelledSegment> result;
  std::map<std::string, bool> enriched;  // one decision for each triad of the song
  for (const LabelledSegment& segment : song.annotation.chords) {
    LabelledSegment changed = segment;
    LabelParts parts = split_label(segment.label);
    const ChordSpan span{segment.start, segment.end, parse_chord(segment.label)};
    const bool triad = parts.quality == "maj" || parts.quality == "min" || parts.quality == "dim";
    if (triad && parts.bass.empty() && random.chance(enrichment.suspended_share)) {
      const double middle = middle_beat(song, span);
      const std::string_view quality =
          middle > 0 ? choose_suspension(song, span, middle, random) : std::string_view{};
      if (!quality.empty()) {
        result.push_back(
            {segment.start, middle, join_label({parts.root, std::string(quality), ""})});
        changed.start = middle;
      }
    }
    const auto [decision, fresh] = enriched.try_emplace(parts.root + parts.quality, false);
    if (fresh) decision->second = random.chance(enrichment.share);
    if (triad && decision->second) {
      const std::string_view quality = choose_addition(song, span, parts.quality, random);
      if (!quality.empty()) parts.quality = quality;
      changed.label = join_label(parts);
    }
    result.push_back(changed);
  }
  song.annotation.chords = std::move(result);
}

}  // namespace tactus
