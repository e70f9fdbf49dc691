#include "datasets/synth/band/instruments.h"

#include <algorithm>

namespace tactus {
namespace {

// Repeated numbers are more likely.
constexpr int kMelodyPrograms[] = {0,  0,  0,  1,  4,  5,  11, 22, 24, 24, 25, 26, 27, 28,
                                   29, 30, 40, 40, 41, 42, 52, 52, 53, 53, 53, 54, 54, 56,
                                   59, 60, 64, 65, 66, 66, 67, 68, 69, 71, 71, 72, 73, 73,
                                   74, 75, 79, 80, 80, 81, 81, 82, 83, 85, 87};
constexpr int kSecondPrograms[] = {0,  0,  0,  1,  2,  4,  5,  6,  8,  11, 12, 24, 25, 26, 27, 28,
                                   29, 40, 44, 45, 46, 48, 49, 50, 52, 60, 61, 68, 71, 73, 81, 88};
constexpr int kKeysPrograms[] = {0, 0, 0, 0,  0,  0,  1,  1,  2,  3,  4,  4,  4,  5,
                                 5, 6, 7, 11, 16, 17, 18, 24, 24, 25, 25, 26, 27, 46};
constexpr int kCompPrograms[] = {0,  0,  1,  4,  4,  5,  5,  6,  7,  16, 17, 18, 21, 24, 24, 24,
                                 25, 25, 25, 25, 26, 26, 27, 27, 28, 29, 30, 46, 48, 62, 90};
constexpr int kPadPrograms[] = {16, 18, 19, 20, 48, 48, 48, 49, 49, 50, 51, 52, 61,
                                62, 63, 88, 88, 89, 89, 90, 91, 92, 93, 94, 95};
constexpr int kBassPrograms[] = {32, 32, 33, 33, 33, 33, 33, 34, 34,
                                 35, 36, 38, 38, 39, 39, 43, 58};

struct Placing {
  int volume_low, volume_high, pan_spread, reverb_high;
};
constexpr Placing kPlacings[] = {
    {88, 120, 12, 70},  // melody
    {66, 104, 40, 70},  // second
    {78, 116, 30, 60},  // keys
    {74, 108, 44, 60},  // comp
    {48, 86, 30, 90},   // pad
    {84, 122, 8, 25},   // bass
};

}  // namespace

int choose_program(Role role, SongRandom& random) {
  switch (role) {
    case Role::kMelody:
      return random.pick(std::span<const int>(kMelodyPrograms));
    case Role::kSecond:
      return random.pick(std::span<const int>(kSecondPrograms));
    case Role::kKeys:
      return random.pick(std::span<const int>(kKeysPrograms));
    case Role::kComp:
      return random.pick(std::span<const int>(kCompPrograms));
    case Role::kPad:
      return random.pick(std::span<const int>(kPadPrograms));
    case Role::kBass:
      break;
  }
  return random.pick(std::span<const int>(kBassPrograms));
}

bool decays(int program) {
  return program < 16 || (program >= 24 && program <= 28) || (program >= 32 && program <= 37) ||
         (program >= 45 && program <= 47) || (program >= 104 && program <= 108);
}

void place_in_mix(Part& part, Role role, SongRandom& random) {
  const Placing& placing = kPlacings[static_cast<int>(role)];
  part.volume = random.integer(placing.volume_low, placing.volume_high);
  part.pan = std::clamp(64 + random.integer(-placing.pan_spread, placing.pan_spread), 0, 127);
  part.reverb_send = random.integer(5, placing.reverb_high);
  part.chorus_send = random.chance(0.3) ? random.integer(10, 60) : 0;
}

}  // namespace tactus
