// `tactus bench cpu` as its user runs it.
#include <gtest/gtest.h>

#include <nlohmann/json.hpp>
#include <sstream>

#include "app/workshop/bench/recurrent_benchmark.h"
#include "model/backend/cpu/kernels/cpu_kernels.h"
#include "tests/app/support/program.h"
#include "tests/app/support/tiny_models.h"
#include "tests/support/test_support.h"

namespace tactus::test {
namespace {

// The lines that `tactus bench ARGUMENTS... --rows` prints.
std::vector<nlohmann::json> rows_of(std::vector<std::string> arguments) {
  const ScratchFolder scratch;
  arguments.insert(arguments.begin(), "bench");
  arguments.push_back("--rows");
  const ProgramResult result = Program(scratch.path(), arguments).wait();
  EXPECT_EQ(result.exit_code, 0) << result.err;
  std::vector<nlohmann::json> rows;
  std::istringstream lines(result.out);
  for (std::string line; std::getline(lines, line);) rows.push_back(nlohmann::json::parse(line));
  return rows;
}

const std::vector<std::string> kTiny = {"--repeats", "1", "--threads", "1",      "--hidden", "8",
                                        "--batch",   "2", "--steps",   "10",     "--layers", "1",
                                        "--input",   "4", "--mode",    "forward"};

std::vector<std::string> bench(std::vector<std::string> first) {
  first.insert(first.end(), kTiny.begin(), kTiny.end());
  return first;
}

TEST(BenchCommand, TimeRateAndShareOfARowBelongToOneRun) {
  const auto rows = rows_of({"cpu", "--quick", "--repeats", "1", "--threads", "1"});
  ASSERT_GE(rows.size(), 4u);  // two sizes, forward and training; also bf16 if the processor has it
  for (const auto& row : rows) {
    EXPECT_EQ(row.at("device"), "cpu");
    EXPECT_EQ(row.at("threads"), 1);
    RecurrentCase workload{.training = row.at("mode") == "training",
                           .layers = row.at("layers"),
                           .input = row.at("input"),
                           .hidden = row.at("hidden"),
                           .directions = row.at("directions"),
                           .batch = row.at("batch"),
                           .steps = row.at("steps")};
    const double rate = row.at("gflops"), seconds = row.at("milliseconds").get<double>() / 1e3;
    EXPECT_NEAR(rate, recurrent_flops(workload) / seconds / 1e9, 1e-3 * rate);
    EXPECT_GT(row.at("peak_gflops"), 0.0);
  }
}

TEST(BenchCommand, ExplainMeasuresTheProcessorAndNamesEveryRung) {
  const ScratchFolder scratch;
  const std::vector<std::string> command = {"bench", "--explain", "--repeats",
                                            "1",     "--predict", "t4"};
  const ProgramResult result = Program(scratch.path(), command).wait();
  EXPECT_EQ(result.exit_code, 0) << result.err;
  EXPECT_TRUE(result.out.starts_with("Why is my LSTM slower on the GPU than on the CPU?"));
  for (const char* part : {"| processor, 1 thread", "| card, rung 0:", "| card, rung 8:",
                           "NVIDIA T4, predicted, not measured", "Rung 8 beats this processor"}) {
    EXPECT_NE(result.out.find(part), std::string::npos) << part << "\n" << result.out;
  }
}

TEST(BenchCommand, ModelsTagInEachPrecisionOfTagging) {
  const ScratchFolder scratch;
  save_tiny_models(scratch.path());
  std::vector<std::string> precisions;
  for (const auto& row :
       rows_of({"cpu", "--set", "forum", "--mode", "forward", "--repeats", "1", "--threads", "1",
                "--models", "--model", (scratch / "beats.safetensors").string()})) {
    EXPECT_EQ(row.at("threads"), 1);
    EXPECT_NE(row.at("mode"), "training");
    const std::string mode = row.at("mode");
    if (mode == "forward") continue;
    EXPECT_EQ(mode, "tag beats");
    precisions.push_back(row.at("precision"));
  }
  std::vector<std::string> expected = {"fp32"};
  if (narrow_kernels_of("int16")) expected.push_back("int16");
  EXPECT_EQ(precisions, expected);
}

TEST(BenchCommand, RefusesAnInstructionSetThatIsNotThere) {
  const ScratchFolder scratch;
  const ProgramResult result =
      Program(scratch.path(), {"bench", "cpu", "--quick", "--rung", "mmx"}).wait();
  EXPECT_EQ(result.exit_code, 2);
  EXPECT_NE(result.err.find("mmx"), std::string::npos) << result.err;
  EXPECT_NE(result.err.find("generic"), std::string::npos) << result.err;
}

// 1 layer, H = 2, C = 3, one direction: forward 2 * 8 * (3 + 2) per frame. Training adds the weight
// gradients (the same number) and the product through time.
TEST(RecurrentFlops, CountsProductsOnly) {
  RecurrentCase workload{
      .layers = 1, .input = 3, .hidden = 2, .directions = 1, .batch = 5, .steps = 7};
  EXPECT_EQ(recurrent_flops(workload), 2.0 * 8 * (3 + 2) * 35);
  workload.training = true;
  EXPECT_EQ(recurrent_flops(workload), (2 * 2.0 * 8 * (3 + 2) + 2.0 * 8 * 2) * 35);
  workload.layers =
      2;  // the second layer's input is the output of the first one, and gets a gradient
  EXPECT_EQ(
      recurrent_flops(workload),
      (2 * 2.0 * 8 * (3 + 2) + 2.0 * 8 * 2 + 2 * 2.0 * 8 * 4 + 2.0 * 8 * 2 + 2.0 * 8 * 2) * 35);
}

TEST(BenchCommand, StreamsRowsOfTheSizesAskedFor) {
  const auto rows = rows_of(bench({"cpu"}));
  EXPECT_FALSE(rows.empty());
  for (const auto& row : rows) {
    EXPECT_EQ(row.at("hidden"), 8);
    EXPECT_EQ(row.at("batch"), 2);
    EXPECT_EQ(row.at("steps"), 10);
    EXPECT_EQ(row.at("layers"), 1);
    EXPECT_EQ(row.at("input"), 4);
    EXPECT_EQ(row.at("mode"), "forward");
    EXPECT_GT(row.at("gflops"), 0.0);
  }
}

TEST(BenchCommand, APredictionStandsBesideTheMeasuredColumnsAndSaysSo) {
  const ScratchFolder scratch;
  const ProgramResult plain = Program(scratch.path(), bench({"bench", "cpu"})).wait();
  ASSERT_EQ(plain.exit_code, 0) << plain.err;
  EXPECT_EQ(plain.out.find("predicted"), std::string::npos) << plain.out;
  const ProgramResult result =
      Program(scratch.path(), bench({"bench", "cpu", "--predict", "a100", "-v"})).wait();
  ASSERT_EQ(result.exit_code, 0) << result.err;
  const std::string head = result.out.substr(0, result.out.find('\n'));
  EXPECT_NE(head.find("ms on a100, predicted, not measured"), std::string::npos) << head;
  EXPECT_NE(result.out.find("\n  a100, predicted, not measured: "), std::string::npos)
      << result.out;
  EXPECT_NE(result.out.find("bound by "), std::string::npos) << result.out;
  EXPECT_EQ(result.out.find("measured / predicted"), std::string::npos) << "no card was measured";
}

TEST(BenchCommand, FieldsOfPredictionsAreApartFromMeasuredOnes) {
  for (const auto& row : rows_of(bench({"cpu", "--predict", "t4"}))) {
    EXPECT_EQ(row.at("device"), "cpu");
    if (row.at("precision").get<std::string>().starts_with("int")) {  // a card has none
      EXPECT_TRUE(row.at("predicted_card").is_null());
      continue;
    }
    EXPECT_EQ(row.at("predicted_card"), "t4");
    EXPECT_GT(row.at("predicted_ms"), 0.0);
    EXPECT_LE(row.at("predicted_low_ms"), row.at("predicted_ms"));
    EXPECT_GE(row.at("predicted_high_ms"), row.at("predicted_ms"));
    EXPECT_GT(row.at("predicted_naive_ms"), row.at("predicted_ms"));
    EXPECT_FALSE(row.at("predicted_bound").get<std::string>().empty());
  }
}

TEST(BenchCommand, StepsOfACardArePredicted) {
  const ScratchFolder scratch;
  const ProgramResult result = Program(scratch.path(), {"bench", "steps", "--predict", "rtx4090",
                                                        "--hidden", "128,256", "--batch", "1"})
                                   .wait();
  ASSERT_EQ(result.exit_code, 0) << result.err;
  EXPECT_EQ(result.out.find("NVIDIA GeForce RTX 4090, predicted, not measured: "), 0u)
      << result.out;
  EXPECT_NE(result.out.find("forward      256 "), std::string::npos) << result.out;
  const ProgramResult unknown =
      Program(scratch.path(), {"bench", "steps", "--predict", "rtx4091"}).wait();
  EXPECT_EQ(unknown.exit_code, 2);
  EXPECT_NE(unknown.err.find("rtx4090"), std::string::npos) << unknown.err;
}

// The question with which Tactus began has a set of its own on the processor, too.
TEST(BenchCommand, TheProcessorMeasuresTheForumsLayer) {
  const auto rows = rows_of({"cpu", "--set", "forum", "--repeats", "1", "--threads", "1", "--rung",
                             "generic", "--mode", "forward"});
  ASSERT_EQ(rows.size(), 1u);
  const auto& row = rows.front();
  EXPECT_EQ(row.at("hidden"), 500);
  EXPECT_EQ(row.at("directions"), 1);
  EXPECT_EQ(row.at("peepholes"), 1);
}

}  // namespace
}  // namespace tactus::test
