#include "features/nnls/nnls_spectrum.h"

#include <algorithm>
#include <cmath>
#include <numbers>

#include "features/frames/avx2_clone.h"
#include "features/frames/window_function.h"

namespace tactus {
namespace {

constexpr std::size_t kSpectrumBins = kNnlsLogBins;
constexpr double kBinsPerOctave = 12.0 * kNnlsBinsPerSemitone;
constexpr int kOversampling = 80;                   // points per spectral bin
constexpr std::size_t kTuningBins = 160;            // the lower 62 % in whole semitones
constexpr double kTuningMemory = 0.997;             // per semitone of each spectrum
constexpr std::size_t kLowEdge = 2, kHighEdge = 3;  // bins that the tuning leaves empty at the ends
constexpr std::size_t kReach = 9;                   // bins on either side: half an octave in all

// 1 in the middle, 0 at +-1.
double raised_cosine(double x) {
  return std::abs(x) < 1.0 ? 0.5 + 0.5 * std::cos(std::numbers::pi * x) : 0.0;
}

Filter kernel(double frequency, double hz_per_bin, std::size_t bins) {
  const double low = frequency * std::exp2(-1.0 / kBinsPerOctave) / hz_per_bin;
  const double high = frequency * std::exp2(1.0 / kBinsPerOctave) / hz_per_bin;
  Filter filter{std::max<std::size_t>(1, static_cast<std::size_t>(low)), {}};
  const auto weight = [&filter, bins](std::size_t bin) -> double* {
    if (bin < filter.first || bin >= bins) return nullptr;
    if (bin - filter.first >= filter.weights.size()) filter.weights.resize(bin - filter.first + 1);
    return &filter.weights[bin - filter.first];
  };
  const double density = std::numbers::ln2 / kBinsPerOctave;
  const auto end = static_cast<std::size_t>(std::ceil(high * kOversampling));
  for (auto i = static_cast<std::size_t>(std::ceil(low * kOversampling)); i < end; ++i) {
    const double place = static_cast<double>(i) / kOversampling;  // in spectral bins
    const double distance = kBinsPerOctave * std::log2(place * hz_per_bin / frequency);
    const double pitch = raised_cosine(distance) / (density * place * hz_per_bin);
    const std::size_t lower = i / kOversampling;
    const double part = place - static_cast<double>(lower);
    if (double* w = weight(lower)) *w += pitch * raised_cosine(part);
    if (double* w = weight(lower + 1)) *w += pitch * raised_cosine(1.0 - part);
  }
  return filter;
}

const std::array<double, 2 * kReach + 1>& hamming() {
  static const auto window = [] {
    std::array<double, 2 * kReach + 1> w{};
    double sum = 0.0;
    for (std::size_t i = 0; i < w.size(); ++i) {
      w[i] = 0.54 - 0.46 * std::cos(2.0 * std::numbers::pi * static_cast<double>(i) / (2 * kReach));
      sum += w[i];
    }
    for (double& value : w) value /= sum;
    return w;
  }();
  return window;
}

using Row = std::array<double, kSpectrumBins>;

// Weighted mean of the bins around each bin; the outermost use the nearest whole window.
TACTUS_AVX2_CLONE Row smoothed(const Row& x) {
  constexpr std::size_t kLanes = 32;
  Row result{};
  const auto& weights = hamming();
  for (std::size_t b = kReach; b < kSpectrumBins - kReach; b += kLanes) {
    const std::size_t first = std::min(b, kSpectrumBins - kReach - kLanes);
    double sums[kLanes] = {};
    for (std::size_t i = 0; i < weights.size(); ++i) {
      const double* const bins = &x[first + i - kReach];
      for (std::size_t k = 0; k < kLanes; ++k) sums[k] += weights[i] * bins[k];
    }
    std::copy_n(sums, kLanes, &result[first]);
  }
  std::fill_n(result.begin(), kReach, result[kReach]);
  std::fill_n(result.end() - kReach, kReach, result[kSpectrumBins - kReach - 1]);
  return result;
}

Row tuned(std::span<const float> spectrum, double tuning) {
  const double shift = tuning * kNnlsBinsPerSemitone;
  const auto whole = static_cast<std::ptrdiff_t>(std::floor(shift));
  const double part = shift - static_cast<double>(whole);
  Row result{};
  for (std::size_t b = kLowEdge; b < kSpectrumBins - kHighEdge; ++b) {
    const auto from = static_cast<std::size_t>(static_cast<std::ptrdiff_t>(b) + whole);
    result[b] = spectrum[from] * (1.0 - part) + spectrum[from + 1] * part;
  }
  return result;
}

double angle(const std::array<double, kNnlsBinsPerSemitone>& bins) {
  double real = 0.0, imaginary = 0.0;
  for (std::size_t i = 0; i < bins.size(); ++i) {
    const double direction = 2.0 * std::numbers::pi * static_cast<double>(i) / bins.size();
    real += bins[i] * std::cos(direction);
    imaginary += bins[i] * std::sin(direction);
  }
  return std::atan2(imaginary, real) / (2.0 * std::numbers::pi);
}

Filterbank computed_kernels(int sample_rate, int block_size) {
  const double hz_per_bin = static_cast<double>(sample_rate) / block_size;
  Filterbank kernels;
  for (std::size_t b = 0; b < kSpectrumBins; ++b) {
    kernels.push_back(
        kernel(nnls_frequency(b), hz_per_bin, static_cast<std::size_t>(block_size) / 2));
  }
  return kernels;
}

}  // namespace

double nnls_frequency(std::size_t bin) {
  const double note = 20.0 + static_cast<double>(bin) / kNnlsBinsPerSemitone;
  return 440.0 * std::exp2((note - 69.0) / 12.0);
}

// Those of the plug-in's rate are computed once: they take longer than seconds of music.
Filterbank nnls_log_frequency_kernels(int sample_rate, int block_size) {
  constexpr int kRate = 44100, kBlock = 16384;
  if (sample_rate != kRate || block_size != kBlock)
    return computed_kernels(sample_rate, block_size);
  static const Filterbank usual = computed_kernels(kRate, kBlock);
  return usual;
}

NnlsSpectrum::NnlsSpectrum(const NnlsChromaParameters& p)
    : roll_on_(p.roll_on / 100.0),
      stft_(window_function(WindowKind::kHannPeriodic, p.block_size)),
      kernels_(nnls_log_frequency_kernels(p.sample_rate, p.block_size)),
      magnitudes_(std::max(stft_.bins(), kernels_.padded_bins()), 0.0f) {}

float NnlsSpectrum::compute(const float* block, std::span<float> out) {
  stft_.magnitudes({&block, 1}, 0, stft_.bins() - 1, magnitudes_.data(), magnitudes_.size());
  const float strongest = largest(magnitudes_);
  if (roll_on_ > 0.0) remove_low_energy();
  kernels_.apply(magnitudes_.data(), out.data());
  return strongest;
}

float NnlsSpectrum::strongest(const float* block) {
  stft_.powers({&block, 1}, 0, stft_.bins() - 1, magnitudes_.data(), magnitudes_.size());
  return std::sqrt(largest(magnitudes_));
}

TACTUS_AVX2_CLONE float largest(std::span<const float> values) {
  std::array<float, 8> best = {};
  std::size_t i = 0;
  for (; i + best.size() <= values.size(); i += best.size()) {
    for (std::size_t k = 0; k < best.size(); ++k) best[k] = std::max(best[k], values[i + k]);
  }
  for (; i < values.size(); ++i) best[0] = std::max(best[0], values[i]);
  return *std::max_element(best.begin(), best.end());
}

float nnls_silence(int block_size) {
  return static_cast<float>(block_size * 2.0 / 16384.0);
}

void NnlsSpectrum::remove_low_energy() {
  const std::size_t bins = stft_.bins() - 1;
  double energy = 0.0, below = 0.0;
  for (std::size_t k = 0; k < bins; ++k) energy += std::pow(magnitudes_[k], 2.0);
  for (std::size_t k = 2; k < bins; ++k) {
    below += std::pow(magnitudes_[k], 2.0);
    if (below >= roll_on_ * energy) return;
    magnitudes_[k - 2] = 0.0f;
  }
}

void NnlsTuningEstimator::process(std::span<const float> spectrum) {
  for (std::size_t first = 0; first < kTuningBins; first += kNnlsBinsPerSemitone) {
    for (std::size_t i = 0; i < kNnlsBinsPerSemitone; ++i) {
      sum_[i] += spectrum[first + i];
      recent_[i] = kTuningMemory * recent_[i] + (1.0 - kTuningMemory) * spectrum[first + i];
    }
  }
}
double NnlsTuningEstimator::overall() const {
  return angle(sum_);
}
double NnlsTuningEstimator::recent() const {
  return angle(recent_);
}

double nnls_tuning_hz(double semitones) {
  return 440.0 * std::exp2(semitones / 12.0);
}

void nnls_tune(std::span<const float> spectrum, double tuning, std::span<float> out) {
  std::ranges::transform(tuned(spectrum, tuning), out.begin(),
                         [](double value) { return static_cast<float>(value); });
}

TACTUS_AVX2_CLONE void nnls_tune_and_whiten(std::span<const float> spectrum, double tuning,
                                            double whitening, std::span<float> out) {
  const Row x = tuned(spectrum, tuning);
  const Row mean = smoothed(x);
  Row variance;
  for (std::size_t b = 0; b < kSpectrumBins; ++b) variance[b] = (x[b] - mean[b]) * (x[b] - mean[b]);
  variance = smoothed(variance);
  for (std::size_t b = 0; b < kSpectrumBins; ++b) {
    const double deviation = std::sqrt(variance[b]);
    const double above = x[b] - mean[b];
    const double spread = whitening == 1.0 ? deviation : std::pow(deviation, whitening);
    out[b] = static_cast<float>(deviation > 0.0 ? (above > 0.0 ? above / spread : 0.0) : x[b]);
  }
}

}  // namespace tactus
