#include "app/workshop/bench/model_benchmark.h"

#include <chrono>
#include <cmath>
#include <memory>
#include <random>

#include "gpu/runtime/device_throughput.h"
#include "model/backend/cpu/cpu_throughput.h"
#include "model/backend/cpu/kernels/cpu_kernels.h"
#include "model/backend/usable_processors.h"
#include "model/evaluation/evaluation_math.h"
#include "model/network/network.h"

namespace tactus {
namespace {

using Clock = std::chrono::steady_clock;

constexpr int kTrainingSteps = 4;  // timed together, so that the pipeline is full

int frames_of(const BenchmarkModel& model, double seconds) {
  return static_cast<int>(std::lround(seconds * model.fps));
}

std::vector<float> random_frames(std::size_t n) {
  std::minstd_rand generator(7);
  std::normal_distribution<float> normal;
  std::vector<float> values(n);
  for (float& value : values) value = normal(generator);
  return values;
}

TrainBatch batch_of(const BenchmarkModel& model, const RecurrentCase& workload) {
  TrainBatch batch;
  batch.steps = workload.steps;
  batch.batch = workload.batch;
  batch.lengths.assign(static_cast<std::size_t>(batch.batch), batch.steps);
  const std::size_t frames = static_cast<std::size_t>(batch.steps) * batch.batch;
  batch.x = random_frames(frames * static_cast<std::size_t>(model.spec.input));
  for (const HeadSpec& head : model.spec.heads)
    batch.targets.push_back(made_up_target(head, frames));
  return batch;
}

double milliseconds_since(Clock::time_point start) {
  return std::chrono::duration<double, std::milli>(Clock::now() - start).count();
}

// A function that runs the operation once or a few times and returns the milliseconds of one.
class TimedModel {
 public:
  TimedModel(std::shared_ptr<Backend> backend, const BenchmarkModel& model,
             const RecurrentCase& workload)
      : network_(model.spec, std::move(backend)), training_(workload.training) {
    network_.set_parameters(model.parameters);
    if (training_) {
      batch_ = batch_of(model, workload);
      return;
    }
    const auto frames = static_cast<std::size_t>(workload.steps);
    const auto inputs = static_cast<std::size_t>(model.spec.input);
    song_ = FrameMatrix(frames, inputs, model.fps);
    song_.data = random_frames(frames * inputs);
  }

  double milliseconds() {
    const auto start = Clock::now();
    if (!training_) {
      network_.infer(song_);
      return milliseconds_since(start);
    }
    const OptimiserSettings settings{.weight_decay = 0.005, .clip_norm = 1.0};
    network_.queue_step(batch_, settings, 1);
    for (int step = 1; step < kTrainingSteps; ++step) {
      network_.queue_step(batch_, settings, 1);
      network_.finish_step();
    }
    network_.finish_step();
    return milliseconds_since(start) / kTrainingSteps;
  }

 private:
  Network network_;
  bool training_;
  TrainBatch batch_;
  FrameMatrix song_;
};

}  // namespace

HeadTarget made_up_target(const HeadSpec& head, std::size_t frames) {
  constexpr std::size_t kPeriod = 25;
  const auto K = static_cast<std::size_t>(head.classes);
  HeadTarget target;
  if (head.kind == HeadKind::kSoftmax) {
    target.category.resize(frames);
    for (std::size_t i = 0; i < frames; ++i) {
      target.category[i] = static_cast<std::int32_t>(i / kPeriod % K);
    }
  } else {
    target.probability.assign(frames * K, 0.0f);
    for (std::size_t i = 0; i < frames; i += kPeriod) target.probability[i * K + i % K] = 1.0f;
  }
  return target;
}

BenchmarkCase model_case(const BenchmarkModel& model, bool training, const std::string& device,
                         const std::string& precision) {
  const LayerSpec& layer = model.spec.layers.front();
  BenchmarkCase benchmark;
  benchmark.device = device;
  benchmark.rung = device == "cpu" ? supported_cpu_kernels().front()->name : "auto";
  benchmark.precision = precision;
  benchmark.model = model.name;
  benchmark.workload = {.training = training,
                        .layers = static_cast<int>(model.spec.layers.size()),
                        .input = model.spec.input,
                        .hidden = layer.hidden,
                        .directions = layer.bidirectional ? 2 : 1,
                        .batch = training ? kCrops : 1,
                        .steps = frames_of(model, training ? kCropSeconds : kSongSeconds),
                        .peepholes = layer.peepholes};
  if (device == "cpu") {
    benchmark.threads = usable_processors();
  }
  return benchmark;
}

std::vector<BenchmarkCase> cpu_model_cases(const BenchmarkModel& model, bool training,
                                           int threads) {
  std::vector<BenchmarkCase> cases = {model_case(model, training, "cpu", "fp32")};
  if (!training && narrow_kernels_of("int16"))
    cases.push_back(model_case(model, training, "cpu", "int16"));
  for (BenchmarkCase& each : cases)
    if (threads > 0) each.threads = threads;
  return cases;
}

BenchmarkResult measure_model_on_cpu(const BenchmarkModel& model, const BenchmarkCase& benchmark,
                                     int repeats) {
  const CpuKernels& kernels = cpu_kernels_by_name(benchmark.rung);
  TimedModel timed(make_backend(device_name(benchmark), benchmark.threads, {}), model,
                   benchmark.workload);
  timed.milliseconds();
  std::vector<double> times, peaks;
  for (int run = 0; run < repeats; ++run) {
    times.push_back(timed.milliseconds());
    peaks.push_back(measure_cpu_throughput(kernels, benchmark.threads));
  }
  const double time = median(std::move(times)), peak = median(std::move(peaks));
  const double rate = recurrent_flops(benchmark.workload) / (time / 1e3);
  return {benchmark, time, rate / 1e9, peak / 1e9, rate / peak};
}

BenchmarkResult measure_model_on_card(CardBenchmark& cards, const BenchmarkModel& model,
                                      const BenchmarkCase& benchmark, int repeats) {
  const gpu::OpenCard& card = cards.open(benchmark).card;
  TimedModel timed(card.backend, model, benchmark.workload);
  timed.milliseconds();
  std::vector<double> times;
  for (int run = 0; run < repeats; ++run) times.push_back(timed.milliseconds());
  const double time = median(std::move(times));
  const double rate = recurrent_flops(benchmark.workload) / (time / 1e3);
  const double peak = gpu::theoretical_flops(
      card.runtime->properties(), parse_cuda_device(device_name(benchmark)).options.precision);
  return {benchmark, time, rate / 1e9, peak / 1e9, rate / peak};
}

double times_real_time(const BenchmarkModel& model, const BenchmarkResult& result) {
  const RecurrentCase& workload = result.of.workload;
  const double music = static_cast<double>(workload.steps) * workload.batch / model.fps;
  return music / (result.milliseconds / 1e3);
}

}  // namespace tactus
