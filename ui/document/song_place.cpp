#include "ui/document/song_place.h"

#include <algorithm>
#include <cmath>
#include <stdexcept>

#include "model/chords/chord_label.h"
#include "model/chords/chord_spelling.h"
#include "model/decoding/beats/beat_summary.h"
#include "model/editing/beat_edits.h"
#include "model/editing/segment_edits.h"
#include "ui/document/segment_labels.h"

namespace tactus::ui {
namespace {

constexpr double kOnBeatSeconds = 1e-3;
constexpr const char* kMajorKeys[] = {"C",  "Db", "D",  "Eb", "E",  "F",
                                      "F#", "G",  "Ab", "A",  "Bb", "B"};
constexpr const char* kMinorKeys[] = {"C",  "C#", "D",  "Eb", "E",  "F",
                                      "F#", "G",  "G#", "A",  "Bb", "B"};

std::size_t raised(int pitch_class, int semitones) {
  return static_cast<std::size_t>(((pitch_class + semitones) % 12 + 12) % 12);
}

std::string label_at(const SegmentList& segments, double seconds) {
  const std::size_t here = segment_at(segments, seconds);
  return here < segments.size() ? segments[here].label : std::string();
}

}  // namespace

QString pitch_text(int semitones) {
  if (semitones < 0) return QStringLiteral("\u2212%1").arg(-semitones);
  return (semitones > 0 ? QStringLiteral("+%1") : QStringLiteral("%1")).arg(semitones);
}

std::string transposed_key(const std::string& label, int semitones) {
  const auto colon = label.find(':');
  if (semitones == 0 || colon == std::string::npos) return label;
  try {
    const int root = parse_chord(label.substr(0, colon), ChordSyntax::kLenient).root;
    if (root < 0) return label;
    const std::string mode = label.substr(colon);
    const bool major = mode == ":major" || mode == ":lydian" || mode == ":mixolydian";
    const auto& keys = major ? kMajorKeys : kMinorKeys;
    return keys[raised(root, semitones)] + mode;
  } catch (const ChordLabelError&) {
    return label;
  }
}

std::string transposed_chord(const std::string& label, const std::string& key, int semitones) {
  if (semitones == 0) return label;
  try {
    Chord chord = parse_chord(label, ChordSyntax::kLenient);
    if (chord.root < 0) return label;
    chord.root = static_cast<int>(raised(chord.root, semitones));
    const bool usual = key.ends_with(":major") || key.ends_with(":minor");
    chord.root_spelling = root_in_key(chord.root, usual ? key : "");
    return canonical_label(chord);
  } catch (const ChordLabelError&) {
    return label;
  }
}

SongPlaces::SongPlaces(Annotation annotation)
    : song_(std::move(annotation)),
      bars_(bar_numbers(song_.beats)),
      tempi_(tempo_curve(song_.beats)) {}

std::ptrdiff_t SongPlaces::beatAt(double seconds) const {
  const auto later =
      std::ranges::upper_bound(song_.beats, seconds + kOnBeatSeconds, {}, &Beat::time);
  return later - song_.beats.begin() - 1;
}

SongPlace SongPlaces::at(double seconds, double speed, int semitones) const {
  SongPlace place;
  const std::ptrdiff_t beat = beatAt(seconds);
  const auto index = static_cast<std::size_t>(std::max<std::ptrdiff_t>(beat, 0));
  if (beat >= 0) {
    place.bar = bars_[index];
    place.beat = song_.beats[index].position;
  }
  if (song_.grid.kind == GridKind::kConstant && !song_.grid.segments.empty()) {
    place.bpm = speed * song_.grid.segments.front().bpm;
  } else if (!tempi_.empty()) {
    place.bpm = speed * tempi_[index];
  }
  const std::string key = transposed_key(label_at(song_.keys, seconds), semitones);
  place.key = segment_text(SegmentLayer::kKeys, key);
  const auto shown = [&](const std::string& label) {
    return segment_text(SegmentLayer::kChords, transposed_chord(label, key, semitones));
  };
  // A beat that lies a hair after the start of its chord already shows that chord.
  const std::string now = label_at(song_.chords, seconds + kOnBeatSeconds);
  if (!now.empty()) place.chord = shown(now);
  const auto next = std::ranges::find_if(song_.chords, [&](const LabelledSegment& chord) {
    return chord.start > seconds + kOnBeatSeconds && chord.label != now;
  });
  if (next == song_.chords.end()) return place;
  place.next_chord = shown(next->label);
  if (beat >= 0) place.beats_to_next = static_cast<int>(beatAt(next->start) - beat);
  return place;
}

}  // namespace tactus::ui
