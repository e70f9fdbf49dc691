#include "model/decoding/piece_decoder.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <optional>
#include <stdexcept>
#include <string>
#include <vector>

#include "model/decoding/beats/beat_summary.h"
#include "model/decoding/music_parts.h"
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

// Posteriors of a chord and N, 10 rows a second, with a chord in that share of each second.
FrameMatrix chords(double seconds, double share) {
  FrameMatrix rows(static_cast<std::size_t>(seconds * 10.0), 2, 10.0);
  for (std::size_t t = 0; t < rows.frames; ++t) {
    const bool chord = static_cast<double>(t % 10) < 10.0 * share;
    rows.row(t)[0] = chord ? 0.95f : 0.05f;
    rows.row(t)[1] = 1.0f - rows.row(t)[0];
  }
  return rows;
}
void forget_chords(FrameMatrix& rows, double from, double to) {
  for (auto t = static_cast<std::size_t>(from * 10.0); t < static_cast<std::size_t>(to * 10.0); ++t)
    rows.row(t)[0] = 0.02f, rows.row(t)[1] = 0.98f;
}

// A sound as loud as `quiet` between the two times, 1 elsewhere.
AttackCurve loud_but(double from, double to, double seconds, float quiet) {
  FrameMatrix envelope(static_cast<std::size_t>(seconds * 500.0), 2, 500.0);
  for (std::size_t i = 0; i < envelope.frames; ++i) {
    const double time = static_cast<double>(i) / 500.0;
    envelope.row(i)[0] = envelope.row(i)[1] = time >= from && time < to ? quiet : 1.0f;
  }
  return AttackCurve(envelope);
}

void put_bars(FrameMatrix& activations, double first, double apart, int beats, int meter) {
  for (int k = 0; k < beats; ++k) sound(activations, first + apart * k, k % meter + 1, 0.9f);
}

std::size_t beats_between(const BeatDecoding& decoding, double from, double to) {
  return static_cast<std::size_t>(std::ranges::count_if(
      decoding.beats, [&](const Beat& beat) { return beat.time >= from && beat.time < to; }));
}

TEST(PieceDecoder, MusicKeepsBeatsOfAnyConfidence) {
  FrameMatrix quiet = silent(60.0);
  for (int k = 0; 0.1 + 0.5 * k < 59.0; ++k) sound(quiet, 0.1 + 0.5 * k, k % 4 + 1, 0.3f);
  BeatDecoderParameters decoder;
  decoder.least_confidence = 0.5;
  const auto beats = [&](const FrameMatrix* heard) {
    return decode_piece_beats(quiet, decoder, {.chords = heard}).beats.size();
  };
  EXPECT_EQ(beats(nullptr), 0u);
  const FrameMatrix few = chords(60.0, kMusic - 0.1), many = chords(60.0, kMusic);
  EXPECT_EQ(beats(&few), 0u);
  EXPECT_GT(beats(&many), 110u);
}

// Two pieces of other tempo and meter; what the network expects in the hiss between them counts
// not.
TEST(PieceDecoder, APauseHoldsNoBeatsAndChangesNothingAfterIt) {
  for (const double pause : {1.5, 6.0, 60.0}) {
    for (const float hiss : {0.0f, 1e-3f}) {
      const double again = 16.0 + pause, seconds = again + 24.0 * 0.6;
      FrameMatrix activations = silent(seconds);
      put_bars(activations, 0.0, 0.5, 32, 4);
      put_bars(activations, again, 0.6, 24, 3);
      sound(activations, 16.5, 1, 0.4f);
      FrameMatrix heard = chords(seconds, 1.0);
      forget_chords(heard, 16.0, again);
      BeatDecoderParameters decoder;
      decoder.max_bpm = 150.0;
      const BeatDecoding decoding = decode_piece_beats(
          activations, decoder,
          {.seconds = seconds, .attacks = loud_but(16.0, again, seconds, hiss), .chords = &heard});
      EXPECT_EQ(beats_between(decoding, -0.1, 15.9), 32u) << pause;
      EXPECT_EQ(beats_between(decoding, 15.9, again - 0.1), 0u) << pause;
      EXPECT_EQ(beats_between(decoding, again - 0.1, seconds), 24u) << pause;
      for (const Beat& beat : decoding.beats) {
        const bool second = beat.time > again - 0.1;
        const double place = second ? (beat.time - again) / 0.6 : beat.time / 0.5;
        EXPECT_EQ(beat.position, std::lround(place) % (second ? 3 : 4) + 1) << beat.time;
      }
    }
  }
}

