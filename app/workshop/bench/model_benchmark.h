// Measures whole networks on a device: one song through Network::infer, and training steps
// (Network::queue_step). During a training step the next batch is copied to the device. The host's
// clock times them from features in host memory to results there: the time a user waits.
#pragma once

#include <string>
#include <vector>

#include "app/workshop/bench/recurrent_benchmark.h"
#include "model/network/network_spec.h"

namespace tactus {

class Backend;
struct HeadTarget;

struct BenchmarkModel {
  std::string name;
  NetworkSpec spec;
  double fps = 0.0;               // frames per second of music
  std::vector<float> parameters;  // by parameter_table(spec); those that fit bf16 are faster
};

// The workload of a model's row: tagging a song of kSongSeconds, or training on batches as in the
// recipe of the shipped beat tracker (datasets/recipes/beats.yaml).
inline constexpr double kSongSeconds = 180.0;
inline constexpr double kCropSeconds = 16.0;
inline constexpr int kCrops = 32;
// Training steps in an epoch of that recipe on the corpus of the shipped beat tracker.
inline constexpr int kStepsOfEpoch = 229;

// On the CPU with its fastest kernels, or on "cuda" in `precision`.
BenchmarkCase model_case(const BenchmarkModel& model, bool training, const std::string& device,
                         const std::string& precision);

// The rows of a model on the CPU, with its widest set: training; or tagging in single precision,
// then in int16 if this processor has it. threads: 0 = all cores.
std::vector<BenchmarkCase> cpu_model_cases(const BenchmarkModel& model, bool training, int threads);

// Targets of a head: an event in every 25th frame, of one class after the other.
HeadTarget made_up_target(const HeadSpec& head, std::size_t frames);

BenchmarkResult measure_model_on_cpu(const BenchmarkModel& model, const BenchmarkCase& benchmark,
                                     int repeats);
BenchmarkResult measure_model_on_card(CardBenchmark& cards, const BenchmarkModel& model,
                                      const BenchmarkCase& benchmark, int repeats);

// Seconds of music per second: of a song tagged, or of the crops of a training step.
double times_real_time(const BenchmarkModel& model, const BenchmarkResult& result);

}  // namespace tactus
