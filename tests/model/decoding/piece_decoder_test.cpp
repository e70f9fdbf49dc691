#include "model/decoding/piece_decoder.h"

#include <gtest/gtest.h>

#include <cmath>
#include <optional>
#include <stdexcept>
#include <string>
#include <vector>

#include "model/decoding/beats/beat_summary.h"
#include "tests/model/support/beat_activations.h"

namespace tactus {
namespace {

using namespace test;

// A minute of beats `apart` seconds from each other, every fourth a downbeat, and beats as high as
// `between` half-way.
FrameMatrix bars(double apart, float between) {
  FrameMatrix activations = silent(60.0);
  for (int k = 0; 0.1 + apart * k < 59.0; ++k) {
    sound(activations, 0.1 + apart * k, k % 4 + 1, 0.9f);
    sound(activations, 0.1 + apart * (k + 0.5), 2, between);
  }
  return activations;
}

BeatDecoderParameters asked(double margin) {
  BeatDecoderParameters parameters;
  parameters.level_margin = margin;
  return parameters;
}

TEST(PieceDecoder, NoBeatLiesInTheLastInstantButAPersons) {
  const FrameMatrix activations = bars(0.5, 0.0f);
  const auto plain = decode_downbeats(activations, {}).beats;
  const double last = plain.back().time;
  const double cut = last + kShortestBeat - 0.01;
  const auto shorter = decode_piece_beats(activations, {}, {cut, {}, {}}).beats;
  EXPECT_EQ(shorter.size(), plain.size() - 1);
  EXPECT_EQ(decode_piece_beats(activations, {}, {cut + 0.02, {}, {}}).beats.size(), plain.size());
  const std::vector<Beat> fixed = {{last, 0, 1.0}};
  EXPECT_EQ(decode_piece_beats(activations, {}, {cut, fixed, {}}).beats.back().time, last);
  EXPECT_EQ(decode_piece_beats(any_beat(activations), {}, {cut, {}, {}}).beats.size(),
            decode_beats(any_beat(activations), {}).beats.size() - 1);
}

TEST(PieceDecoder, MusicKeepsBeatsOfAnyConfidence) {
  FrameMatrix quiet = silent(60.0);
  for (int k = 0; 0.1 + 0.5 * k < 59.0; ++k) sound(quiet, 0.1 + 0.5 * k, k % 4 + 1, 0.3f);
  BeatDecoderParameters decoder;
  decoder.least_confidence = 0.5;
  const auto beats = [&](std::optional<double> harmony) {
    return decode_piece_beats(quiet, decoder, {.harmony = harmony}).beats.size();
  };
  EXPECT_EQ(beats({}), 0u);
  EXPECT_EQ(beats(kMusic - 0.01), 0u);
  EXPECT_GT(beats(kMusic), 110u);
}

TEST(PieceDecoder, HarmonyIsTheShareOfTheSoundWithAChord) {
  FrameMatrix rows(10, 3, 10.0);  // C, A minor, N
  for (std::size_t t = 0; t < 10; ++t) rows.row(t)[2] = 0.9f, rows.row(t)[0] = 0.1f;
  EXPECT_EQ(share_of_harmony(rows), 0.0);
  rows.row(4)[1] = rows.row(5)[0] = 0.95f;
  EXPECT_EQ(share_of_harmony(rows), 0.2);
  silence_chords(rows, {1, 1, 1, 0, 1, 1, 0, 0, 0, 0});
  EXPECT_EQ(share_of_harmony(rows), 2.0 / 5);
  for (std::size_t t = 6; t < 10; ++t) rows.row(t)[2] = 1.0f, rows.row(t)[1] = 1e-12f;
  EXPECT_EQ(share_of_harmony(rows), 2.0 / 9) << "a network that is sure of N hears no silence";
  silence_chords(rows, std::vector<bool>(10, false));
  EXPECT_EQ(share_of_harmony(rows), 0.0);
}

// No exception without the place, and none for what rounding gives.
std::string refusal(FrameMatrix activations, float odd) {
  activations.row(7)[1] = odd;
  try {
    decode_piece_beats(activations, {});
    return "";
  } catch (const ActivationError& error) {
    return error.what();
  }
}

TEST(PieceDecoder, RefusesWhatIsNoProbability) {
  const FrameMatrix activations = bars(0.5, 0.0f);
  EXPECT_EQ(refusal(activations, 1.0005f), "");
  EXPECT_EQ(refusal(activations, 3.5f),
            "row 8, column 2: 3.5, expected a probability from 0 to 1 (not a logit)");
  EXPECT_EQ(refusal(activations, -0.5f).find("row 8, column 2: -0.5"), 0u);
  for (const float odd : {std::nanf(""), INFINITY, -INFINITY})
    EXPECT_NE(refusal(activations, odd), "") << odd;
  const std::vector<std::string> labels = {"C:maj", "N"};
  InferredChords inferred{FrameMatrix(20, 2, 10.0), {}, {}};
  inferred.posteriors.row(3)[0] = std::nanf("");
  EXPECT_THROW(decode_piece_chords(inferred, labels, {}, {}), ActivationError);
}

TEST(PieceDecoder, RefusesToSnapChordsToBeatsThatAreInNoOrder) {
  const std::vector<std::string> labels = {"C:maj", "N"};
  ChordDecoderParameters parameters;
  parameters.snap_to_beats = true;
  const auto snap = [&](const std::vector<Beat>& beats) {
    InferredChords inferred{FrameMatrix(20, 2, 10.0), {}, {}};
    decode_piece_chords(inferred, labels, parameters, {.beats = beats});
  };
  EXPECT_NO_THROW(snap({{0.5}, {1.0}}));
  EXPECT_NO_THROW(snap({}));
  EXPECT_THROW(snap({{1.0}, {0.5}}), std::invalid_argument);
  EXPECT_THROW(snap({{0.5}, {0.5}}), std::invalid_argument);
  EXPECT_THROW(snap({{0.5}, {INFINITY}}), std::invalid_argument);
  EXPECT_THROW(snap({{std::nan("")}}), std::invalid_argument);
  EXPECT_THROW(snap({{0.5}, {std::nan("")}, {1.0}}), std::invalid_argument);
}

TEST(PieceDecoder, SetsExactTimesTheGridAndItsTempo) {
  FrameMatrix activations = silent(60.0);
  for (int k = 0; 0.107 + 0.5043 * k < 59.0; ++k) {  // between frames
    for (double away : {-0.02, 0.0, 0.02}) {
      const auto frame = static_cast<std::size_t>(std::lround((0.107 + 0.5043 * k + away) * 50.0));
      const double off = (static_cast<double>(frame) / 50.0 - 0.107 - 0.5043 * k) / 0.015;
      activations.row(frame)[k % 4 == 0] = static_cast<float>(0.9 * std::exp(-0.5 * off * off));
    }
  }
  const BeatDecoding decoding = decode_piece_beats(activations, {});
  ASSERT_EQ(decoding.grid.kind, GridKind::kConstant);
  EXPECT_NEAR(decoding.grid.segments[0].bpm, 60.0 / 0.5043, 0.006);
  EXPECT_EQ(decoding.tempi.at(0).bpm, decoding.grid.segments[0].bpm);
  for (const Beat& beat : decoding.beats) {
    const double place = (beat.time - 0.107) / 0.5043;
    EXPECT_NEAR(place, std::round(place), 0.004);
  }
  EXPECT_EQ(decoding.tempo_curve.size(), decoding.beats.size());
  BeatDecoderParameters free;
  free.grid = GridChoice::kFree;
  EXPECT_EQ(decode_piece_beats(activations, free).grid.kind, GridKind::kFree);
}

TEST(PieceDecoder, RunsASecondPassWhereTheLevelIsInDoubtAndOnlyThere) {
  const FrameMatrix doubtful = bars(0.96, 0.7f);
  int asked_for = 0;
  BeatPieceOptions options;
  options.run_second_pass = [&](double speed) {
    ++asked_for;
    FrameMatrix slow = bars(0.96, 0.0f);
    slow.fps /= 1.0;
    EXPECT_GT(speed, 1.0);
    return slow;
  };
  const double once = decode_piece_beats(doubtful, asked(1e6)).tempi.at(0).bpm;
  EXPECT_NEAR(once, 125.0, 2.0);
  EXPECT_NEAR(decode_piece_beats(doubtful, asked(1e6), options).tempi.at(0).bpm, 62.5, 1.0);
  EXPECT_EQ(asked_for, 1);
  EXPECT_NEAR(decode_piece_beats(doubtful, asked(0.0), options).tempi.at(0).bpm, once, 1e-9);
  decode_piece_beats(bars(0.6, 0.0f), asked(1e6), options);  // 100 BPM leave no doubt
  EXPECT_EQ(asked_for, 1);
}

TEST(PieceDecoder, WhereNothingSoundsThereIsNoBeatAndNoChord) {
  FrameMatrix beats(3, 2, 50.0), chords(3, 2, 10.0);
  beats.data.assign(6, 0.5f);
  chords.data.assign(6, 0.5f);
  silence_beats(beats, {true, false, true});
  silence_chords(chords, {true, false, true});
  EXPECT_EQ(beats.data, (std::vector<float>{0.5f, 0.5f, 0, 0, 0.5f, 0.5f}));
  EXPECT_EQ(chords.data, (std::vector<float>{0.5f, 0.5f, 0, 1, 0.5f, 0.5f}));
  EXPECT_THROW(silence_beats(beats, {true}), std::invalid_argument);
}

TEST(PieceDecoder, ChordsEndWithTheMusicAndAreSpelledByTheKey) {
  InferredChords inferred;
  inferred.posteriors = FrameMatrix(40, 4, 10.0);
  const std::vector<std::string> labels = {"F:maj", "A#:maj", "C:maj", "N"};
  for (std::size_t t = 0; t < 40; ++t) inferred.posteriors.row(t)[t / 10 % 3] = 1.0f;
  ChordPieceOptions options;
  options.seconds = 3.93;
  const std::vector<Beat> beats = {{1.05}, {2.1}};
  options.beats = beats;
  ChordDecoderParameters parameters;
  const ChordPiece piece = decode_piece_chords(inferred, labels, parameters, options);
  ASSERT_EQ(piece.keys.size(), 1u);
  EXPECT_EQ(piece.keys[0].label, "F:major");
  ASSERT_EQ(piece.chords.size(), 4u);
  EXPECT_EQ(piece.chords[1].label, "Bb:maj");
  EXPECT_EQ(piece.chords[1].start, 0.95);
  EXPECT_EQ(piece.chords.back().end, 3.93);
  parameters.snap_to_beats = true;
  EXPECT_EQ(decode_piece_chords(inferred, labels, parameters, options).chords[1].start, 1.05);
  options.find_key = false;
  const ChordPiece as_it_is = decode_piece_chords(inferred, labels, parameters, options);
  EXPECT_TRUE(as_it_is.keys.empty());
  EXPECT_EQ(as_it_is.chords[1].label, "A#:maj");
}

TEST(PieceDecoder, NoKeyWhereHardlyAnythingIsHarmony) {
  const std::vector<std::string> labels = {"F:maj", "C:maj", "N"};
  const auto keys_of = [&](std::size_t from) {
    InferredChords inferred{FrameMatrix(200, 3, 10.0), {}, {}};
    for (std::size_t t = 0; t < 200; ++t)
      inferred.posteriors.row(t)[t < from ? 2 : t / 10 % 2] = 0.9f;
    return decode_piece_chords(inferred, labels, {}).keys.size();
  };
  EXPECT_EQ(keys_of(100), 1u);
  EXPECT_EQ(keys_of(160), 0u);
}

}  // namespace
}  // namespace tactus
