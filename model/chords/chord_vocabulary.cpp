#include "model/chords/chord_vocabulary.h"

#include <fmt/core.h>

#include <stdexcept>

namespace tactus {
namespace {

enum Quality {
  kMaj,
  kMin,
  k7,
  kMaj7,
  kMin7,
  kDim,
  kAug,
  kSus2,
  kSus4,
  kMaj6,
  kMin6,
  kHdim7,
  kDim7,
  kMinMaj7
};

constexpr std::array<const char*, kChordQualities> kQualityNames = {
    "maj",  "min",  "7",    "maj7",  "min7", "dim",     "aug", "sus2",
    "sus4", "maj6", "min6", "hdim7", "dim7", "minmaj7", "N"};

constexpr std::array<bool, 12> notes_of(std::initializer_list<int> semitones) {
  std::array<bool, 12> notes{};
  for (int semitone : semitones) notes[static_cast<std::size_t>(semitone)] = true;
  return notes;
}

constexpr std::array<std::array<bool, 12>, kChordQualities> kQualityNotes = {
    notes_of({0, 4, 7}),     notes_of({0, 3, 7}),     notes_of({0, 4, 7, 10}),
    notes_of({0, 4, 7, 11}), notes_of({0, 3, 7, 10}), notes_of({0, 3, 6}),
    notes_of({0, 4, 8}),     notes_of({0, 2, 7}),     notes_of({0, 5, 7}),
    notes_of({0, 4, 7, 9}),  notes_of({0, 3, 7, 9}),  notes_of({0, 3, 6, 10}),
    notes_of({0, 3, 6, 9}),  notes_of({0, 3, 7, 11}), notes_of({})};

constexpr std::array<std::string_view, 12> kRootNames = {"C",  "C#", "D",  "Eb", "E",  "F",
                                                         "F#", "G",  "Ab", "A",  "Bb", "B"};

int major_quality(const std::array<bool, 12>& notes) {
  if (notes[8] && !notes[7]) return kAug;
  if (notes[10]) return k7;
  if (notes[11]) return kMaj7;
  return notes[9] ? kMaj6 : kMaj;
}

int minor_quality(const std::array<bool, 12>& notes) {
  if (notes[6] && !notes[7]) return notes[10] ? kHdim7 : notes[9] ? kDim7 : kDim;
  if (notes[10]) return kMin7;
  if (notes[11]) return kMinMaj7;
  return notes[9] ? kMin6 : kMin;
}

int quality_of(const std::array<bool, 12>& notes) {
  if (notes[4]) return major_quality(notes);
  if (notes[3]) return minor_quality(notes);
  if (notes[5]) return kSus4;
  return notes[2] ? kSus2 : -1;
}

}  // namespace

std::span<const char* const> chord_qualities() {
  return kQualityNames;
}

const std::array<bool, 12>& quality_notes(int quality) {
  if (quality < 0 || quality >= kChordQualities) {
    throw std::invalid_argument(
        fmt::format("chord quality {} does not exist: expected 0 to {}", quality, kNoChordQuality));
  }
  return kQualityNotes[static_cast<std::size_t>(quality)];
}

int triad_quality(int quality) {
  switch (quality) {
    case k7:
    case kMaj7:
    case kMaj6:
      return kMaj;
    case kMin7:
    case kMin6:
    case kMinMaj7:
      return kMin;
    case kHdim7:
    case kDim7:
      return kDim;
    default:
      quality_notes(quality);  // throws if the quality does not exist
      return quality;
  }
}

std::string_view root_name(int pitch_class) {
  if (pitch_class < 0 || pitch_class > 11) {
    throw std::invalid_argument(
        fmt::format("pitch class {} does not exist: expected 0 to 11", pitch_class));
  }
  return kRootNames[static_cast<std::size_t>(pitch_class)];
}

std::vector<std::string> chord_vocabulary() {
  std::vector<std::string> vocabulary;
  vocabulary.reserve(kChordVocabularySize);
  for (std::string_view root : kRootNames) {
    for (int q = 0; q < kNoChordQuality; ++q) {
      vocabulary.push_back(fmt::format("{}:{}", root, kQualityNames[static_cast<std::size_t>(q)]));
    }
  }
  vocabulary.emplace_back("N");
  return vocabulary;
}

int vocabulary_index(const Chord& chord) {
  if (chord.is_no_chord()) return kChordVocabularySize - 1;
  if (chord.unknown || chord.root > 11) return -1;
  std::array<bool, 12> notes = chord.notes;
  notes[static_cast<std::size_t>(chord.bass % 12)] = true;
  const int quality = quality_of(notes);
  return quality < 0 ? -1 : chord.root * kNoChordQuality + quality;
}

}  // namespace tactus
