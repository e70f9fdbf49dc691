#include "datasets/checks/sound_sketch.h"

#include <algorithm>
#include <cmath>

#include "features/beat_features.h"
#include "features/chord_features.h"
#include "features/chroma.h"

namespace tactus {
namespace {

constexpr double kFingerprintRate = 2.5;  // rows per second
constexpr int kFingerprintShift = 5;      // rows: 2 s
constexpr std::size_t kFewestRows = 10;   // 4 s

std::vector<float> onset_strength(std::span<const float> samples) {
  BeatFeatureParameters parameters;
  parameters.sample_rate = kSketchRate;
  parameters.fps = SoundSketch::kOnsetRate;
  parameters.window_sizes = {1024};
  parameters.bands_per_octave = {12};
  const FrameMatrix rows = beat_features(samples, parameters);
  std::vector<float> strength;
  for (std::size_t t = 0; t < rows.frames; ++t) {
    float sum = 0.0f;
    for (const float rise : rows.row(t).subspan(rows.bins / 2)) sum += rise;
    strength.push_back(sum);
  }
  return strength;
}

// Adds the part of [start, end) in each row.
void add_note(FrameMatrix& chroma, const PlayedNote& note) {
  const auto pitch = static_cast<std::size_t>(note.pitch % 12);
  const double start = std::max(0.0, note.start * chroma.fps);
  const double end = std::min(note.end * chroma.fps, static_cast<double>(chroma.frames));
  for (double t = std::floor(start); t < end; ++t) {
    const double part = std::min(end, t + 1) - std::max(start, t);
    chroma.row(static_cast<std::size_t>(t))[pitch] += static_cast<float>(part * note.velocity);
  }
}

// Subtracts the mean and scales to length 1; a flat row becomes 0.
void standardise(std::span<float> row) {
  double mean = 0.0, energy = 0.0;
  for (const float value : row) mean += value / static_cast<double>(row.size());
  for (float& value : row) {
    value -= static_cast<float>(mean);
    energy += static_cast<double>(value) * value;
  }
  const double length = std::sqrt(energy);
  const bool flat = length <= 1e-3 * std::abs(mean) * std::sqrt(static_cast<double>(row.size()));
  for (float& value : row)
    value = flat || length == 0.0 ? 0.0f : static_cast<float>(value / length);
}

double correlation(const FrameMatrix& a, const FrameMatrix& b, std::ptrdiff_t shift) {
  double sum = 0.0;
  std::size_t rows = 0;
  for (std::size_t t = 0; t < a.frames; ++t) {
    const std::ptrdiff_t u = static_cast<std::ptrdiff_t>(t) + shift;
    if (u < 0 || u >= static_cast<std::ptrdiff_t>(b.frames)) continue;
    const auto x = a.row(t);
    const auto y = b.row(static_cast<std::size_t>(u));
    double product = 0.0, energy = 0.0;
    for (std::size_t k = 0; k < x.size(); ++k) {
      product += static_cast<double>(x[k]) * y[k];
      energy += static_cast<double>(x[k]) * x[k] + static_cast<double>(y[k]) * y[k];
    }
    if (energy == 0.0) continue;  // silence in both gives no evidence
    sum += product;
    ++rows;
  }
  const bool enough = rows >= kFewestRows && rows * 5 >= std::max(a.frames, b.frames) * 2;
  return enough ? sum / static_cast<double>(rows) : 0.0;
}

}  // namespace

SoundSketch sketch_audio(std::span<const float> samples) {
  SoundSketch sketch;
  sketch.seconds = static_cast<double>(samples.size()) / kSketchRate;
  for (const float sample : samples)
    sketch.loudest = std::max(sketch.loudest, static_cast<double>(std::abs(sample)));
  if (samples.empty()) return sketch;
  sketch.onsets = onset_strength(samples);
  ChordFeatureParameters parameters;
  parameters.sample_rate = kSketchRate;
  ChromaParameters folding;
  folding.normalise = false;
  sketch.chroma = chroma(chord_features(samples, parameters), parameters, folding);
  return sketch;
}

SoundSketch sketch_performance(const Performance& performance) {
  constexpr double kChromaRate = 10.0;
  constexpr double kRelease = 1.0;  // seconds of decay after the last note
  SoundSketch sketch;
  sketch.loudest = 1.0;
  for (const Part& part : performance.parts) {
    for (const PlayedNote& note : part.notes) sketch.seconds = std::max(sketch.seconds, note.end);
  }
  const auto frames = [&](double rate) {
    return static_cast<std::size_t>(std::ceil(sketch.seconds * rate)) + 1;
  };
  sketch.seconds += kRelease;
  sketch.onsets.resize(frames(SoundSketch::kOnsetRate));
  sketch.chroma = FrameMatrix(frames(kChromaRate), 12, kChromaRate);
  sketch.chroma_start = 0.5 / kChromaRate;  // a row covers its tenth of a second
  for (const Part& part : performance.parts) {
    for (const PlayedNote& note : part.notes) {
      const double place = std::round(std::max(0.0, note.start) * SoundSketch::kOnsetRate);
      sketch.onsets[static_cast<std::size_t>(place)] += static_cast<float>(note.velocity);
      if (!part.drums) add_note(sketch.chroma, note);
    }
  }
  return sketch;
}

SoundSketch sketch_chroma(FrameMatrix chroma, double start) {
  SoundSketch sketch;
  sketch.loudest = 1.0;
  sketch.seconds = start + static_cast<double>(chroma.frames) / chroma.fps;
  sketch.chroma = std::move(chroma);
  sketch.chroma_start = start;
  return sketch;
}

FrameMatrix fingerprint(const SoundSketch& sketch) {
  const FrameMatrix& chroma = sketch.chroma;
  if (chroma.frames == 0) return {};
  const double step = chroma.fps / kFingerprintRate;
  const auto rows = static_cast<std::size_t>(static_cast<double>(chroma.frames) / step);
  FrameMatrix print(rows, chroma.bins, kFingerprintRate);
  for (std::size_t r = 0; r < rows; ++r) {
    const auto begin = static_cast<std::size_t>(static_cast<double>(r) * step);
    const auto end = static_cast<std::size_t>(static_cast<double>(r + 1) * step);
    for (std::size_t t = begin; t < end && t < chroma.frames; ++t) {
      for (std::size_t k = 0; k < chroma.bins; ++k) print.row(r)[k] += chroma.row(t)[k];
    }
    standardise(print.row(r));
  }
  return print;
}

double similarity(const FrameMatrix& a, const FrameMatrix& b) {
  if (a.bins != b.bins || std::min(a.frames, b.frames) < kFewestRows) return 0.0;
  const double overlap = static_cast<double>(std::min(a.frames, b.frames)) /
                         static_cast<double>(std::max(a.frames, b.frames));
  if (overlap < 0.8) return 0.0;
  double best = 0.0;
  for (std::ptrdiff_t shift = -kFingerprintShift; shift <= kFingerprintShift; ++shift)
    best = std::max(best, correlation(a, b, shift));
  return best;
}

}  // namespace tactus
