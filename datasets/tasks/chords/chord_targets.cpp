#include "datasets/tasks/chords/chord_targets.h"

#include <algorithm>

#include "model/chords/chord_label.h"
#include "model/chords/chord_vocabulary.h"

namespace tactus {
namespace {

int rotated(int pitch_class, int semitones) {
  return ((pitch_class + semitones) % 12 + 12) % 12;
}

}  // namespace

int ChordTarget::chord() const {
  if (quality == kNoTarget) return kNoTarget;
  return quality == kNoChordQuality ? kChordVocabularySize - 1 : root * kNoChordQuality + quality;
}

ChordTarget ChordTarget::transposed(int semitones) const {
  ChordTarget moved = *this;
  if (root >= 0 && root < kNoChordRoot) moved.root = rotated(root, semitones);
  if (bass >= 0 && bass < kNoChordRoot) moved.bass = rotated(bass, semitones);
  for (int pitch = 0; pitch < 12; ++pitch) {
    moved.pitches[static_cast<std::size_t>(rotated(pitch, semitones))] =
        pitches[static_cast<std::size_t>(pitch)];
  }
  return moved;
}

ChordTarget chord_target(const std::string& label) {
  const Chord chord = parse_chord(label, ChordSyntax::kLenient);
  ChordTarget target;
  if (chord.unknown) return target;
  target.has_pitches = true;
  if (chord.is_no_chord()) {
    target.root = target.bass = kNoChordRoot;
    target.quality = kNoChordQuality;
    return target;
  }
  target.root = chord.root;
  target.bass = rotated(chord.root, chord.bass);
  for (int note = 0; note < 12; ++note) {
    if (chord.notes[static_cast<std::size_t>(note)]) {
      target.pitches[static_cast<std::size_t>(rotated(chord.root, note))] = true;
    }
  }
  const int index = vocabulary_index(chord);
  if (index >= 0) target.quality = index % kNoChordQuality;
  return target;
}

std::vector<ChordTargetSegment> chord_target_segments(std::span<const LabelledSegment> chords) {
  std::vector<ChordTargetSegment> segments;
  segments.reserve(chords.size());
  for (const LabelledSegment& chord : chords) {
    segments.push_back({chord.start, chord.end, chord_target(chord.label)});
  }
  return segments;
}

std::vector<ChordTarget> chord_frame_targets(std::span<const ChordTargetSegment> segments,
                                             const CropView& crop) {
  std::vector<ChordTarget> targets(crop.frames);
  std::size_t next = 0;
  for (std::size_t i = 0; i < crop.frames; ++i) {
    const double time = crop.time_of(i);
    while (next < segments.size() && segments[next].end <= time) ++next;
    if (next == segments.size()) break;
    if (segments[next].start <= time) targets[i] = segments[next].target.transposed(crop.semitones);
  }
  return targets;
}

}  // namespace tactus
