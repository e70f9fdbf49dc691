#include "model/decoding/chords/chord_decoder.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>
#include <random>

#include "model/chords/chord_spelling.h"

namespace tactus {
namespace {

int index_of(const std::string& label) {
  return vocabulary_index(parse_chord(label));
}

struct Part {
  std::string label;
  int frames;
};

// Posteriors over the vocabulary: `certainty` on the label of each part, the rest spread evenly.
FrameMatrix posteriors_of(const std::vector<Part>& parts, float certainty = 0.8f, double fps = 10) {
  FrameMatrix posteriors(0, kChordVocabularySize, fps);
  for (const Part& part : parts) {
    for (int k = 0; k < part.frames; ++k) {
      ++posteriors.frames;
      posteriors.data.resize(posteriors.frames * posteriors.bins, (1 - certainty) / 168.0f);
      posteriors.row(posteriors.frames - 1)[static_cast<std::size_t>(index_of(part.label))] =
          certainty;
    }
  }
  return posteriors;
}

std::string text(const std::vector<LabelledSegment>& segments) {
  std::string line;
  for (const LabelledSegment& s : segments) {
    line += s.label + " " + std::to_string(std::lround(s.start * 100)) + "-" +
            std::to_string(std::lround(s.end * 100)) + "; ";
  }
  return line;
}

void expect_sound(const std::vector<LabelledSegment>& segments, double duration) {
  ASSERT_FALSE(segments.empty());
  EXPECT_EQ(segments.front().start, 0.0);
  EXPECT_NEAR(segments.back().end, duration, 1e-9);
  for (std::size_t k = 0; k < segments.size(); ++k) {
    EXPECT_LT(segments[k].start, segments[k].end);
    EXPECT_GE(segments[k].confidence, 0.0);
    EXPECT_LE(segments[k].confidence, 1.0);
    EXPECT_NE(segments[k].label, "X");
    if (k > 0) {
      EXPECT_EQ(segments[k].start, segments[k - 1].end);
      EXPECT_NE(segments[k].label, segments[k - 1].label);
    }
  }
}

TEST(DecodeChords, PutsChangesBetweenFrames) {
  const auto chords = decode_chords(posteriors_of({{"C:maj", 20}, {"A:min7", 10}, {"N", 15}}),
                                    chord_vocabulary(), {});
  EXPECT_EQ(text(chords), "C:maj 0-195; A:min7 195-295; N 295-450; ");
  expect_sound(chords, 4.5);
  EXPECT_NEAR(chords[1].confidence, 0.8, 1e-4);
}

TEST(DecodeChords, RemovesFragments) {
  const FrameMatrix posteriors =
      posteriors_of({{"C:maj", 20}, {"E:min", 1}, {"C:maj", 20}, {"F:maj", 20}}, 0.5f);
  EXPECT_EQ(text(decode_chords(posteriors, chord_vocabulary(), {})),
            "C:maj 0-405; F:maj 405-610; ");
  ChordDecoderParameters hasty;
  hasty.stay_bonus = 0;
  EXPECT_EQ(decode_chords(posteriors, chord_vocabulary(), hasty).size(), 4u);
}

TEST(DecodeChords, BrokenFramesAreNoChord) {
  FrameMatrix posteriors = posteriors_of({{"G:7", 30}, {"G:7", 30}});
  for (std::size_t t = 30; t < 60; ++t) {
    for (float& p : posteriors.row(t)) p = std::numeric_limits<float>::quiet_NaN();
  }
  EXPECT_EQ(text(decode_chords(posteriors, chord_vocabulary(), {})), "G:7 0-295; N 295-600; ");
  expect_sound(decode_chords(FrameMatrix(50, kChordVocabularySize, 10), chord_vocabulary(), {}), 5);
}

TEST(DecodeChords, NeverChoosesX) {
  FrameMatrix posteriors(20, 3, 10);
  for (std::size_t t = 0; t < 20; ++t) {
    posteriors.row(t)[0] = 0.98f;
    posteriors.row(t)[1] = 0.02f;
  }
  const std::vector<std::string> labels = {"X", "C:maj", "N"};
  EXPECT_EQ(text(decode_chords(posteriors, labels, {})), "C:maj 0-200; ");
}

TEST(DecodeChords, EqualLabelsOfSeveralColumnsAreMerged) {
  FrameMatrix posteriors(20, 2, 10);
  for (std::size_t t = 0; t < 20; ++t) posteriors.row(t)[t < 10 ? 0 : 1] = t < 10 ? 1.0f : 0.5f;
  const std::vector<std::string> labels = {"C:maj", "C:maj"};
  const auto chords = decode_chords(posteriors, labels, {});
  EXPECT_EQ(text(chords), "C:maj 0-200; ");
  EXPECT_NEAR(chords[0].confidence, 1.0, 1e-6);
}

TEST(DecodeChords, NoFramesNoChordsAndOneFrameOneChord) {
  EXPECT_TRUE(
      decode_chords(FrameMatrix(0, kChordVocabularySize, 10), chord_vocabulary(), {}).empty());
  expect_sound(decode_chords(posteriors_of({{"C:maj", 1}}), chord_vocabulary(), {}), 0.1);
}

TEST(DecodeChords, LongSongsAreDecodedInWindowsWithoutASeam) {
  ChordDecoderParameters learned;
  learn_chord_statistics({}, 10, learned);
  // Changes lie around the windows' ends; one chord lasts for longer than a window.
  const FrameMatrix posteriors = posteriors_of(
      {{"C:maj", 11980}, {"F:maj", 40}, {"G:7", 13500}, {"C:maj", 900}, {"A:min", 100}});
  for (const ChordDecoderParameters& parameters : {ChordDecoderParameters{}, learned}) {
    const auto chords = decode_chords(posteriors, chord_vocabulary(), parameters);
    EXPECT_EQ(text(chords),
              "C:maj 0-119795; F:maj 119795-120195; G:7 120195-255195; C:maj 255195-264195; "
              "A:min 264195-265200; ");
    expect_sound(chords, 2652);
  }
}

TEST(DecodeChords, RefusesWrongCalls) {
  EXPECT_THROW(decode_chords(FrameMatrix(4, 24, 10), chord_vocabulary(), {}),
               std::invalid_argument);
  EXPECT_THROW(decode_chords(FrameMatrix(4, kChordVocabularySize, 0), chord_vocabulary(), {}),
               std::invalid_argument);
  ChordDecoderParameters parameters;
  parameters.max_duration = 5;
  EXPECT_THROW(decode_chords(posteriors_of({{"N", 9}}), chord_vocabulary(), parameters),
               std::invalid_argument);
}

// Songs that go round I - V - vi - IV in every key, two seconds a chord.
std::vector<std::vector<LabelledSegment>> four_chord_songs(double seconds = 2.0) {
  std::vector<std::vector<LabelledSegment>> songs;
  for (int key = 0; key < 12; ++key) {
    std::vector<LabelledSegment> song = {{0, seconds / 2, "N"}};
    for (int bar = 0; bar < 32; ++bar) {
      const int root = (key + std::array{0, 7, 9, 5}[static_cast<std::size_t>(bar % 4)]) % 12;
      song.push_back({song.back().end, song.back().end + seconds,
                      std::string(root_name(root)) + (bar % 4 == 2 ? ":min" : ":maj")});
    }
    songs.push_back(song);
  }
  return songs;
}

TEST(ChordStatistics, AreDistributionsThatKnowTheSongs) {
  ChordDecoderParameters p;
  p.bass_certainty = 0.7;
  learn_chord_statistics(four_chord_songs(), 10, p);
  EXPECT_EQ(p.bass_certainty, 0.7);
  const auto change = [&](int q1, int interval, int q2) {
    return std::exp(p.change_log_probability[static_cast<std::size_t>(
        (q1 * 12 + interval) * kChordQualities + q2)]);
  };
  for (int q1 = 0; q1 < kChordQualities; ++q1) {
    double sum = 0;
    for (int cell = 0; cell < 12 * kChordQualities; ++cell) {
      sum += change(q1, cell / kChordQualities, cell % kChordQualities);
    }
    EXPECT_NEAR(sum, 1.0, 1e-4) << q1;
  }
  EXPECT_GT(change(0, 7, 0), 0.5);  // a fifth up: C - G and F - C
  EXPECT_GT(change(1, 8, 0), 0.8);  // A:min - F:maj
  for (int root = 1; root < 12; ++root) EXPECT_FLOAT_EQ(change(14, root, 0), change(14, 0, 0));
  EXPECT_GT(change(14, 0, 0), 0.06);  // from N nearly always a major chord, every root alike
  EXPECT_LT(change(0, 6, 3), 0.001);
  for (int q = 0; q < kChordQualities; ++q) {
    const float* row = p.duration_log_probability.data() + q * (p.max_duration + 1);
    double sum = 0;
    for (int d = 0; d < p.max_duration; ++d) sum += std::exp(row[d]);
    const double rho = std::exp(row[p.max_duration]);
    sum += std::exp(row[p.max_duration - 1]) * rho / (1 - rho);  // beyond D
    EXPECT_NEAR(sum, 1.0, 1e-4) << q;
  }
}

TEST(ChordStatistics, TranspositionsGiveTheSameTables) {
  const auto songs = four_chord_songs();
  ChordDecoderParameters in_c;
  ChordDecoderParameters in_fis;
  learn_chord_statistics(std::span(songs).subspan(0, 1), 10, in_c);
  learn_chord_statistics(std::span(songs).subspan(6, 1), 10, in_fis);
  EXPECT_EQ(in_c, in_fis);
}

TEST(ChordStatistics, DecideWhatTheFramesLeaveOpen) {
  ChordDecoderParameters learned;
  learn_chord_statistics(four_chord_songs(), 10, learned);
  // After C - G, the third chord is A:min or A:maj: the frames cannot tell.
  FrameMatrix posteriors =
      posteriors_of({{"C:maj", 20}, {"G:maj", 20}, {"A:maj", 20}, {"F:maj", 20}});
  for (std::size_t t = 40; t < 60; ++t) {
    posteriors.row(t)[static_cast<std::size_t>(index_of("A:maj"))] = 0.41f;
    posteriors.row(t)[static_cast<std::size_t>(index_of("A:min"))] = 0.39f;
  }
  const auto chords = decode_chords(posteriors, chord_vocabulary(), learned);
  EXPECT_EQ(text(chords), "C:maj 0-195; G:maj 195-395; A:min 395-595; F:maj 595-800; ");
  EXPECT_NE(text(decode_chords(posteriors, chord_vocabulary(), {})), text(chords));
}

TEST(ChordStatistics, WorkForOtherVocabularies) {
  ChordDecoderParameters learned;
  learn_chord_statistics(four_chord_songs(), 10, learned);
  const std::vector<std::string> labels = {"C:maj", "G:maj", "A:min", "N"};
  FrameMatrix posteriors(60, 4, 10);
  for (std::size_t t = 0; t < 60; ++t) posteriors.row(t)[t / 20] = 1.0f;
  EXPECT_EQ(text(decode_chords(posteriors, labels, learned)),
            "C:maj 0-195; G:maj 195-395; A:min 395-600; ");
}

TEST(ChordStatistics, NothingLearnedIsStillUsable) {
  ChordDecoderParameters learned;
  learn_chord_statistics({}, 10, learned);
  EXPECT_EQ(text(decode_chords(posteriors_of({{"C:maj", 20}, {"F:maj", 20}}), chord_vocabulary(),
                               learned)),
            "C:maj 0-195; F:maj 195-400; ");
  EXPECT_THROW(learn_chord_statistics({}, 0, learned), std::invalid_argument);
}

// C:maj and C:7 together are more likely than A:min, which no single one of them is.
TEST(DecodeChords, TriadsAreChosenBeforeSevenths) {
  FrameMatrix posteriors = posteriors_of({{"A:min", 40}}, 0.4f);
  for (std::size_t t = 0; t < 40; ++t) {
    posteriors.row(t)[static_cast<std::size_t>(index_of("C:maj"))] = t < 20 ? 0.38f : 0.10f;
    posteriors.row(t)[static_cast<std::size_t>(index_of("C:7"))] = t < 20 ? 0.10f : 0.38f;
  }
  ChordDecoderParameters parameters;
  learn_chord_statistics({}, 10, parameters);
  const auto chords = decode_chords(posteriors, chord_vocabulary(), parameters);
  ASSERT_EQ(text(chords), "C:maj 0-195; C:7 195-400; ");
  float total = 0.0f;
  for (const float p : posteriors.row(0)) total += p;
  EXPECT_NEAR(chords[0].confidence, 0.38 / total, 1e-3) << "that of the label, not of the triad";
  parameters.triads_first = false;
  EXPECT_EQ(text(decode_chords(posteriors, chord_vocabulary(), parameters)), "A:min 0-400; ");
}

TEST(ChordPosteriors, FollowTheHeadsAndSumToOne) {
  ChordLogits logits;
  logits.root = FrameMatrix(2, 13, 10);
  logits.bass = FrameMatrix(2, 13, 10);
  logits.quality = FrameMatrix(2, kChordQualities, 10);
  logits.pitches = FrameMatrix(2, 12, 10);
  logits.root.row(0)[7] = 5;
  logits.bass.row(0)[11] = 5;
  logits.quality.row(0)[2] = 5;
  for (float& logit : logits.pitches.row(0)) logit = -4;
  for (std::size_t k : {7u, 11u, 2u, 5u}) logits.pitches.row(0)[k] = 4;
  logits.root.row(1)[12] = 5;
  logits.bass.row(1)[12] = 5;
  logits.quality.row(1)[14] = 5;
  const FrameMatrix posteriors = chord_posteriors(logits);
  ASSERT_EQ(posteriors.bins, 169u);
  EXPECT_EQ(posteriors.fps, 10);
  const auto best = [&](std::size_t t) {
    const auto row = posteriors.row(t);
    double sum = 0;
    for (float p : row) sum += p;
    EXPECT_NEAR(sum, 1.0, 1e-5);
    return chord_vocabulary()[static_cast<std::size_t>(std::max_element(row.begin(), row.end()) -
                                                       row.begin())];
  };
  EXPECT_EQ(best(0), "G:7");
  EXPECT_EQ(best(1), "N");
}

TEST(ChordPosteriors, ThePitchesDecideBetweenQualitiesTheOtherHeadsLeaveOpen) {
  ChordLogits logits;
  logits.root = FrameMatrix(1, 13, 10);
  logits.quality = FrameMatrix(1, kChordQualities, 10);
  logits.pitches = FrameMatrix(1, 12, 10);
  logits.root.row(0)[2] = 8;
  for (float& logit : logits.pitches.row(0)) logit = -3;
  for (std::size_t k : {2u, 5u, 9u}) logits.pitches.row(0)[k] = 3;
  const FrameMatrix posteriors = chord_posteriors(logits);
  const auto row = posteriors.row(0);
  EXPECT_EQ(std::max_element(row.begin(), row.end()) - row.begin(), index_of("D:min"));
}

// Where root and quality are open together, their heads alone cannot tell A:min from A:maj.
TEST(ChordPosteriors, TheChordHeadKeepsRootAndQualityTogether) {
  ChordLogits logits;
  logits.root = FrameMatrix(1, 13, 10);
  logits.quality = FrameMatrix(1, kChordQualities, 10);
  logits.root.row(0)[0] = 6.1f;
  logits.root.row(0)[9] = 6.0f;
  logits.quality.row(0)[1] = 6.1f;
  logits.quality.row(0)[0] = 6.0f;
  const auto best = [&] {
    const FrameMatrix posteriors = chord_posteriors(logits);
    const auto row = posteriors.row(0);
    return chord_vocabulary()[static_cast<std::size_t>(std::max_element(row.begin(), row.end()) -
                                                       row.begin())];
  };
  EXPECT_EQ(best(), "C:min");
  logits.chord = FrameMatrix(1, kChordVocabularySize, 10);
  logits.chord.row(0)[static_cast<std::size_t>(index_of("C:maj"))] = 3;
  logits.chord.row(0)[static_cast<std::size_t>(index_of("A:min"))] = 4;
  EXPECT_EQ(best(), "A:min");
  logits.chord = FrameMatrix(1, kChordVocabularySize - 1, 10);
  EXPECT_THROW(best(), std::invalid_argument);
}

TEST(ChordLogits, AreFoundByTheHeadsNames) {
  const std::vector<HeadSpec> heads = {{"chord", kChordVocabularySize, HeadKind::kSoftmax},
                                       {"bass", 13, HeadKind::kSoftmax},
                                       {"root", 13, HeadKind::kSoftmax}};
  std::vector<FrameMatrix> outputs;
  for (const HeadSpec& head : heads) {
    outputs.emplace_back(2, static_cast<std::size_t>(head.classes), 10.0);
    outputs.back().data[0] = static_cast<float>(outputs.size());
  }
  const ChordLogits logits = chord_logits(heads, outputs);
  EXPECT_EQ(logits.chord.data[0], 1.0f);
  EXPECT_EQ(logits.bass.data[0], 2.0f);
  EXPECT_EQ(logits.root.data[0], 3.0f);
  EXPECT_EQ(logits.pitches.bins, 0u);
  outputs.pop_back();
  EXPECT_THROW(chord_logits(heads, outputs), std::invalid_argument);
}

TEST(ChordPosteriors, NonFiniteLogitsAreNoEvidence) {
  ChordLogits logits;
  logits.root = FrameMatrix(1, 13, 10);
  logits.quality = FrameMatrix(1, kChordQualities, 10);
  logits.root.row(0)[3] = std::numeric_limits<float>::quiet_NaN();
  logits.quality.row(0)[3] = std::numeric_limits<float>::infinity();
  for (float p : chord_posteriors(logits).data) EXPECT_TRUE(std::isfinite(p));
  logits.quality = FrameMatrix(1, 14, 10);
  EXPECT_THROW(chord_posteriors(logits), std::invalid_argument);
}

FrameMatrix bass_logits(const std::vector<int>& bass_per_second, float logit, double fps = 10) {
  FrameMatrix logits(bass_per_second.size() * static_cast<std::size_t>(fps), 13, fps);
  for (std::size_t t = 0; t < logits.frames; ++t) {
    logits.row(t)[static_cast<std::size_t>(bass_per_second[t / static_cast<std::size_t>(fps)])] =
        logit;
  }
  return logits;
}

TEST(AddInversions, OnlyWhereTheBassIsASureChordTone) {
  std::vector<LabelledSegment> chords = {
      {0, 1, "C:maj", 1}, {1, 2, "C:maj", 1},  {2, 3, "A:min7", 1}, {3, 4, "C:maj", 1},
      {4, 5, "N", 1},     {5, 6, "B:dim7", 1}, {6, 7, "C:maj/5", 1}};
  add_inversions(chords, bass_logits({4, 0, 7, 2, 4, 8, 4}, 6), {});
  std::string labels;
  for (const auto& chord : chords) labels += chord.label + " ";
  EXPECT_EQ(labels, "C:maj/3 C:maj A:min7/b7 C:maj N B:dim7/bb7 C:maj/5 ");
  std::vector<LabelledSegment> unsure = {{0, 1, "C:maj", 1}};
  add_inversions(unsure, bass_logits({4}, 1.5f), {});
  EXPECT_EQ(unsure[0].label, "C:maj");
  EXPECT_THROW(add_inversions(unsure, FrameMatrix(3, 12, 10), {}), std::invalid_argument);
}

TEST(AddInversions, EveryWrittenDegreeIsTheBassThatWasHeard) {
  for (int q = 0; q < kNoChordQuality; ++q) {
    for (int interval = 1; interval < 12; ++interval) {
      if (!quality_notes(q)[static_cast<std::size_t>(interval)]) continue;
      std::vector<LabelledSegment> chord = {
          {0, 1, std::string("E:") + chord_qualities()[static_cast<std::size_t>(q)], 1}};
      add_inversions(chord, bass_logits({(4 + interval) % 12}, 8), {});
      EXPECT_EQ(parse_chord(chord[0].label).bass, interval) << chord[0].label;
      EXPECT_EQ(index_of(chord[0].label), 4 * kNoChordQuality + q) << chord[0].label;
    }
  }
}

TEST(SnapToBeats, MovesBoundariesWithinTheTolerance) {
  std::vector<LabelledSegment> chords = {
      {0, 1.93, "C:maj", 0.5}, {1.93, 3.5, "G:maj", 0.5}, {3.5, 6, "F:maj", 0.5}};
  const std::vector<Beat> beats = {{1, 0, 0}, {2, 0, 0}, {3, 0, 0}, {4, 0, 0}};
  snap_to_beats(chords, beats, 0.2);
  EXPECT_EQ(text(chords), "C:maj 0-200; G:maj 200-350; F:maj 350-600; ");
}

TEST(SnapToBeats, VanishedSegmentsAreMergedAway) {
  std::vector<LabelledSegment> chords = {
      {0, 1.9, "C:maj", 0.5}, {1.9, 2.1, "G:maj", 0.5}, {2.1, 6, "C:maj", 1.0}};
  const std::vector<Beat> beats = {{2, 0, 0}, {4, 0, 0}};
  snap_to_beats(chords, beats, 0.2);
  EXPECT_EQ(text(chords), "C:maj 0-600; ");
  EXPECT_NEAR(chords[0].confidence, (2 * 0.5 + 4 * 1.0) / 6, 1e-9);
}

TEST(SnapToBeats, StaysSoundOnRandomSegments) {
  std::mt19937 random(3);
  std::uniform_real_distribution<double> length(0.05, 1.5);
  for (int round = 0; round < 50; ++round) {
    std::vector<LabelledSegment> chords;
    double time = 0;
    for (int k = 0; k < 30; ++k) {
      const double end = time + length(random);
      chords.push_back({time, end, k % 3 == 0 ? "C:maj" : k % 3 == 1 ? "F:maj" : "G:maj", 0.5});
      time = end;
    }
    std::vector<Beat> beats;
    for (double beat = -0.3; beat < time + 2; beat += 0.2 + length(random))
      beats.push_back({beat, 0, 0});
    snap_to_beats(chords, beats, 0.4);
    expect_sound(chords, time);
  }
}

TEST(Spelling, FollowsTheKey) {
  const auto names = [](std::string_view key) {
    std::string line;
    for (int pc = 0; pc < 12; ++pc) line += root_in_key(pc, key) + " ";
    return line;
  };
  EXPECT_EQ(names(""), "C C# D Eb E F F# G Ab A Bb B ");
  EXPECT_EQ(names("C:major"), names(""));
  EXPECT_EQ(names("A:major"), "C C# D D# E F F# G G# A A# B ");
  EXPECT_EQ(names("Bb:major"), "C Db D Eb E F Gb G Ab A Bb B ");
  EXPECT_EQ(names("A:minor"), "C C# D Eb E F F# G G# A Bb B ");
  EXPECT_EQ(names("Db:major"), "C Db D Eb E F Gb G Ab A Bb Cb ");
  EXPECT_THROW(names("H:major"), std::invalid_argument);
  EXPECT_THROW(names("C:dorian"), std::invalid_argument);
  EXPECT_THROW(names("C"), std::invalid_argument);
}

TEST(Spelling, EveryNameInEveryKeyMeansThePitchClass) {
  for (const char* tonic :
       {"Cb", "Gb", "Db", "Ab", "Eb", "Bb", "F", "C", "G", "D", "A", "E", "B", "F#", "C#"}) {
    for (const char* mode : {":major", ":minor"}) {
      for (int pc = 0; pc < 12; ++pc) {
        const std::string name = root_in_key(pc, std::string(tonic) + mode);
        EXPECT_EQ(parse_chord(name).root, pc) << tonic << mode;
        EXPECT_LE(name.size(), 2u);
      }
    }
  }
}

TEST(Spelling, RespellKeepsTheRestOfTheLabel) {
  std::vector<LabelledSegment> chords = {
      {0, 1, "A#:maj/3"}, {1, 2, "N"}, {2, 3, "D#:min7"}, {3, 4, "C"}};
  respell(chords, "F:major");
  EXPECT_EQ(chords[0].label, "Bb:maj/3");
  EXPECT_EQ(chords[1].label, "N");
  EXPECT_EQ(chords[2].label, "Eb:min7");
  EXPECT_EQ(chords[3].label, "C");
}

}  // namespace
}  // namespace tactus
