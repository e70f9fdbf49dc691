// How much faster than real time the features are, on one core: "x_real_time" is seconds of music
// per second.
#include <benchmark/benchmark.h>

#include <cmath>
#include <cstddef>
#include <vector>

#include "audio/resampler.h"
#include "features/beat_features.h"
#include "features/chord_features.h"
#include "features/nnls/nnls_chroma.h"
#include "features/tuning.h"
#include "tests/features/support/signals.h"

namespace tactus {
namespace {

constexpr int kSampleRate = 22050;
constexpr double kSeconds = 180.0;

const std::vector<float>& song() {
  static const std::vector<float> signal = [] {
    const auto samples = static_cast<std::size_t>(kSeconds * kSampleRate);
    auto sum = test::noise(0.05, samples, 1);
    for (const double hz : {82.4, 164.8, 207.7, 246.9, 329.6}) {
      test::add(sum, test::sinusoid(hz, 0.1, samples, kSampleRate));
    }
    return sum;
  }();
  return signal;
}

void report(benchmark::State& state) {
  state.counters["x_real_time"] = benchmark::Counter(
      kSeconds * static_cast<double>(state.iterations()), benchmark::Counter::kIsRate);
}

void BeatFeatures(benchmark::State& state) {
  for (auto _ : state) benchmark::DoNotOptimize(beat_features(song(), {}));
  report(state);
}

void ChordFeatures(benchmark::State& state) {
  for (auto _ : state) benchmark::DoNotOptimize(chord_features(song(), {}, 440.0));
  report(state);
}

void NnlsChroma(benchmark::State& state) {
  const std::vector<float> samples = resample(song(), kSampleRate, 44100);
  for (auto _ : state) benchmark::DoNotOptimize(nnls_chroma(samples, {}));
  report(state);
}

void Tuning(benchmark::State& state) {
  for (auto _ : state) benchmark::DoNotOptimize(estimate_tuning(song(), kSampleRate));
  report(state);
}

// Beats at 22,050 Hz, chords at 44,100.
void AllThatTaggingNeeds(benchmark::State& state) {
  const std::vector<float> samples = resample(song(), kSampleRate, 44100);
  for (auto _ : state) {
    benchmark::DoNotOptimize(beat_features(song(), {}));
    benchmark::DoNotOptimize(nnls_chroma(samples, {}));
  }
  report(state);
}

// Starting costs: plans and filterbanks.
void ExtractorConstruction(benchmark::State& state) {
  for (auto _ : state) {
    benchmark::DoNotOptimize(BeatFeatureExtractor(BeatFeatureParameters{}));
    benchmark::DoNotOptimize(ChordFeatureExtractor(ChordFeatureParameters{}, 440.0));
  }
}

BENCHMARK(BeatFeatures)->Unit(benchmark::kMillisecond);
BENCHMARK(ChordFeatures)->Unit(benchmark::kMillisecond);
BENCHMARK(NnlsChroma)->Unit(benchmark::kMillisecond);
BENCHMARK(Tuning)->Unit(benchmark::kMillisecond);
BENCHMARK(AllThatTaggingNeeds)->Unit(benchmark::kMillisecond);
BENCHMARK(ExtractorConstruction)->Unit(benchmark::kMillisecond);

}  // namespace
}  // namespace tactus
