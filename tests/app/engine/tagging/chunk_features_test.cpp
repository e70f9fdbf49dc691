// The features of chunks while they are read, against those of their samples held as a whole.
#include "app/engine/tagging/chunk_features.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <vector>

#include "app/engine/tagging/music_chunks.h"
#include "audio/resampler.h"
#include "tests/app/support/samples_in_memory.h"

namespace tactus::test {
namespace {

constexpr int kRate = 44100;

std::vector<float> music(double seconds) {
  std::vector<float> samples(static_cast<std::size_t>(seconds * kRate));
  for (std::size_t n = 0; n < samples.size(); ++n) {
    const double t = static_cast<double>(n) / kRate;
    const bool pause = t > 4.0 && t < 6.0;
    samples[n] = pause ? 0.0f : static_cast<float>(0.3 * std::sin(2000.0 * t * (1.0 + t / 9.0)));
  }
  return samples;
}

// All that is asked of a task's chunk, from samples of its rate.
ChunkFrames frames_of(std::span<const float> samples, const Chunk& chunk,
                      const TaskFeatures& features) {
  const double step = features.sample_rate / features.fps;
  const double start = static_cast<double>(chunk.start_second) * features.sample_rate;
  const double first = std::ceil(start / step - 1e-6);
  samples = samples.subspan(static_cast<std::size_t>(std::llround(first * step - start)));
  ChunkFrames frames;
  frames.features = features.of_samples(samples);
  frames.attacks = attack_envelope(samples, features.sample_rate);
  AudibleFrames audible(features.sample_rate, features.fps);
  audible.push(samples);
  frames.audible = audible.finish(frames.features.frames);
  const auto row = [&](int second) {
    return static_cast<std::size_t>(
        std::max(std::llround(second * features.fps) - std::llround(first), 0LL));
  };
  frames.begin = row(chunk.core_begin);
  frames.end = chunk.core_end < 0 ? frames.features.frames : row(chunk.core_end);
  return frames;
}

void expect_equal(const ChunkFrames& got, const ChunkFrames& expected) {
  EXPECT_EQ(got.features.frames, expected.features.frames);
  EXPECT_EQ(got.features.data, expected.features.data);
  EXPECT_EQ(got.audible, expected.audible);
  EXPECT_EQ(got.attacks.data, expected.attacks.data);
  EXPECT_EQ(got.begin, expected.begin);
  EXPECT_EQ(got.end, expected.end);
}

std::vector<TaskFeatures> kinds() {
  BeatFeatureParameters beats;
  NnlsChromaParameters chroma;
  ChordFeatureParameters chords;  // held until its end
  beats.loudness = chroma.loudness = -20.0;
  return {task_features(beats), task_features(chroma), task_features(chords)};
}

TEST(ChunkFeatures, EqualThoseOfTheSamplesOfEachChunk) {
  const std::vector<float> samples = music(15.3);
  Chunking chunking;
  chunking.longest_whole = 6;
  chunking.seconds = 3;
  for (const int context : {0, 1, 2}) {
    chunking.context_seconds = context;
    SamplesInMemory source(samples, kRate);
    ChunkReader reader(source, kRate, chunking, 0.0);
    int chunks = 0;
    double kept = 0.0;
    for (; reader.begin(); ++chunks) {
      ChunkFeatures features(kRate, reader.chunk().start_second);
      for (const TaskFeatures& kind : kinds()) features.add(kind, true);
      std::vector<float> held;
      for (auto block = reader.read(); !block.empty(); block = reader.read()) {
        held.insert(held.end(), block.begin(), block.end());
        features.push(block);
      }
      const Chunk chunk = reader.chunk();
      const auto begin = samples.begin() + std::ptrdiff_t{chunk.start_second} * kRate;
      ASSERT_LE(std::ssize(held), samples.end() - begin);
      EXPECT_TRUE(std::equal(held.begin(), held.end(), begin));
      EXPECT_EQ(chunk.core_end < 0, std::ssize(held) == samples.end() - begin);
      for (const TaskFeatures& kind : kinds()) {
        const ChunkFrames got = features.take(kind.key, chunk);
        expect_equal(
            got,
            frames_of(kind.sample_rate == kRate ? held : resample(held, kRate, kind.sample_rate),
                      chunk, kind));
        if (kind.fps == 50.0) kept += static_cast<double>(got.end - got.begin) / kind.fps;
      }
    }
    EXPECT_EQ(chunks, context == 0 ? 5 : 4);
    EXPECT_NEAR(kept, 15.3, 0.03);
    EXPECT_DOUBLE_EQ(reader.seconds(), 15.3);
  }
}

// A sound on the first sample is an attack after silence.
TEST(ChunkFeatures, TheOpeningFollowsSilenceAndIsThatOfTheRecording) {
  const TaskFeatures beats = kinds().front();
  const std::vector<float> samples = music(7.0);
  const auto opening = [&](int start_second, bool attacks) {
    ChunkFeatures features(kRate, start_second);
    features.add(beats, attacks);
    features.push(std::span(samples).first(30000));
    features.push(std::span(samples).subspan(30000));
    return features.take(beats.key, {}).opening;
  };
  std::vector<float> expected(2 * 22050);
  const std::vector<float> at_rate = resample(samples, kRate, 22050);
  expected.insert(expected.end(), at_rate.begin(), at_rate.begin() + 4 * 22050);
  ASSERT_EQ(ChunkFrames::kSilence, 100u);
  EXPECT_EQ(opening(0, true).data, beats.of_samples(expected).data);
  EXPECT_EQ(opening(0, false).frames, 0u);
  EXPECT_EQ(opening(180, true).frames, 0u);
}

TEST(ChunkFeatures, TasksShareAKey) {
  const TaskFeatures beats = kinds().front();
  ChunkFeatures features(kRate, 0);
  features.add(beats, false);
  features.add(beats, true);
  features.push(music(1.0));
  const ChunkFrames first = features.take(beats.key, {}), second = features.take(beats.key, {});
  EXPECT_EQ(first.features.data, second.features.data);
  EXPECT_GT(first.attacks.frames, 0u);
  EXPECT_TRUE(first.is_whole);
}

}  // namespace
}  // namespace tactus::test