TEST(PieceDecoder, ABreakAndQuietMusicKeepTheirBeats) {
  FrameMatrix activations = silent(33.0), heard = chords(33.0, 1.0);
  put_bars(activations, 0.0, 0.5, 64, 4);
  const auto beats = [&](double from, double to) {
    const AttackCurve attacks = loud_but(from, to, 33.0, 1e-4f);
    return beats_between(
        decode_piece_beats(activations, {}, {.attacks = attacks, .chords = &heard}), from, to);
  };
  EXPECT_EQ(beats(9.9, 20.1), 21u) << "it has beats and chords";
  for (int row = 496; row < 555; ++row)
    activations.data[2 * row] = activations.data[2 * row + 1] = 0;
  EXPECT_EQ(beats(9.9, 20.1), 21u) << "it has chords";
  forget_chords(heard, 9.9, 11.2);
  EXPECT_EQ(beats(9.9, 11.1), 3u) << "a break";
}

// Doubtful beats at random.
void put_speech(FrameMatrix& activations, double from, double to) {
  unsigned dice = 7;
  for (double time = from; time < to; time += 0.25 + 0.01 * (dice % 50)) {
    dice = dice * 1103515245u + 12345u;
    sound(activations, time, static_cast<int>(dice / 65536 % 3 + 1), 0.35f);
    dice /= 3;
  }
}

TEST(PieceDecoder, SpeechBeforeAndAfterMusicGetsNoBeats) {
  FrameMatrix activations = silent(70.0), heard = chords(70.0, 1.0);
  put_speech(activations, 0.5, 19.0);
  put_bars(activations, 20.0, 0.5, 60, 4);
  put_speech(activations, 51.0, 69.0);
  forget_chords(heard, 0.0, 20.0);
  forget_chords(heard, 50.0, 70.0);
  BeatDecoderParameters decoder;
  decoder.least_confidence = 0.23;
  const auto beats = [&] {
    const auto decoding = decode_piece_beats(activations, decoder, {.chords = &heard});
    return std::vector{beats_between(decoding, 0.0, 19.4), beats_between(decoding, 19.9, 49.9),
                       beats_between(decoding, 50.6, 70.0)};
  };
  EXPECT_EQ(beats(), (std::vector<std::size_t>{0, 60, 0}));
  heard = chords(70.0, 1.0);
  EXPECT_GT(beats().front(), 20u) << "with chords it is music";
}

// Noise with beats on the grid of the music belongs to it.
TEST(PieceDecoder, FaintBeatsInTimeWithTheMusicStay) {
  FrameMatrix activations = silent(60.0), heard = chords(60.0, 1.0);
  for (int k = 0; k < 38; ++k) sound(activations, 1.0 + 0.5 * k, k % 4 + 1, 0.25f);
  put_bars(activations, 20.0, 0.5, 79, 4);
  forget_chords(heard, 0.0, 20.0);
  BeatDecoderParameters decoder;
  decoder.least_confidence = 0.23;
  const auto decoding = decode_piece_beats(activations, decoder, {.chords = &heard});
  EXPECT_EQ(beats_between(decoding, 0.9, 19.9), 38u);
}

TEST(PieceDecoder, HarmonyIsTheShareOfTheSoundWithAChord) {
  FrameMatrix rows(10, 3, 10.0);  // C, A minor, N
  for (std::size_t t = 0; t < 10; ++t) rows.row(t)[2] = 0.9f, rows.row(t)[0] = 0.1f;
  EXPECT_EQ(share_of_harmony(rows), 0.0);
  rows.row(4)[1] = rows.row(5)[0] = 0.95f;
  EXPECT_EQ(share_of_harmony(rows), 0.2);
  EXPECT_EQ(share_of_harmony(rows, {0.4, 0.8}), 0.5);
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

// Half of 126 would hold no beats of 84.
TEST(PieceDecoder, AStepOfTheTempoKeepsItsLevel) {
  FrameMatrix activations = silent(55.0);
  put_bars(activations, 0.1, 60.0 / 84.0, 40, 4);
  put_bars(activations, 0.1 + 40 * 60.0 / 84.0, 60.0 / 126.0, 54, 4);
  BeatPieceOptions options;
  options.run_second_pass = [&](double) { return bars(120.0 / 126.0, 0.0f); };
  const auto found = decode_piece_beats(activations, asked(100.0), options);
  EXPECT_EQ(found.beats.size(), 94u);
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
