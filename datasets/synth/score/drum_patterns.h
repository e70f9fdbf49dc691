// Drum patterns as text: one character per step, 'X' accent, 'x' stroke, 'o' soft, '.' rest.
#pragma once

#include <span>
#include <string_view>

namespace tactus {

namespace gm_drum {
inline constexpr int kKick = 36, kSideStick = 37, kSnare = 38, kClap = 39, kElectricSnare = 40;
inline constexpr int kLowFloorTom = 41, kClosedHat = 42, kHighFloorTom = 43, kPedalHat = 44;
inline constexpr int kLowTom = 45, kOpenHat = 46, kLowMidTom = 47, kHighMidTom = 48, kCrash = 49;
inline constexpr int kHighTom = 50, kRide = 51, kRideBell = 53, kTambourine = 54, kSplash = 55;
inline constexpr int kCowbell = 56, kCrash2 = 57, kRide2 = 59, kConga = 63, kLowConga = 64;
inline constexpr int kMaracas = 70, kShaker = 82, kHighBongo = 60, kLowBongo = 61, kMuteConga = 62;
inline constexpr int kHighTimbale = 65, kLowTimbale = 66, kHighAgogo = 67, kLowAgogo = 68;
inline constexpr int kCabasa = 69, kClaves = 75, kHighBlock = 76, kLowBlock = 77;
inline constexpr int kMuteTriangle = 80, kOpenTriangle = 81;
}  // namespace gm_drum

inline constexpr double kStrokeSeconds = 0.08;  // drums decay by themselves

struct DrumPattern {
  std::string_view name;
  int beats;           // of its bar
  int steps_per_beat;  // 4 = sixteenths, 3 = triplets
  double weight;       // relative frequency
  int kit;             // preferred GM kit, -1 = any
  std::string_view kick, snare, cymbal, extra;
  int snare_drum, cymbal_drum, extra_drum;
};

std::span<const DrumPattern> drum_patterns();

// Patterns for songs with wide music, at the tempi where they are played.
struct WidePattern {
  double slowest, fastest;  // beats per minute
  DrumPattern pattern;
};
std::span<const WidePattern> wide_drum_patterns();

// The repeated row of one percussionist, on one of a few instruments (0 ends the list). A row may
// be longer or shorter than a bar; the next bar continues it.
struct PercussionRow {
  std::string_view name;
  int steps_per_beat;
  std::string_view row;
  int drums[4];
};
std::span<const PercussionRow> percussion_rows();

// One beat of sixteenths (or triplets, 3 characters): the drum on each step. 's' snare, 'h' 'm' 'l'
// 'f' toms from high to floor, 'k' kick, 'c' clap, '.' rest.
std::span<const std::string_view> straight_fills();
std::span<const std::string_view> triplet_fills();
int fill_drum(char symbol);  // 0 for a rest

}  // namespace tactus
