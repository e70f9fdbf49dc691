// How much faster than real time the decoders are, on one core: "x_real_time" is seconds of music
// per second. Activations as a network gives them: bumps at beats of 120 BPM, noise between.
#include <benchmark/benchmark.h>

#include <algorithm>
#include <cmath>
#include <random>
#include <string>
#include <vector>

#include "model/chords/chord_vocabulary.h"
#include "model/decoding/beats/beat_decoder.h"
#include "model/decoding/chords/chord_decoder.h"
#include "model/decoding/chords/chord_repeats.h"
#include "model/decoding/readings.h"

namespace tactus {
namespace {

constexpr double kSeconds = 180.0;

FrameMatrix beat_song() {
  FrameMatrix activations(static_cast<std::size_t>(kSeconds * 50.0), 2, 50.0);
  std::minstd_rand generator(1);
  std::uniform_real_distribution<float> noise(0.0f, 0.05f);
  for (std::size_t t = 0; t < activations.frames; ++t) {
    const bool beat = t % 25 == 0, downbeat = t % 100 == 0;
    activations.row(t)[0] = noise(generator) + (beat && !downbeat ? 0.8f : 0.0f);
    activations.row(t)[1] = noise(generator) + (downbeat ? 0.8f : 0.0f);
  }
  return activations;
}

FrameMatrix chord_song(std::size_t labels) {
  FrameMatrix posteriors(static_cast<std::size_t>(kSeconds * 10.0), labels, 10.0);
  std::minstd_rand generator(1);
  std::uniform_real_distribution<float> noise(0.0f, 1.0f);
  for (std::size_t t = 0; t < posteriors.frames; ++t) {
    float sum = 0.0f;
    for (float& value : posteriors.row(t)) sum += value = noise(generator);
    float& chord = posteriors.row(t)[t / 20 * 7 % labels];
    chord += sum;
    sum *= 2.0f;
    for (float& value : posteriors.row(t)) value /= sum;
  }
  return posteriors;
}

void report(benchmark::State& state) {
  state.counters["x_real_time"] = benchmark::Counter(
      kSeconds * static_cast<double>(state.iterations()), benchmark::Counter::kIsRate);
}

void Beats(benchmark::State& state) {
  const FrameMatrix activations = any_beat(beat_song());
  for (auto _ : state) benchmark::DoNotOptimize(decode_beats(activations, {}));
  report(state);
}

void Downbeats(benchmark::State& state) {
  const FrameMatrix activations = beat_song();
  for (auto _ : state) benchmark::DoNotOptimize(decode_downbeats(activations, {}));
  report(state);
}

// Settings of the shipped beat model, for a song whose second half is shifted by half a beat, so
// that the decoder also tries a steady tempo. Without the shift, the time is as above.
void DownbeatsWithSteadyTempo(benchmark::State& state) {
  FrameMatrix activations = beat_song();
  const std::size_t half = activations.frames / 2;
  for (std::size_t t = activations.frames - 1; t >= half + 12; --t) {
    std::ranges::copy(activations.row(t - 12), activations.row(t).begin());
  }
  BeatDecoderParameters parameters;
  parameters.beats_per_bar = {2, 3, 4};
  parameters.steady_lambda = 1000.0;
  for (auto _ : state) benchmark::DoNotOptimize(decode_downbeats(activations, parameters));
  report(state);
}

// Settings of the shipped chord model: with statistics of changes and durations, triads first.
void ChordsWithStatistics(benchmark::State& state) {
  const std::vector<std::string> labels = chord_vocabulary();
  const FrameMatrix posteriors = chord_song(labels.size());
  std::vector<std::vector<LabelledSegment>> songs(1);
  for (int k = 0; k < 400; ++k) {
    const double start = k > 0 ? songs[0].back().end : 0.0;
    songs[0].push_back({start, start + 1.0 + k % 7, labels[static_cast<std::size_t>(k * 5) % 168]});
  }
  ChordDecoderParameters parameters;
  learn_chord_statistics(songs, posteriors.fps, parameters);
  for (auto _ : state) {
    benchmark::DoNotOptimize(decode_chords(posteriors, labels, parameters));
  }
  report(state);
}

void Chords(benchmark::State& state) {
  const std::vector<std::string> labels = chord_vocabulary();
  const FrameMatrix posteriors = chord_song(labels.size());
  for (auto _ : state) benchmark::DoNotOptimize(decode_chords(posteriors, labels, {}));
  report(state);
}

// Repeated passages, in the features of the shipped chord model.
void RepeatsOfASong(benchmark::State& state) {
  FrameMatrix features(static_cast<std::size_t>(kSeconds * 10.77), 24, 10.77);
  std::mt19937 engine(5);
  std::normal_distribution<float> normal;
  for (float& x : features.data) x = normal(engine);
  const std::size_t verse = features.data.size() / 3;  // repeated twice
  for (std::size_t i = verse; i < features.data.size(); ++i)
    features.data[i] = features.data[i - verse] + 0.5f * normal(engine);
  for (auto _ : state) benchmark::DoNotOptimize(find_repeats(features, {.places = 3}));
  report(state);
}

// The other tempi, phases and bars of a song, as tagging lists them.
void Readings(benchmark::State& state) {
  const FrameMatrix activations = beat_song();
  BeatDecoderParameters parameters;
  parameters.beats_per_bar = {2, 3, 4};
  const BeatDecoding decoding = decode_downbeats(activations, parameters);
  for (auto _ : state)
    benchmark::DoNotOptimize(
        level_readings(activations, decoding.beats, decoding.tempi.front().bpm, parameters));
  report(state);
}

// The heads of the shipped chord model.
void ChordPosteriors(benchmark::State& state) {
  const auto head = [](std::size_t bins, unsigned seed) {
    FrameMatrix logits(static_cast<std::size_t>(kSeconds * 10.77), bins, 10.77);
    std::mt19937 engine(seed);
    std::normal_distribution<float> normal(0.0f, 3.0f);
    for (float& x : logits.data) x = normal(engine);
    return logits;
  };
  const ChordLogits logits{head(13, 1), head(13, 2), head(kChordQualities, 3), head(12, 4),
                           head(kChordVocabularySize, 5)};
  for (auto _ : state) benchmark::DoNotOptimize(chord_posteriors(logits));
  report(state);
}

BENCHMARK(Beats)->Unit(benchmark::kMillisecond);
BENCHMARK(Downbeats)->Unit(benchmark::kMillisecond);
BENCHMARK(DownbeatsWithSteadyTempo)->Unit(benchmark::kMillisecond);
BENCHMARK(Readings)->Unit(benchmark::kMillisecond);
BENCHMARK(Chords)->Unit(benchmark::kMillisecond);
BENCHMARK(ChordsWithStatistics)->Unit(benchmark::kMillisecond);
BENCHMARK(ChordPosteriors)->Unit(benchmark::kMillisecond);
BENCHMARK(RepeatsOfASong)->Unit(benchmark::kMillisecond);

}  // namespace
}  // namespace tactus
