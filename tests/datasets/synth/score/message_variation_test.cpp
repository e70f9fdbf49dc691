#include "datasets/synth/score/message_variation.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <map>

#include "tests/datasets/support/song_fixture.h"

namespace tactus {
namespace {

// Piano, strings and drums; the strings repeat one key without a gap.
std::vector<TimedMessage> small_band() {
  Performance performance = test::small_song(8).performance;
  Part strings, drums;
  strings.program = 48;
  drums.drums = true;
  for (int beat = 0; beat < 32; ++beat) {
    strings.notes.push_back({1 + 0.5 * beat, 1.5 + 0.5 * beat, 55, 80});
    drums.notes.push_back({1 + 0.5 * beat, 1.1 + 0.5 * beat, beat % 2 ? 38 : 36, 100});
  }
  performance.parts.push_back(strings);
  performance.parts.push_back(drums);
  return timed_messages(performance);
}

struct Sounding {
  double start, end;
  int channel, key, velocity;
};
// Notes as a synthesizer plays them: an off ends all notes of its key.
std::vector<Sounding> notes_of(const std::vector<TimedMessage>& messages) {
  std::vector<Sounding> notes;
  for (const TimedMessage& m : messages) {
    const int channel = m.status & 0xF, kind = m.status >> 4;
    if (kind == 0x9 && m.data2 > 0) notes.push_back({m.time, -1, channel, m.data1, m.data2});
    if (kind != 0x8) continue;
    for (Sounding& note : notes)
      if (note.end < 0 && note.channel == channel && note.key == m.data1) note.end = m.time;
  }
  return notes;
}

TEST(MessageVariation, NothingAskedForNothingChanged) {
  std::vector<TimedMessage> messages = small_band();
  vary_messages(messages, MessageVariation());
  EXPECT_EQ(messages, small_band());
}

TEST(MessageVariation, IsAFunctionOfItsSeed) {
  const std::vector<TimedMessage> original = small_band();
  int different = 0;
  for (std::uint64_t seed = 0; seed < 20; ++seed) {
    const auto made = [&](std::uint64_t s) {
      SongRandom random(s, "song", "touch");
      std::vector<TimedMessage> messages = original;
      vary_messages(messages, choose_message_variation(messages, {}, random));
      return messages;
    };
    EXPECT_EQ(made(seed), made(seed));
    different += made(seed) != made(seed + 1);
  }
  EXPECT_EQ(different, 20);
}

// Humanised notes stay within the stated distance and keep their length; none silences another.
TEST(MessageVariation, NotesStayNearTheirPlaces) {
  const std::vector<Sounding> before = notes_of(small_band());
  double farthest = 0;
  for (std::uint64_t seed = 0; seed < 20; ++seed) {
    MessageVariation variation;
    variation.seed = seed;
    variation.humanise = 0.012;
    for (ChannelVariation& channel : variation.channels) channel.lag = 0.004;
    std::vector<TimedMessage> messages = small_band();
    vary_messages(messages, variation);
    EXPECT_TRUE(std::is_sorted(messages.begin(), messages.end(),
                               [](const auto& a, const auto& b) { return a.time < b.time; }));
    std::map<std::pair<int, int>, std::vector<Sounding>> keys;
    for (const Sounding& note : notes_of(messages)) keys[{note.channel, note.key}].push_back(note);
    for (const Sounding& note : before) {
      auto& list = keys[{note.channel, note.key}];
      ASSERT_FALSE(list.empty());
      const double shift = list.front().start - note.start;
      EXPECT_GE(shift, -kMostEarly - 1e-9);
      EXPECT_LE(shift, kMostLate + 1e-9);
      EXPECT_GE(list.front().end - list.front().start, note.end - note.start - 0.06);
      farthest = std::max(farthest, std::abs(shift));
      list.erase(list.begin());
    }
  }
  EXPECT_GT(farthest, 0.015);
}

TEST(MessageVariation, ExchangesWhatItSays) {
  MessageVariation variation;
  variation.programs[48] = 51;
  variation.drums[36] = 35;
  variation.kit = 16;
  variation.semitones = 3;
  variation.cents = 20;
  variation.channels[0].muted = true;
  variation.channels[1].gain = 0.5;
  variation.channels[1].velocity_scale = 0.5;
  std::vector<TimedMessage> messages = small_band();
  const std::vector<Sounding> before = notes_of(messages);
  vary_messages(messages, variation);
  const auto channel_of = [&](int channel, int kind) {
    std::vector<TimedMessage> found;
    for (const TimedMessage& m : messages)
      if ((m.status & 0xF) == channel && m.status >> 4 == kind) found.push_back(m);
    return found;
  };
  EXPECT_TRUE(channel_of(0, 0x9).empty());
  EXPECT_EQ(channel_of(3, 0xC).back().data1, 51);
  EXPECT_EQ(channel_of(kDrumChannel, 0xC).back().data1, 16);
  std::size_t kicks = 0;
  for (const TimedMessage& m : channel_of(kDrumChannel, 0x9)) {
    EXPECT_NE(m.data1, 36);
    kicks += m.data1 == 35;
  }
  EXPECT_EQ(kicks, 16u);
  for (const TimedMessage& m : channel_of(3, 0x9)) EXPECT_EQ(m.data1, 58);
  for (const TimedMessage& m : channel_of(1, 0xB)) {
    if (m.data1 == 7) {
      EXPECT_EQ(m.data2, 50);
    }
  }
  for (const TimedMessage& m : channel_of(1, 0x9)) EXPECT_EQ(m.data2, 35);
  EXPECT_EQ(notes_of(messages).size(), before.size() - 8);
}

TEST(MessageVariation, GraceNotesComeBeforeAndEndInTime) {
  MessageVariation variation;
  variation.grace_share = 1.0;
  std::vector<TimedMessage> messages = small_band();
  const std::vector<Sounding> before = notes_of(messages);
  vary_messages(messages, variation);
  std::size_t graces = 0;
  for (const Sounding& note : notes_of(messages)) {
    const bool original = std::any_of(before.begin(), before.end(), [&](const Sounding& b) {
      return b.channel == note.channel && b.key == note.key &&
             std::abs(b.start - note.start) < 1e-9;
    });
    if (original) continue;
    ++graces;
    EXPECT_GT(note.end, note.start);
    EXPECT_LE(note.end - note.start, 0.1);
  }
  EXPECT_EQ(graces, before.size());
}

// If chords are annotated, no channel that plays them becomes silent; otherwise some do.
TEST(MessageVariation, AnnotatedChordsKeepTheirPlayers) {
  int drums_off = 0, others_off = 0;
  for (std::uint64_t seed = 0; seed < 200; ++seed) {
    for (const bool harmony : {false, true}) {
      SongRandom random(seed, "song", "touch");
      const MessageVariation variation =
          choose_message_variation(small_band(), {true, harmony}, random);
      for (int c = 0; c < 16; ++c) {
        const bool muted = variation.channels[static_cast<std::size_t>(c)].muted;
        if (c == kDrumChannel) drums_off += muted && !harmony;
        if (c != kDrumChannel && !harmony) {
          EXPECT_FALSE(muted) << "seed " << seed;
        }
        if (c != kDrumChannel && harmony) others_off += muted;
      }
    }
  }
  EXPECT_GT(drums_off, 10);
  EXPECT_GT(others_off, 30);
}

TEST(MessageVariation, ProgramsStayInTheirFamily) {
  for (std::uint64_t seed = 0; seed < 50; ++seed) {
    SongRandom random(seed, "song", "touch");
    const MessageVariation variation = choose_message_variation(small_band(), {}, random);
    for (int p = 32; p < 40; ++p) {  // a bass stays a bass
      EXPECT_GE(variation.programs[static_cast<std::size_t>(p)], 32);
      EXPECT_LT(variation.programs[static_cast<std::size_t>(p)], 40);
    }
    EXPECT_EQ(variation.programs[122], 122);  // sea shore
    EXPECT_TRUE(variation.drums[36] == 36 || variation.drums[36] == 35);
  }
}

}  // namespace
}  // namespace tactus
