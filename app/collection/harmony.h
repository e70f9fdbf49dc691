// What the index knows of the chords of a song: how long each sounds above the tonic, and which
// follows which, in no key.
#pragma once

#include <array>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "model/annotation.h"

namespace tactus {

// Tonic 0..11 (C = 0) for major, 12..23 for minor; nothing for other modes and texts. Takes what
// key_label takes, Camelot ("8A") and Open Key ("1m").
std::optional<int> key_number(std::string_view text);

// Shares of the duration of all chords, largest = 255: [0, 12) chords with a major third by root
// above the tonic, [12, 24) with a minor third. All 0 without chords. Without a key the tonic is C.
using ChordHistogram = std::array<unsigned char, 24>;
ChordHistogram chord_histogram(const std::vector<LabelledSegment>& chords, std::optional<int> key);

// A letter for the kind of each chord (major, minor, diminished, augmented, without third), and
// between two of them a letter for the interval between their roots: equal in all keys. Equal
// neighbours are one chord. A point for each place without a chord.
std::string chord_steps(const std::vector<LabelledSegment>& chords);

// "vi IV I V", "Am F C G": the steps between these chords. Small numerals are minor; signs of
// sevenths count for nothing. Throws ArgumentError with the word that is no chord, and for fewer
// than two different ones.
std::string progression_steps(std::string_view text);

// How unlike two songs are, 0 = alike, 1 = in nothing: tempo (twice as fast counts as alike), key
// (steps on the circle of fifths), and chords above the tonic. What is unknown counts half.
struct HarmonyAndTempo {
  double bpm = 0.0;  // 0 = unknown
  std::optional<int> key;
  ChordHistogram histogram{};
};
double difference(const HarmonyAndTempo& a, const HarmonyAndTempo& b);

}  // namespace tactus
