#include "app/engine/tagging/chunk_features.h"

#include <algorithm>
#include <cmath>
#include <utility>

namespace tactus {
namespace {

// Frames by which rounding may move the start of a chunk.
constexpr double kRounding = 1e-6;
constexpr double kOpening = 4.0;  // seconds of music

double step_of(const TaskFeatures& features) {  // samples between two frames
  return features.sample_rate / features.fps;
}

double first_frame(const TaskFeatures& features, int start_second) {
  const double start = static_cast<double>(start_second) * features.sample_rate;
  return std::ceil(start / step_of(features) - kRounding);
}

}  // namespace

ChunkFeatures::Part::Part(const TaskFeatures& features, int start_second)
    : fps(features.fps),
      first(first_frame(features, start_second)),
      skipped(static_cast<std::size_t>(std::llround(
          first * step_of(features) - static_cast<double>(start_second) * features.sample_rate))),
      stream(features.stream()),
      audible(features.sample_rate, features.fps) {}

void ChunkFeatures::Part::push(std::span<const float> samples) {
  const std::size_t dropped = std::min(skipped, samples.size());
  skipped -= dropped;
  samples = samples.subspan(dropped);
  stream->push(samples);
  audible.push(samples);
  if (attacks) attacks->push(samples);
  if (!opening) return;
  const auto first = samples.first(std::min(opening_left, samples.size()));
  opening->push(first);
  opening_left -= first.size();
}

ChunkFrames ChunkFeatures::Part::finish(const Chunk& chunk) {
  ChunkFrames frames;
  frames.features = stream->finish();
  const std::size_t count = frames.features.frames;
  frames.audible = audible.finish(count);
  if (attacks) frames.attacks = attacks->finish();
  if (opening) frames.opening = opening->finish();
  const auto row_at = [&](int second) {
    const double row = static_cast<double>(std::llround(second * fps)) - first;
    return std::min(count, static_cast<std::size_t>(std::max(row, 0.0)));
  };
  frames.begin = row_at(chunk.core_begin);
  frames.end = chunk.core_end < 0 ? count : row_at(chunk.core_end);
  frames.is_whole = chunk.is_whole();
  return frames;
}

void ChunkFeatures::Rate::push(std::span<const float> more) {
  if (!resampler) return hand_on(more);
  samples.clear();
  resampler->process(more, samples);
  hand_on(samples);
}

void ChunkFeatures::Rate::finish() {
  if (!resampler) return;
  samples.clear();
  resampler->finish(samples);
  resampler.reset();
  hand_on(samples);
}

void ChunkFeatures::Rate::hand_on(std::span<const float> more) {
  for (auto& [key, part] : parts) part.push(more);
}

void ChunkFeatures::add(const TaskFeatures& features, bool wants_attacks) {
  rate_of_[features.key] = features.sample_rate;
  Rate& rate = rates_[features.sample_rate];
  if (features.sample_rate != sample_rate_ && !rate.resampler)
    rate.resampler.emplace(sample_rate_, features.sample_rate);
  Part& part = rate.parts.try_emplace(features.key, features, start_second_).first->second;
  ++part.users;
  if (!wants_attacks || part.attacks) return;
  part.attacks.emplace(features.sample_rate);
  if (start_second_ > 0) return;
  part.opening = features.stream();
  part.opening->push(std::vector<float>(
      static_cast<std::size_t>(std::llround(ChunkFrames::kSilence * step_of(features)))));
  part.opening_left = static_cast<std::size_t>(kOpening * features.sample_rate);
}

void ChunkFeatures::push(std::span<const float> samples) {
  for (auto& [rate, sound] : rates_) sound.push(samples);
}

ChunkFrames ChunkFeatures::take(const std::string& key, const Chunk& chunk) {
  Rate& rate = rates_.at(rate_of_.at(key));
  rate.finish();
  Part& part = rate.parts.at(key);
  if (!part.made) part.made = part.finish(chunk);
  return --part.users > 0 ? *part.made : std::move(*part.made);
}

}  // namespace tactus
