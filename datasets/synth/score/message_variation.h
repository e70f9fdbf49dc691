// Varies an existing arrangement: related instruments and drums, another balance and touch, and
// human timing. The times of the annotation stay. A note moves by at most kMostEarly earlier or
// kMostLate later.
#pragma once

#include <array>
#include <string>
#include <vector>

#include "datasets/midi/performance.h"
#include "datasets/song_random.h"

namespace tactus {

inline constexpr double kMostEarly = 0.020, kMostLate = 0.030;  // seconds

struct ChannelVariation {
  double gain = 1.0;  // factor of controller 7
  int pan = 0;        // added to controller 10
  double velocity_scale = 1.0;
  double velocity_curve = 1.0;  // exponent of velocity / 127: below 1 soft notes become louder
  double lag = 0.0;             // seconds by which this player is late
  bool muted = false;
  bool operator==(const ChannelVariation&) const = default;
};

struct MessageVariation {
  std::array<ChannelVariation, 16> channels{};
  std::array<int, 128> programs{};  // new program for each melodic program
  std::array<int, 128> drums{};     // new drum for each drum
  int kit = -1;                     // of all drum channels, -1 = unchanged
  int semitones = 0;                // of all melodic channels
  double cents = 0.0;               // of all melodic channels, -99..99, whole
  double humanise = 0.0;            // seconds, standard deviation of each note
  double grace_share = 0.0;         // of the notes (a flam, of drums)
  std::uint64_t seed = 0;           // of humanise and grace notes
  MessageVariation();               // changes nothing
  bool operator==(const MessageVariation&) const = default;
};

// The variations that a song allows.
struct MessageFreedom {
  bool instruments =
      true;             // exchange programs, balance and key; not for arrangements made by Tactus
  bool harmony = true;  // chords are not annotated: parts that play them may be silent
};
MessageVariation choose_message_variation(const std::vector<TimedMessage>& messages,
                                          MessageFreedom freedom, SongRandom& random);

// The messages must be sorted by time and stay sorted.
void vary_messages(std::vector<TimedMessage>& messages, const MessageVariation& variation);

// "2 programs, kit 8, 1 drum, -3 semitones, drums off"; "" when nothing changes.
std::string describe(const MessageVariation& variation);

}  // namespace tactus
