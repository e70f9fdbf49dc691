#include "app/collection/harmony.h"

#include <gtest/gtest.h>

#include "audio/error.h"
#include "datasets/formats/labels/key_label.h"

namespace tactus {
namespace {

std::vector<LabelledSegment> chords(std::initializer_list<const char*> labels) {
  std::vector<LabelledSegment> segments;
  for (const char* label : labels) {
    const double start = segments.empty() ? 0.0 : segments.back().end;
    segments.push_back({start, start + 2.0, label});
  }
  return segments;
}

bool has(const std::vector<LabelledSegment>& song, const char* progression) {
  return chord_steps(song).find(progression_steps(progression)) != std::string::npos;
}

TEST(KeyNumber, KnowsAllNotations) {
  for (const char* text : {"Am", "A:minor", "a minor", "8A", "8a", "1m"})
    EXPECT_EQ(key_number(text), 21) << text;
  for (const char* text : {"C", "C:major", "8B", "1d"}) EXPECT_EQ(key_number(text), 0) << text;
  EXPECT_EQ(key_number("F#"), 6);
  EXPECT_EQ(key_number("Gb:major"), 6);
  EXPECT_EQ(key_number("Cb"), 11);
  EXPECT_EQ(key_number("12A"), 13) << "C# minor";
  EXPECT_EQ(key_number("7d"), 6) << "F#";
  for (const char* text : {"", "13A", "0B", "8C", "D:dorian", "N", "loud"})
    EXPECT_EQ(key_number(text), std::nullopt) << text;
}

// Every number of both wheels against the circle of fifths, written down.
TEST(KeyNumber, TheWheelsAreTheCircleOfFifths) {
  const char* const majors[] = {"B", "F#", "Db", "Ab", "Eb", "Bb", "F", "C", "G", "D", "A", "E"};
  for (int camelot = 1; camelot <= 12; ++camelot) {
    const char* label = majors[camelot - 1];
    EXPECT_EQ(key_number(std::to_string(camelot) + "B"), key_number(label)) << label;
    const int open_key = (camelot + 4) % 12 + 1;
    EXPECT_EQ(key_number(std::to_string(open_key) + "d"), key_number(label)) << label;
    const int relative = (*key_number(label) + 9) % 12 + 12;
    EXPECT_EQ(key_number(std::to_string(camelot) + "A"), relative) << label;
    EXPECT_EQ(key_number(std::to_string(open_key) + "m"), relative) << label;
  }
}

TEST(Progression, IsFoundInEveryKey) {
  EXPECT_TRUE(has(chords({"C:maj", "A:min", "F:maj", "C:maj", "G:maj", "D:min"}), "vi IV I V"));
  EXPECT_TRUE(has(chords({"F#:min", "D:maj", "A:maj", "E:maj"}), "vi IV I V"));
  EXPECT_TRUE(has(chords({"F#:min", "D:maj", "A:maj", "E:maj"}), "Am F C G"));
  EXPECT_TRUE(has(chords({"F#:min", "D:maj", "A:maj", "E:maj"}), "i bVI bIII bVII"));
  EXPECT_TRUE(has(chords({"F#:min7", "D:maj7", "A:maj/3", "E:7"}), "vi IV I V7")) << "sevenths";
  EXPECT_TRUE(has(chords({"A:min", "A:min7", "F:maj", "C:maj", "G:maj"}), "vi IV I V"));
  EXPECT_FALSE(has(chords({"A:maj", "F:maj", "C:maj", "G:maj"}), "vi IV I V"));
  EXPECT_FALSE(has(chords({"A:min", "N", "F:maj", "C:maj", "G:maj"}), "vi IV I V"));
  EXPECT_FALSE(has(chords({"A:min", "F:maj", "G:maj"}), "vi IV I V"));
  EXPECT_TRUE(has(chords({"B:dim", "C:maj"}), "viio I"));
  EXPECT_TRUE(has(chords({"Bb:maj", "C:maj"}), "bVII I"));
  EXPECT_TRUE(has(chords({"C:aug", "F:min"}), "I+ iv"));
  EXPECT_EQ(chord_steps(chords({"C:maj", "C:7"})).size(), 1u) << "one chord";
  EXPECT_EQ(chord_steps({}), "");
}

TEST(Progression, RefusesWhatIsNone) {
  for (const char* text : {"", "I", "I I", "I hello", "VIII I", "iV I", "N C"})
    EXPECT_THROW(progression_steps(text), ArgumentError) << text;
}

TEST(ChordHistogram, StandsOnTheTonic) {
  auto song = chords({"A:min", "E:maj", "A:min", "N"});
  const ChordHistogram in_a_minor = chord_histogram(song, 21);
  EXPECT_EQ(in_a_minor[12], 255) << "the tonic, minor";
  EXPECT_EQ(in_a_minor[7], 128) << "its dominant, half as long";
  EXPECT_EQ(chord_histogram(chords({"F#:min", "C#:maj", "F#:min"}), 18), in_a_minor);
  EXPECT_EQ(chord_histogram({}, 0), ChordHistogram{});
}

TEST(Difference, GrowsWithTempoKeyAndChords) {
  HarmonyAndTempo song{120.0, 0, chord_histogram(chords({"C:maj", "F:maj", "G:maj"}), 0)};
  EXPECT_EQ(difference(song, song), 0.0);
  HarmonyAndTempo other = song;
  other.bpm = 240.0;
  EXPECT_NEAR(difference(song, other), 0.0, 1e-12) << "counted twice as fast";
  other.bpm = 126.0;
  const double near = difference(song, other);
  other.bpm = 135.0;
  EXPECT_LT(near, difference(song, other));
  other = song;
  other.key = 21;
  EXPECT_EQ(difference(song, other), 0.0) << "the parallel key has the same notes";
  other.key = 7;
  EXPECT_NEAR(difference(song, other), 1.0 / 18.0, 1e-12) << "a fifth";
  other.key = 6;
  EXPECT_NEAR(difference(song, other), 1.0 / 3.0, 1e-12) << "the far side of the circle";
  EXPECT_NEAR(difference({}, song), 0.5, 1e-12) << "nothing is known";
}

}  // namespace
}  // namespace tactus
