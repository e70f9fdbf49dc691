#include "datasets/checks/annotation_checks.h"

#include <gtest/gtest.h>

#include <cmath>

namespace tactus {
namespace {

std::vector<Beat> steady(int count, double interval, int meter) {
  std::vector<Beat> beats;
  for (int i = 0; i < count; ++i) beats.push_back({0.5 + i * interval, i % meter + 1});
  return beats;
}

std::vector<LabelledSegment> chords(std::initializer_list<const char*> labels) {
  std::vector<LabelledSegment> segments;
  for (const char* label : labels) {
    const double start = 2.0 * static_cast<double>(segments.size());
    segments.push_back({start, start + 2.0, label});
  }
  return segments;
}

// The kind of every finding.
std::vector<std::string> kinds(const std::vector<Finding>& findings) {
  std::vector<std::string> names;
  for (const Finding& finding : findings) names.emplace_back(name_of(finding.kind));
  return names;
}
using Names = std::vector<std::string>;

TEST(BeatChecks, FindNothingInPlausibleBeats) {
  EXPECT_EQ(kinds(check_beats(steady(64, 0.5, 4), 33.0)), Names{});
  EXPECT_EQ(kinds(check_beats({}, 33.0)), Names{});
  EXPECT_EQ(kinds(check_beats(steady(3, 0.5, 4), 0.0)), Names{});
  std::vector<Beat> unknown = steady(64, 0.5, 4);
  for (Beat& beat : unknown) beat.position = 0;
  EXPECT_EQ(kinds(check_beats(unknown, 33.0)), Names{});
}

TEST(BeatChecks, AcceptMusicThatIsNotStiff) {
  std::vector<Beat> change = steady(32, 0.5, 4);  // from 120 to 75 BPM at once
  for (int i = 0; i < 32; ++i) change.push_back({change[31].time + 0.8 * (i + 1), i % 4 + 1});
  EXPECT_EQ(kinds(check_beats(change, 0.0)), Names{});
  std::vector<Beat> rubato;
  double time = 0.0;
  for (int i = 0; i < 80; ++i, time += 0.6 * std::exp(0.35 * std::sin(i * 0.9)))
    rubato.push_back({time, i % 3 + 1});
  EXPECT_EQ(kinds(check_beats(rubato, 0.0)), Names{});
  std::vector<Beat> ritardando = steady(40, 0.5, 4);
  for (int i = 36; i < 40; ++i)
    for (int k = i; k < 40; ++k) ritardando[static_cast<std::size_t>(k)].time += 0.15 * (i - 35);
  EXPECT_EQ(kinds(check_beats(ritardando, 0.0)), Names{});
  std::vector<Beat> meters = steady(16, 0.5, 4);  // 4/4, then 3/4
  for (int i = 0; i < 15; ++i) meters.push_back({8.5 + 0.5 * i, i % 3 + 1});
  EXPECT_EQ(kinds(check_beats(meters, 0.0)), Names{});
}

TEST(BeatChecks, FindAMissingBeat) {
  std::vector<Beat> beats = steady(64, 0.5, 1);
  beats.erase(beats.begin() + 20);
  beats.erase(beats.begin() + 40, beats.begin() + 42);
  const std::vector<Finding> findings = check_beats(beats, 0.0);
  ASSERT_EQ(kinds(findings), Names{"missing-beat"});
  EXPECT_DOUBLE_EQ(findings[0].time.value(), beats[19].time);
  EXPECT_EQ(findings[0].message,
            "2 missing beats, the first at 10.000 s: 1.000 s between beats, usually 0.500 s");
}

TEST(BeatChecks, FindADoubledBeat) {
  for (const double place : {0.05, 0.25, 0.4}) {
    std::vector<Beat> beats = steady(64, 0.5, 1);
    beats.insert(beats.begin() + 21, {beats[20].time + place, 1});
    const std::vector<Finding> findings = check_beats(beats, 0.0);
    ASSERT_EQ(kinds(findings), Names{"doubled-beat"}) << place;
  }
}

TEST(BeatChecks, FindAJump) {
  std::vector<Beat> beats = steady(64, 0.5, 1);
  for (std::size_t i = 30; i < beats.size(); ++i) beats[i].time += 0.25;
  const std::vector<Finding> findings = check_beats(beats, 0.0);
  ASSERT_EQ(kinds(findings), Names{"tempo-jump"});
  EXPECT_DOUBLE_EQ(findings[0].time.value(), beats[29].time);
}

TEST(BeatChecks, FindImplausibleTempo) {
  EXPECT_EQ(kinds(check_beats(steady(64, 0.1, 4), 0.0)), Names{"tempo"});
  EXPECT_EQ(kinds(check_beats(steady(64, 3.0, 4), 0.0)), Names{"tempo"});
}

TEST(BeatChecks, FindPositionsThatDoNotCount) {
  std::vector<Beat> beats = steady(64, 0.5, 4);
  beats[10].position = 4;  // 1 2 4 4: two of them
  const std::vector<Finding> findings = check_beats(beats, 0.0);
  ASSERT_EQ(kinds(findings), Names{"bar-position"});
  EXPECT_EQ(findings[0].message, "2 bar positions out of order, the first at 5.500 s: 4 after 2");
  beats[10].position = 0;
  EXPECT_EQ(kinds(check_beats(beats, 0.0)), Names{"bar-position"});
}

TEST(BeatChecks, CompareWithTheAudiosLength) {
  const std::vector<Beat> beats = steady(64, 0.5, 4);  // to 32.0 s
  EXPECT_EQ(kinds(check_beats(beats, 31.95)), Names{});
  EXPECT_EQ(kinds(check_beats(beats, 31.8)), Names{"beat-outside"});
  EXPECT_EQ(kinds(check_beats(beats, 100.0)), Names{"length"});
  EXPECT_EQ(kinds(check_beats(beats, 40.0)), Names{});
}

TEST(ChordChecks, FindNothingInPlausibleChords) {
  EXPECT_EQ(kinds(check_chords(chords({"N", "C:maj", "A:min7/b7", "F", "X"}), 10.5)), Names{});
  EXPECT_EQ(kinds(check_chords({}, 10.0)), Names{});
}

TEST(ChordChecks, FindGapsAndWrongLengths) {
  std::vector<LabelledSegment> segments = chords({"C:maj", "G:maj", "F:maj"});
  segments[0].end = 1.7;
  EXPECT_EQ(kinds(check_chords(segments, 6.0)), Names{"segment-gap"});
  segments[0].end = 1.96;
  EXPECT_EQ(kinds(check_chords(segments, 6.0)), Names{});
  EXPECT_EQ(kinds(check_chords(segments, 3.9)), Names{"length"});
  EXPECT_EQ(kinds(check_chords(segments, 30.0)), Names{"length"});
}

TEST(ChordChecks, FindLabelsOutsideTheGrammar) {
  const std::vector<Finding> findings = check_chords(chords({"C:maj", "H:maj", "Cm7", "Dm"}), 0.0);
  ASSERT_EQ(kinds(findings), (Names{"chord-label", "chord-spelling"}));
  EXPECT_DOUBLE_EQ(findings[0].time.value(), 2.0);
  EXPECT_NE(findings[1].message.find("'Cm7' is read as C:min7"), std::string::npos);
}

}  // namespace
}  // namespace tactus
