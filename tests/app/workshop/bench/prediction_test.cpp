// Predicted times: the arithmetic by hand, bounds of any program, and that no text or field passes
// a prediction off as a measurement. No exact time of a real card: the model of a step may change.
#include "app/workshop/bench/prediction.h"

#include <fmt/format.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <nlohmann/json.hpp>

#include "app/workshop/bench/step_table.h"
#include "gpu/runtime/device_throughput.h"

namespace tactus {
namespace {

using gpu::Precision;

constexpr Precision kPrecisions[] = {Precision::kFp32, Precision::kTf32, Precision::kBf16};

// 25.6 TFLOP/s in fp32.
gpu::DeviceProperties round_card() {
  gpu::DeviceProperties card = card_named("h100").properties;
  card.multiprocessors = 100;
  card.clock_khz = 1'000'000;
  return card;
}

void expect_range(const PredictedRange& found, double low, double expected, double high) {
  EXPECT_NEAR(found.low, low, 1e-9);
  EXPECT_NEAR(found.expected, expected, 1e-9);
  EXPECT_NEAR(found.high, high, 1e-9);
}

RecurrentCase small_layer() {
  return {.layers = 1, .input = 4, .hidden = 8, .directions = 1, .batch = 1, .steps = 10};
}

// Products this small hide behind the starts of their kernels: 3, 5 or 10 us each.
TEST(PredictNaive, CountsTheKernelsOfEachStep) {
  RecurrentCase workload = small_layer();
  const auto starts = [&](int kernels) {
    const Prediction found = predict_naive(round_card(), Precision::kFp32, workload);
    expect_range(found.total(), 3e-3 * kernels, 5e-3 * kernels, 10e-3 * kernels);
    EXPECT_EQ(found.products.high, 0.0);
    EXPECT_EQ(found.bound(), "kernel launches");
  };
  starts(10 * (8 + 18));
  workload.directions = 2;
  starts(10 * 2 * (8 + 18));
  workload.peepholes = true;
  starts(10 * 2 * (8 + 18 + 6));
  workload.training = true;  // without the gradient of the input
  starts(10 * 2 * (8 + 18 + 6 + 12 + 16 + 6));
  workload.layers = 2;  // the second has it: four products more
  starts(10 * 2 * (2 * (8 + 18 + 6 + 12 + 16 + 6) + 4));
}

// [10^5, 50] x [50, 256]: 2.56 GFLOP, 100 us at the highest rate; 0.9, 0.6 and 0.4 of it, the last
// at 0.8 of the clock. Three kernels start: product, packing, recurrence.
TEST(Predict, AddsProductsOfAllFramesAndStartsToTheSteps) {
  const RecurrentCase workload{
      .layers = 1, .input = 50, .hidden = 64, .directions = 1, .batch = 1000, .steps = 100};
  const gpu::DeviceProperties card = round_card();
  const Prediction found = predict(card, Precision::kFp32, workload);
  expect_range(found.products, 0.1 / 0.9 - 0.003, 0.1 / 0.6 - 0.005, 0.1 / 0.4 / 0.8 - 0.010);
  expect_range(found.starts, 0.009, 0.015, 0.030);
  const LstmShape shape{100, 1000, 50, 64, 1};
  const auto kernel = gpu::ResidentKernel::kForward;
  const auto resident =
      gpu::estimate_resident(*gpu::predicted_card(card), Precision::kFp32, kernel, shape);
  ASSERT_TRUE(resident);
  const double graph =
      gpu::estimate_graph_step_us(card, gpu::card_rates(card), Precision::kFp32, kernel, shape);
  EXPECT_NEAR(found.recurrence.expected, 0.1 * std::min(resident->step_us, graph), 1e-9);
  EXPECT_NEAR(found.total().expected,
              found.recurrence.expected + found.products.expected + found.starts.expected, 1e-9);
}

// Backward: recurrence again, two gradients of weights, four small kernels; above the first layer
// the gradient of the input and packing for it.
TEST(Predict, TrainingAddsTheBackwardPass) {
  RecurrentCase workload = small_layer();
  const auto starts = [&] {
    return predict(round_card(), Precision::kFp32, workload).starts.expected / 5e-3;
  };
  EXPECT_NEAR(starts(), 1 + 2, 1e-9);
  workload.training = true;
  EXPECT_NEAR(starts(), (1 + 2) + (1 + 2 + 4), 1e-9);
  workload.layers = 2;
  EXPECT_NEAR(starts(), 2 * ((1 + 2) + (1 + 2 + 4)) + 2, 1e-9);
  const Prediction both = predict(round_card(), Precision::kFp32, workload);
  workload.training = false;
  const Prediction forward = predict(round_card(), Precision::kFp32, workload);
  EXPECT_GT(both.recurrence.expected, 1.9 * forward.recurrence.expected);
}

// The graph where the weights do not fit, as the chooser does.
TEST(Predict, TakesTheGraphWhereTheWeightsDoNotFit) {
  const gpu::DeviceProperties& card = card_named("t4").properties;
  RecurrentCase workload{.layers = 1, .hidden = 2000, .batch = 1, .steps = 100};
  const Prediction found = predict(card, Precision::kFp32, workload);
  EXPECT_FALSE(found.resident);
  EXPECT_FALSE(found.step_bound);
  EXPECT_EQ(found.bound(), "two kernels of a graph");
  const double us =
      gpu::estimate_graph_step_us(card, gpu::card_rates(card), Precision::kFp32,
                                  gpu::ResidentKernel::kForward, {100, 1, 256, 2000, 2});
  EXPECT_NEAR(found.recurrence.expected, 0.1 * us, 1e-9);
}

std::vector<RecurrentCase> many_cases() {
  std::vector<RecurrentCase> cases;
  for (const bool training : {false, true}) {
    for (const int D : {1, 2}) {
      for (const int H : {64, 128, 256, 512, 1024}) {
        for (const int B : {1, 16, 64}) {
          cases.push_back({.training = training, .hidden = H, .directions = D, .batch = B});
        }
      }
    }
  }
  return cases;
}

std::string text_of_case(const gpu::KnownCard& card, Precision precision,
                         const RecurrentCase& workload) {
  return fmt::format("{} precision {} H{} B{} D{} training {}", card.name,
                     static_cast<int>(precision), workload.hidden, workload.batch,
                     workload.directions, workload.training);
}

TEST(Predict, IsNeverFasterThanTheHighestRateOfTheCard) {
  for (const gpu::KnownCard& card : gpu::known_cards()) {
    for (const Precision precision : kPrecisions) {
      for (const RecurrentCase& workload : many_cases()) {
        SCOPED_TRACE(text_of_case(card, precision, workload));
        const double least =
            1e3 * recurrent_flops(workload) / gpu::theoretical_flops(card.properties, precision);
        const PredictedRange fastest = predict(card.properties, precision, workload).total(),
                             naive = predict_naive(card.properties, precision, workload).total();
        EXPECT_GE(fastest.low, least * (1 - 1e-9));
        EXPECT_GT(fastest.expected, least);
        EXPECT_GT(naive.expected, least);
        for (const PredictedRange& range : {fastest, naive}) {
          EXPECT_LE(range.low, range.expected);
          EXPECT_LT(range.expected, range.high);
        }
      }
    }
  }
}

TEST(Predict, MoreUnitsOrSequencesTakeNoLessTime) {
  for (const gpu::KnownCard& card : gpu::known_cards()) {
    for (const Precision precision : kPrecisions) {
      for (const RecurrentCase& workload : many_cases()) {
        SCOPED_TRACE(text_of_case(card, precision, workload));
        RecurrentCase wider = workload, fuller = workload;
        wider.hidden *= 2;
        fuller.batch *= 4;
        const auto time = [&](const RecurrentCase& of) {
          return predict(card.properties, precision, of).total().expected;
        };
        const double here = time(workload);
        EXPECT_GE(time(wider), here * (1 - 1e-9));
        EXPECT_GE(time(fuller), here * (1 - 1e-9));
      }
    }
  }
}

BenchmarkResult row_of(const char* device, const char* rung, double milliseconds = 3.0) {
  return {{.device = device, .rung = rung, .workload = small_layer()}, milliseconds, 1, 1, 1};
}

std::optional<RowPrediction> prediction_of(const BenchmarkResult& row) {
  return predict_row("h200", card_named("h200").properties, row.of);
}

TEST(RowPrediction, IsOfTheWayThatTheRowWasComputed) {
  const auto expected = [](const char* rung) {
    return prediction_of(row_of("cuda", rung))->fastest.total().expected;
  };
  const auto beside_cpu = prediction_of(row_of("cpu", "generic"));
  ASSERT_TRUE(beside_cpu);
  EXPECT_EQ(expected("auto"), beside_cpu->fastest.total().expected);
  EXPECT_EQ(expected("resident"), expected("auto"));
  EXPECT_EQ(expected("per-gate"), beside_cpu->naive.total().expected);
  EXPECT_GT(expected("per-gate"), expected("auto"));
  EXPECT_FALSE(prediction_of(row_of("cuda", "streams")));
  BenchmarkResult model = row_of("cpu", "generic");
  model.of.model = "beats";
  EXPECT_FALSE(prediction_of(model));
}

TEST(RowPrediction, EveryFieldSaysPredicted) {
  const BenchmarkResult row = row_of("cpu", "generic");
  const auto measured = json_row(row), predicted = predicted_json({}, row);
  ASSERT_FALSE(predicted.empty());
  for (const auto& [field, value] : predicted.items()) {
    EXPECT_NE(field.find("predicted"), std::string::npos) << field;
    EXPECT_FALSE(measured.contains(field)) << field;
  }
}

TEST(RowPrediction, TheRatioIsOfMeasuredCardsAlone) {
  const BenchmarkResult card = row_of("cuda", "auto", 3.0), cpu = row_of("cpu", "generic", 3.0);
  const auto beside = prediction_of(card);
  const auto row = predicted_json(beside, card);
  EXPECT_NEAR(row.at("measured_by_predicted"), 3.0 / beside->fastest.total().expected, 0.01);
  EXPECT_TRUE(predicted_json(prediction_of(cpu), cpu).at("measured_by_predicted").is_null());
  for (const auto& value : predicted_json({}, cpu)) EXPECT_TRUE(value.is_null());
}

// `text` without the words that belong there.
std::string without_the_words(std::string text) {
  for (std::size_t at; (at = text.find(kPredicted)) != std::string::npos;)
    text.erase(at, std::string(kPredicted).size());
  return text;
}

TEST(Describe, SaysPredictedAndTheParts) {
  const std::string text = describe(*prediction_of(row_of("cpu", "generic")));
  EXPECT_EQ(text.find("h200, predicted, not measured: "), 0u) << text;
  EXPECT_EQ(without_the_words(text).find("measured"), std::string::npos) << text;
  for (const char* part : {"recurrence ", "products ", "kernel launches ", "bound by "})
    EXPECT_NE(text.find(part), std::string::npos) << text;
}

TEST(TextOf, HasThreeDigits) {
  EXPECT_EQ(text_of({0.0123, 1.006, 123.4}), "1.01 (0.012 to 123)");
  EXPECT_EQ(text_of({0.0, 9.996, 99.96}), "10.0 (0 to 100)");
}

TEST(StepTable, SaysPredictedAndWhatIsPublished) {
  const std::string text = step_table(card_named("h200"), {.hidden = {128, 256}, .batch = {1, 16}});
  EXPECT_EQ(text.find("NVIDIA H200, predicted, not measured: "), 0u);
  EXPECT_EQ(without_the_words(text).find("measured"), std::string::npos) << text;
  const auto lines = [&](const std::string& words) {
    int count = 0;
    for (std::size_t at = text.find(words); at != std::string::npos; at = text.find(words, at + 1))
      ++count;
    return count;
  };
  EXPECT_EQ(lines("\nfp32  ") + lines("\ntf32  ") + lines("\nbf16  "), 3 * 2 * 2 * 2);
  EXPECT_EQ(lines("published (arXiv 2412.07752)\n"), 3);
  EXPECT_EQ(lines("bound by "), 3);  // the head of the column, and two ways for the forum
}

TEST(CardNamed, RefusesAnUnknownOneWithTheNames) {
  try {
    card_named("h201");
    FAIL();
  } catch (const ArgumentError& error) {
    EXPECT_NE(std::string(error.what()).find("h201: expected h200, "), std::string::npos)
        << error.what();
  }
}

}  // namespace
}  // namespace tactus
