// The transform against its defining sum, and its contract about threads and buffers.
#include "features/frames/stft.h"

#include <gtest/gtest.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

#include <cmath>
#include <cstdlib>
#include <new>
#include <numbers>
#include <thread>
#include <vector>

#include "features/frames/window_function.h"
#include "tests/features/support/signals.h"

namespace tactus {
namespace {

std::vector<std::complex<double>> direct_transform(const float* frame,
                                                   const std::vector<double>& window) {
  const std::size_t size = window.size();
  std::vector<std::complex<double>> result(size / 2 + 1);
  for (std::size_t k = 0; k < result.size(); ++k) {
    for (std::size_t n = 0; n < size; ++n) {
      const double angle =
          -2.0 * std::numbers::pi * static_cast<double>(k * n % size) / static_cast<double>(size);
      result[k] += window[n] * frame[n] * std::polar(1.0, angle);
    }
  }
  return result;
}

TEST(Stft, EqualsItsDefinitionAtEverySize) {
  for (const int size : {2, 3, 5, 8, 30, 64, 243, 512, 1000}) {
    const auto window = window_function(WindowKind::kHannSymmetric, size);
    const auto samples = test::noise(0.5, static_cast<std::size_t>(size) + 7, 1);
    Stft stft(window);
    ASSERT_EQ(stft.bins(), static_cast<std::size_t>(size) / 2 + 1);
    const std::vector<const float*> frames = {samples.data(), samples.data() + 7};
    std::vector<std::complex<float>> got(2 * stft.bins());
    std::vector<float> magnitudes(2 * stft.bins()), powers(2 * stft.bins());
    stft.spectra(frames, got.data(), stft.bins());
    stft.magnitudes(frames, 0, stft.bins(), magnitudes.data(), stft.bins());
    stft.powers(frames, 0, stft.bins(), powers.data(), stft.bins());
    for (std::size_t i = 0; i < 2; ++i) {
      const auto expected = direct_transform(frames[i], window);
      double peak = 1e-9;
      for (const auto& value : expected) peak = std::max(peak, std::abs(value));
      for (std::size_t k = 0; k < stft.bins(); ++k) {
        const std::size_t at = i * stft.bins() + k;
        EXPECT_LE(std::abs(std::complex<double>(got[at]) - expected[k]), 1e-6 * peak) << size;
        EXPECT_NEAR(magnitudes[at], std::abs(expected[k]), 1e-6 * peak) << size;
        EXPECT_NEAR(powers[at], std::norm(expected[k]), 2e-6 * peak * peak) << size;
      }
    }
  }
}

TEST(Stft, WritesOnlyTheBinsAskedFor) {
  const auto samples = test::noise(0.5, 64, 2);
  Stft stft(window_function(WindowKind::kRectangular, 64));
  std::vector<float> row(40, -1.0f);
  const float* frame = samples.data();
  stft.powers({&frame, 1}, 3, 5, row.data(), row.size());
  for (std::size_t k = 0; k < row.size(); ++k) EXPECT_EQ(row[k] >= 0.0f, k == 3 || k == 4) << k;
}

TEST(Stft, ABinDoesNotDependOnTheBinsAskedFor) {
  for (const int size : {2, 6, 9, 30, 64}) {
    const auto samples = test::noise(0.5, static_cast<std::size_t>(size), 2);
    Stft stft(window_function(WindowKind::kHannSymmetric, size));
    const float* frame = samples.data();
    std::vector<float> all(stft.bins()), some(stft.bins());
    stft.powers({&frame, 1}, 0, stft.bins(), all.data(), all.size());
    for (std::size_t first = 0; first < stft.bins(); ++first) {
      stft.powers({&frame, 1}, first, stft.bins(), some.data(), some.size());
      EXPECT_TRUE(std::equal(some.begin() + static_cast<std::ptrdiff_t>(first), some.end(),
                             all.begin() + static_cast<std::ptrdiff_t>(first)))
          << size << " " << first;
    }
  }
}

TEST(Stft, AFrameDoesNotDependOnItsNeighboursOrAlignment) {
  const auto samples = test::noise(0.5, 4096, 3);
  Stft stft(window_function(WindowKind::kHannPeriodic, 512));
  std::vector<const float*> frames;
  for (std::size_t i = 0; i < 9; ++i) frames.push_back(samples.data() + 101 * i);
  std::vector<float> together(9 * stft.bins()), alone(stft.bins());
  stft.magnitudes(frames, 0, stft.bins(), together.data(), stft.bins());
  for (std::size_t i = 0; i < 9; ++i) {
    const std::vector<float> copy(frames[i], frames[i] + 512);
    const float* frame = copy.data();
    stft.magnitudes({&frame, 1}, 0, stft.bins(), alone.data(), stft.bins());
    EXPECT_TRUE(std::equal(alone.begin(), alone.end(), together.begin() + i * stft.bins())) << i;
  }
}

TEST(Stft, ManyThreadsPlanAndTransformAtOnce) {
  const auto samples = test::noise(0.5, 1024, 4);
  const auto spectrum = [&samples] {
    std::vector<float> row;
    for (int round = 0; round < 20; ++round) {
      Stft stft(window_function(WindowKind::kHannPeriodic, 1024 - 8 * round));
      row.assign(stft.bins(), 0.0f);
      const float* frame = samples.data();
      stft.magnitudes({&frame, 1}, 0, stft.bins(), row.data(), row.size());
    }
    return row;
  };
  const std::vector<float> expected = spectrum();
  std::vector<std::vector<float>> got(4);
  {
    std::vector<std::jthread> threads;
    for (auto& row : got) threads.emplace_back([&row, &spectrum] { row = spectrum(); });
  }
  for (const auto& row : got) EXPECT_EQ(row, expected);
}

TEST(Stft, MovesTakeThePlanAlong) {
  const auto samples = test::sinusoid(4.0, 1.0, 64, 64, 0.0);
  Stft first(window_function(WindowKind::kRectangular, 64));
  Stft second(window_function(WindowKind::kRectangular, 32));
  second = std::move(first);
  std::vector<float> row(33);
  const float* frame = samples.data();
  second.magnitudes({&frame, 1}, 0, 33, row.data(), row.size());
  EXPECT_NEAR(row[4], 32.0, 1e-4);
}

TEST(Stft, RefusesSizesWithoutATransform) {
  EXPECT_THROW(Stft(std::vector<double>{}), std::invalid_argument);
  EXPECT_THROW(Stft(std::vector<double>{1.0}), std::invalid_argument);
}

TEST(WindowFunction, KnownValues) {
  EXPECT_EQ(window_function(WindowKind::kRectangular, 3), (std::vector<double>{1, 1, 1}));
  const auto periodic = window_function(WindowKind::kHannPeriodic, 4);
  const auto symmetric = window_function(WindowKind::kHannSymmetric, 5);
  const std::vector<double> hann = {0.0, 0.5, 1.0, 0.5, 0.0};
  for (std::size_t n = 0; n < 4; ++n) EXPECT_NEAR(periodic[n], hann[n], 1e-15);
  for (std::size_t n = 0; n < 5; ++n) EXPECT_NEAR(symmetric[n], hann[n], 1e-15);
  EXPECT_EQ(window_function(WindowKind::kHannSymmetric, 1), std::vector<double>{1.0});
  EXPECT_THROW(window_function(WindowKind::kHannPeriodic, 0), std::invalid_argument);
}

// FFTW ends the process if its planner gets no memory (planner_memory.h).
TEST(Stft, NoMemoryForThePlannerEndsNothing) {
  const std::vector<double> window = window_function(WindowKind::kHannPeriodic, 2048);
  const pid_t child = ::fork();
  ASSERT_GE(child, 0);
  if (child == 0) {
    const rlimit none{0, 0};
    void* const spare = std::malloc(64 << 10);  // for the buffers, not for the planner
    ::setrlimit(RLIMIT_AS, &none);
    for (std::size_t size = std::size_t{1} << 20; size >= 16; size /= 2)
      while (std::malloc(size)) {
      }
    std::free(spare);
    int code = 0;
    try {
      const Stft stft(window);
    } catch (const std::bad_alloc&) {
      code = 1;
    }
    ::_exit(code);
  }
  int status = 0;
  ASSERT_EQ(::waitpid(child, &status, 0), child);
  EXPECT_TRUE(WIFEXITED(status)) << "signal " << WTERMSIG(status);
}

}  // namespace
}  // namespace tactus
