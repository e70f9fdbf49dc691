#include "features/nnls/nnls_notes.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <numbers>

#include "features/nnls/nnls_spectrum.h"

namespace tactus {
namespace {

constexpr int kPartials = 20;
constexpr double kBassEnd = kNnlsNotes / 2.25;  // 37.3 notes from A0: the bass ends below Bb3

double profile_lobe(double bins) {
  return std::abs(bins) <= 1.5 ? 0.5 + 0.5 * std::cos(2.0 * std::numbers::pi * bins / 3.0) : 0.0;
}

// The spectrum of a Hann window, 1 in its middle.
double hann_main_lobe(double bins) {
  const double x = std::abs(bins);
  if (x < 1e-9) return 1.0;
  if (std::abs(x - 1.0) < 1e-9) return 0.5;
  return x < 2.0 ? std::sin(std::numbers::pi * x) / (std::numbers::pi * x * (1.0 - x * x)) : 0.0;
}

double product(const Filter& filter, std::span<const float> spectrum) {
  double sum = 0.0;
  for (std::size_t k = 0; k < filter.weights.size() && filter.first + k < spectrum.size(); ++k)
    sum += double(filter.weights[k]) * double(spectrum[filter.first + k]);
  return sum;
}

// Squared sine over [0, end), 0 beyond.
double register_weight(std::size_t note, double end) {
  const double place = static_cast<double>(note) + 0.5;
  return place < end ? std::pow(std::sin(std::numbers::pi * place / end), 2.0) : 0.0;
}

// Share of each note in the bass and in the treble.
struct Registers {
  std::array<float, kNnlsNotes> bass, treble;
  Registers() {
    for (std::size_t note = 0; note < kNnlsNotes; ++note) {
      bass[note] = static_cast<float>(register_weight(note, kBassEnd));
      treble[note] = static_cast<float>(register_weight(note, kNnlsNotes));
    }
  }
};

}  // namespace

std::vector<double> nnls_note_profiles(double decay) {
  std::vector<double> profiles(kNnlsNotes * kNnlsLogBins, 0.0);
  for (std::size_t note = 0; note < kNnlsNotes; ++note) {
    for (int partial = 1; partial <= kPartials; ++partial) {
      const double place = static_cast<double>(kNnlsBinsPerSemitone * (note + 1)) +
                           12.0 * kNnlsBinsPerSemitone * std::log2(partial);
      const double amplitude = std::pow(decay, partial - 1);
      for (auto b = static_cast<std::size_t>(place) - 1;
           b < kNnlsLogBins && static_cast<double>(b) < place + 2.0; ++b) {
        profiles[note * kNnlsLogBins + b] +=
            amplitude * profile_lobe(static_cast<double>(b) - place);
      }
    }
  }
  return profiles;
}

NnlsNotes::NnlsNotes(double decay)
    : solver_(nnls_note_profiles(decay), kNnlsNotes),
      wanted_(kNnlsLogBins),
      strengths_(kNnlsNotes),
      allowed_(kNnlsNotes) {}

void NnlsNotes::transcribe(std::span<const float> spectrum, std::span<float> notes) {
  std::copy_n(spectrum.begin(), kNnlsLogBins, wanted_.begin());
  for (std::size_t note = 0; note < kNnlsNotes; ++note) {
    const std::size_t middle = kNnlsBinsPerSemitone * (note + 1);
    allowed_[note] = spectrum[middle - 1] + spectrum[middle] + spectrum[middle + 1] > 0.0f;
  }
  solver_.solve(wanted_, allowed_, strengths_);
  std::copy_n(strengths_.begin(), kNnlsNotes, notes.begin());
}

NnlsLevels::NnlsLevels(const NnlsChromaParameters& p) : scale_(kNnlsNotes) {
  constexpr double kAmplitude = 0.01;
  const Filterbank kernels = nnls_log_frequency_kernels(p.sample_rate, p.block_size);
  const double bins_per_hz = static_cast<double>(p.block_size) / p.sample_rate;
  std::vector<float> sinusoid(static_cast<std::size_t>(p.block_size) / 2);
  for (std::size_t note = 0; note < kNnlsNotes; ++note) {
    const std::size_t middle = kNnlsBinsPerSemitone * (note + 1);
    const double place = nnls_frequency(middle) * bins_per_hz;
    for (std::size_t k = 0; k < sinusoid.size(); ++k)
      sinusoid[k] = static_cast<float>(kAmplitude * p.block_size / 4.0 *
                                       hann_main_lobe(static_cast<double>(k) - place));
    const auto level = [&](std::size_t bin) { return product(kernels[bin], sinusoid); };
    const double sum = level(middle) + 0.5 * (level(middle - 1) + level(middle + 1));
    scale_[note] = sum > 0.0 ? static_cast<float>(1.0 / sum) : 0.0f;
  }
}

void NnlsLevels::measure(std::span<const float> spectrum, std::span<float> levels) const {
  for (std::size_t note = 0; note < kNnlsNotes; ++note) {
    const std::size_t middle = kNnlsBinsPerSemitone * (note + 1);
    levels[note] =
        scale_[note] * (spectrum[middle] + 0.5f * (spectrum[middle - 1] + spectrum[middle + 1]));
  }
}

void nnls_fold(std::span<const float> notes, std::span<float> chroma) {
  static const Registers registers;
  std::fill(chroma.begin(), chroma.end(), 0.0f);
  for (std::size_t note = 0; note < kNnlsNotes; ++note) {
    chroma[note % 12] += notes[note] * registers.bass[note];
    chroma[12 + note % 12] += notes[note] * registers.treble[note];
  }
}

}  // namespace tactus
