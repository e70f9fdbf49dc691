#include <fmt/core.h>
#include <gtest/gtest.h>

#include "model/decoding/beats/beat_decoder.h"
#include "model/decoding/chords/chord_decoder.h"

namespace tactus {
namespace {

// The message of the exception from reading `json`; "" if it throws none.
template <typename Read>
std::string complaint(Read read, const std::string& json) {
  try {
    read(json);
  } catch (const std::invalid_argument& error) {
    return error.what();
  }
  return "";
}

TEST(BeatDecoderJson, EveryFieldSurvives) {
  BeatDecoderParameters written;
  written.min_bpm = 40.5;
  written.max_bpm = 240;
  written.num_tempi = 0;
  written.transition_lambda = 60;
  written.steady_lambda = 900;
  written.steady_bonus = 12.5;
  written.irregular_bar_cost = 7.5;
  written.level_margin = 1.5;
  written.level_bonus = 0.75;
  written.observation_lambda = 8;
  written.beats_per_bar = {2, 5, 7};
  written.threshold = 0.125;
  written.snap_to_peak = false;
  written.positive_weight = 17.25;
  written.window = 120;
  written.least_confidence = 0.25;
  written.calibration = {0.25f, 0.5f, 0.75f, 0.625f};
  EXPECT_EQ(beat_decoder_parameters_from_json(to_json(written)), written);
  EXPECT_NE(written, BeatDecoderParameters{});
}

TEST(BeatDecoderJson, NothingMeansDefaults) {
  EXPECT_EQ(beat_decoder_parameters_from_json(""), BeatDecoderParameters{});
  EXPECT_EQ(beat_decoder_parameters_from_json("{}"), BeatDecoderParameters{});
}

TEST(BeatDecoderJson, FaultsNameTheKey) {
  const auto read = beat_decoder_parameters_from_json;
  EXPECT_NE(complaint(read, R"({"min_bmp": 40})").find("min_bmp"), std::string::npos);
  EXPECT_NE(complaint(read, R"({"min_bpm": "40"})").find("min_bpm"), std::string::npos);
  EXPECT_NE(complaint(read, R"({"num_tempi": 1.5})").find("num_tempi"), std::string::npos);
  EXPECT_NE(complaint(read, R"({"num_tempi": 99999999999})").find("num_tempi"), std::string::npos);
  EXPECT_NE(complaint(read, R"({"beats_per_bar": 4})").find("beats_per_bar"), std::string::npos);
  EXPECT_NE(complaint(read, R"({"beats_per_bar": [3, "4"]})").find("beats_per_bar"),
            std::string::npos);
  EXPECT_NE(complaint(read, R"({"snap_to_peak": 1})").find("snap_to_peak"), std::string::npos);
  EXPECT_NE(complaint(read, R"({"calibration": [0.5]})").find("calibration"), std::string::npos);
  EXPECT_NE(complaint(read, "[1]"), "");
  EXPECT_NE(complaint(read, "{"), "");
}

TEST(BeatDecoderJson, ImplausibleValuesAreRefused) {
  const auto read = beat_decoder_parameters_from_json;
  for (const char* text :
       {R"({"min_bpm": 5000})", R"({"threshold": -0.25})", R"({"transition_lambda": 1e300})",
        R"({"beats_per_bar": [4, 65]})", R"({"beats_per_bar": []})", R"({"beats_per_bar": [4, 4]})",
        R"({"min_bpm": 200, "max_bpm": 100})", R"({"calibration": [0.5, 1.5]})"})
    EXPECT_NE(complaint(read, text), "") << text;
  EXPECT_NE(complaint(read, R"({"min_bpm": 5000})").find("expected 1 to 1000"), std::string::npos);
}

// Each meter would cost a pass of the decoder.
TEST(BeatDecoderJson, AThousandMetersAreRefused) {
  std::string meters = "4";
  for (int k = 0; k < 1000; ++k) meters += fmt::format(", {}", 1 + k % 64);
  const auto read = beat_decoder_parameters_from_json;
  EXPECT_NE(complaint(read, "{\"beats_per_bar\": [" + meters + "]}").find("1001 meters"),
            std::string::npos);
}

TEST(ChordDecoderJson, EveryFieldSurvives) {
  ChordDecoderParameters written;
  written.stay_bonus = 3.5;
  written.observation_scale = 0.75;
  written.snap_to_beats = true;
  written.snap_tolerance = 0.3;
  written.triads_first = false;
  written.transpositions = 6;
  written.repeats = {4, 12.0, 0.25, 0.5, 3.0};
  written.calibration = {0.0f, 0.25f, 1.0f, 0.875f};
  written.bass_certainty = 0.9;
  written.max_duration = 2;
  written.change_log_probability.assign(kChordQualities * 12 * kChordQualities, -1e-7f);
  written.duration_log_probability.assign(
      static_cast<std::size_t>(kChordQualities * (written.max_duration + 1)), -3.3f);
  EXPECT_EQ(chord_decoder_parameters_from_json(to_json(written)), written);
}

TEST(ChordDecoderJson, FaultsNameTheKey) {
  const auto read = chord_decoder_parameters_from_json;
  EXPECT_NE(complaint(read, R"({"stay": 4})").find("\"stay\""), std::string::npos);
  EXPECT_NE(complaint(read, R"({"transpositions": 5})").find("transpositions"), std::string::npos);
  EXPECT_NE(complaint(read, R"({"max_duration": "9"})").find("max_duration"), std::string::npos);
  EXPECT_NE(complaint(read, R"({"change_log_probability": [0, null]})").find("change_log"),
            std::string::npos);
  EXPECT_NE(complaint(read, R"({"change_log_probability": [0.5]})").find("change_log"),
            std::string::npos);
  EXPECT_NE(complaint(read, R"({"max_duration": 9})").find("durations"), std::string::npos);
}

}  // namespace
}  // namespace tactus
