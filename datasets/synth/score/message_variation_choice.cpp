// Draws a MessageVariation: which sounds can replace each other, and how often.
#include <fmt/core.h>

#include <algorithm>
#include <cmath>

#include "datasets/synth/score/drum_patterns.h"
#include "datasets/synth/score/message_variation.h"

namespace tactus {
namespace {

// General MIDI programs (from 0) that can replace each other.
constexpr std::pair<int, int> kVariedFamilies[] = {
    {0, 7},   {8, 15},  {16, 23}, {24, 31}, {32, 39},  // piano, mallets, organ, guitar, bass
    {40, 44}, {48, 54}, {56, 63}, {64, 71}, {72, 79},  // strings, ensemble, brass, reed, pipe
    {80, 87}, {88, 95},                                // lead, pad
};

using namespace gm_drum;
const std::vector<std::vector<int>>& drum_groups() {
  static const std::vector<std::vector<int>> groups = {
      {35, kKick},
      {kSnare, kElectricSnare, kClap, kSideStick},
      {kClosedHat, kPedalHat, 69, kMaracas, kShaker},
      {kOpenHat, kTambourine, 80},
      {kCrash, kCrash2, kSplash, 52},
      {kRide, kRide2, kRideBell, kCowbell},
      {kLowFloorTom, kHighFloorTom, kLowTom, kLowMidTom, kHighMidTom, kHighTom},
      {60, 61, 62, kConga, kLowConga, 65, 66},
  };
  return groups;
}

int relative_of(int program, SongRandom& random) {
  for (const auto& [first, last] : kVariedFamilies)
    if (program >= first && program <= last) return random.integer(first, last);
  return program;
}

void exchange_drums(MessageVariation& variation, SongRandom& random) {
  for (const std::vector<int>& group : drum_groups()) {
    if (!random.chance(0.35)) continue;
    for (const int drum : group)
      variation.drums[static_cast<std::size_t>(drum)] = random.pick(std::span<const int>(group));
  }
}

// The number of notes of each channel, and the mean of their pitches.
struct ChannelUse {
  std::array<int, 16> notes{};
  std::array<double, 16> pitch{};
  explicit ChannelUse(const std::vector<TimedMessage>& messages) {
    for (const TimedMessage& m : messages) {
      if (m.status >> 4 != 0x9 || m.data2 == 0) continue;
      ++notes[m.status & 0xF];
      pitch[m.status & 0xF] += m.data1;
    }
    for (std::size_t c = 0; c < 16; ++c)
      if (notes[c] > 0) pitch[c] /= notes[c];
  }
  std::vector<int> melodic() const {
    std::vector<int> channels;
    for (int c = 0; c < 16; ++c)
      if (c != kDrumChannel && notes[static_cast<std::size_t>(c)] > 0) channels.push_back(c);
    return channels;
  }
  int melody() const {  // the highest channel with a sufficient share of the notes
    const int most = *std::max_element(notes.begin(), notes.end());
    int found = -1;
    for (const int c : melodic()) {
      const auto i = static_cast<std::size_t>(c);
      if (notes[i] * 4 >= most && (found < 0 || pitch[i] > pitch[static_cast<std::size_t>(found)]))
        found = c;
    }
    return found;
  }
};

void choose_silence(MessageVariation& variation, const ChannelUse& use, bool harmony,
                    SongRandom& random) {
  const std::vector<int> melodic = use.melodic();
  const auto mute = [&](int c) { variation.channels[static_cast<std::size_t>(c)].muted = true; };
  const double drawn = random.uniform();
  const int which = random.integer(0, 1 << 20);
  if (drawn < 0.15) {
    if (!melodic.empty()) mute(kDrumChannel);
  } else if (!harmony) {
    return;
  } else if (drawn < 0.19) {
    if (use.melody() < 0) return;
    for (int c = 0; c < 16; ++c)
      if (c != use.melody()) mute(c);
  } else if (drawn < 0.23) {
    if (use.notes[kDrumChannel] > 50)
      for (const int c : melodic) mute(c);
  } else if (drawn < 0.40 && melodic.size() > 2) {
    mute(melodic[static_cast<std::size_t>(which) % melodic.size()]);
  }
}

void choose_touch(ChannelVariation& channel, bool instruments, SongRandom& random) {
  if (instruments) {
    channel.gain = std::pow(10.0, std::clamp(2.5 * random.normal(), -6.0, 6.0) / 40.0);
    channel.pan = static_cast<int>(15 * random.normal());
  }
  channel.velocity_scale = random.uniform(0.75, 1.15);
  channel.velocity_curve = random.uniform(0.7, 1.4);
  channel.lag = std::clamp(0.004 + 0.006 * random.normal(), -0.008, 0.018);
}

}  // namespace

MessageVariation choose_message_variation(const std::vector<TimedMessage>& messages,
                                          MessageFreedom freedom, SongRandom& random) {
  MessageVariation variation;
  const ChannelUse use(messages);
  if (random.chance(0.8))
    for (ChannelVariation& channel : variation.channels)
      choose_touch(channel, freedom.instruments, random);
  if (freedom.instruments) {
    const double share = random.uniform(0.3, 1.0);
    for (int program = 0; program < 128; ++program)
      if (random.chance(share))
        variation.programs[static_cast<std::size_t>(program)] = relative_of(program, random);
    if (random.chance(0.55)) variation.semitones = random.integer(-5, 6);
    if (random.chance(0.5))
      variation.cents = std::round(std::clamp(18.0 * random.normal(), -50.0, 50.0));
  }
  if (use.notes[kDrumChannel] > 0) {
    if (random.chance(0.5)) variation.kit = random.pick({0, 8, 16, 24, 25, 32, 40});
    exchange_drums(variation, random);
  }
  choose_silence(variation, use, freedom.harmony, random);
  if (random.chance(0.6)) variation.humanise = random.uniform(0.001, 0.008);
  if (random.chance(0.3)) variation.grace_share = random.uniform(0.005, 0.04);
  variation.seed = random.next();
  return variation;
}

std::string describe(const MessageVariation& variation) {
  std::string text;
  const auto append = [&](const std::string& words) { text += (text.empty() ? "" : "; ") + words; };
  const MessageVariation plain;
  int programs = 0, drums = 0, muted = 0;
  for (std::size_t i = 0; i < 128; ++i) {
    programs += variation.programs[i] != plain.programs[i];
    drums += variation.drums[i] != plain.drums[i];
  }
  for (const ChannelVariation& channel : variation.channels) muted += channel.muted;
  if (programs > 0) append("programs exchanged");
  if (variation.kit >= 0) append(fmt::format("kit {}", variation.kit));
  if (drums > 0) append(fmt::format("{} drums exchanged", drums));
  if (variation.semitones != 0) append(fmt::format("{:+} semitones", variation.semitones));
  if (variation.cents != 0) append(fmt::format("{:+.1f} cents", variation.cents));
  if (variation.channels != plain.channels) append("balance and touch");
  if (muted == 1 && variation.channels[kDrumChannel].muted)
    append("drums off");
  else if (muted > 0)
    append(fmt::format("{} channels off", muted));
  if (variation.humanise > 0) append(fmt::format("humanised {:.1f} ms", 1e3 * variation.humanise));
  if (variation.grace_share > 0) append(fmt::format("grace {:.3f}", variation.grace_share));
  return text;
}

}  // namespace tactus
