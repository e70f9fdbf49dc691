// How long whole networks take on a device: one song through Network::infer, and training steps
// with the next batch brought to the device while one is computed (Network::queue_step). Timed by
// the host's clock from the features in its memory to the results there, as a user waits for it.
#pragma once

#include <string>
#include <vector>

#include "app/bench/recurrent_benchmark.h"
#include "model/network/network_spec.h"

namespace tactus {

class Backend;

struct BenchmarkModel {
  std::string name;
  NetworkSpec spec;
  double fps = 0.0;  // frames per second of music
};

// What a row says of a model: to tag it a song of kSongSeconds; to train it batches as the recipe
// of the shipped beat tracker has them (datasets/recipes/beats.yaml).
inline constexpr double kSongSeconds = 180.0;
inline constexpr double kCropSeconds = 16.0;
inline constexpr int kCrops = 32;
// Training steps in an epoch of that recipe on the corpus of the shipped beat tracker.
inline constexpr int kStepsOfEpoch = 229;

// On the CPU in its fastest way, or on "cuda" in `precision`.
BenchmarkCase model_case(const BenchmarkModel& model, bool training, const std::string& device,
                         const std::string& precision);

BenchmarkResult measure_model_on_cpu(const BenchmarkModel& model, const BenchmarkCase& benchmark,
                                     int repeats);
BenchmarkResult measure_model_on_card(CardBenchmark& cards, const BenchmarkModel& model,
                                      const BenchmarkCase& benchmark, int repeats);

// Seconds of music per second: of a song tagged, or of the crops of a training step.
double times_real_time(const BenchmarkModel& model, const BenchmarkResult& result);

}  // namespace tactus
