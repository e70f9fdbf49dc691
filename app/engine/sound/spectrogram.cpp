#include "app/engine/sound/spectrogram.h"

#include <fmt/core.h>

#include <algorithm>
#include <bit>
#include <cmath>
#include <stdexcept>

#include "features/frames/window_function.h"

namespace tactus {
namespace {

constexpr int kWindowsPerColumn = 4;

double highest_hz(const SpectrogramSettings& settings, int sample_rate) {
  return std::min(settings.highest_hz, sample_rate / 2.0);
}

double mel_of(double hz) {
  return 2595.0 * std::log10(1.0 + hz / 700.0);
}
double hz_of_mel(double mel) {
  return 700.0 * (std::pow(10.0, mel / 2595.0) - 1.0);
}

std::vector<double> checked_window(const SpectrogramSettings& settings, int sample_rate) {
  const int size = settings.window;
  if (size < 64 || size > 65536 || !std::has_single_bit(static_cast<unsigned>(size))) {
    throw std::invalid_argument(fmt::format(
        "spectrogram: a window of {} samples, expected a power of two from 64 to 65536", size));
  }
  if (sample_rate < 1 || !(settings.lowest_hz > 0) ||
      !(settings.lowest_hz < highest_hz(settings, sample_rate))) {
    throw std::invalid_argument(
        fmt::format("spectrogram: {} to {} Hz at {} Hz, expected 0 < lowest < highest",
                    settings.lowest_hz, settings.highest_hz, sample_rate));
  }
  return window_function(WindowKind::kHannPeriodic, size);
}

}  // namespace

double spectrogram_row_hz(const SpectrogramSettings& settings, int sample_rate, double row) {
  const double share = row / (kSpectrogramRows - 1);
  const double top = highest_hz(settings, sample_rate);
  if (settings.scale == FrequencyScale::kLinear) return share * top;
  if (settings.scale == FrequencyScale::kMel) return hz_of_mel(share * mel_of(top));
  return settings.lowest_hz * std::pow(top / settings.lowest_hz, share);
}

double spectrogram_hz_row(const SpectrogramSettings& settings, int sample_rate, double hz) {
  const double top = highest_hz(settings, sample_rate);
  double share = hz / top;
  if (settings.scale == FrequencyScale::kMel) share = mel_of(hz) / mel_of(top);
  if (settings.scale == FrequencyScale::kLogarithmic)
    share = std::log(hz / settings.lowest_hz) / std::log(top / settings.lowest_hz);
  return share * (kSpectrogramRows - 1);
}

int SpectrogramPlace::zoom_for(double frames_per_pixel) {
  const double level = std::floor(std::log2(frames_per_pixel / static_cast<double>(kFinestColumn)));
  return static_cast<int>(std::clamp(level, 0.0, static_cast<double>(kZooms - 1)));
}

std::uint8_t SpectrogramTile::shade_of(double db) {
  return static_cast<std::uint8_t>(std::clamp(std::round((db + 120.0) * 2.0), 0.0, 255.0));
}

SpectrogramMaker::SpectrogramMaker(const SpectrogramSettings& settings, int sample_rate)
    : window_(settings.window),
      stft_(checked_window(settings, sample_rate)),
      samples_(static_cast<std::size_t>(settings.window)),
      spectrum_(stft_.bins()),
      power_(stft_.bins()) {
  const double bins_per_hz = static_cast<double>(window_) / sample_rate;
  const int highest = window_ / 2 - 1;
  for (int r = 0; r < kSpectrogramRows; ++r) {
    const auto bin_at = [&](double row) {
      return spectrogram_row_hz(settings, sample_rate, row) * bins_per_hz;
    };
    const double low = std::max(bin_at(r - 0.5), 0.0), high = bin_at(r + 0.5), centre = bin_at(r);
    Row row;
    if (high - low > 1.0) {  // several bins fall into the row: the strongest counts
      row.first = std::clamp(static_cast<int>(std::ceil(low)), 0, highest);
      row.last = std::clamp(static_cast<int>(std::floor(high)), row.first, highest);
    } else {  // between two bins
      row.first = row.last = std::clamp(static_cast<int>(centre), 0, highest);
      row.share = static_cast<float>(std::clamp(centre - row.first, 0.0, 1.0));
    }
    rows_.push_back(row);
  }
}

void SpectrogramMaker::add_window(const SoundStore& sound, std::int64_t centre) {
  sound.read_mono(centre - window_ / 2, samples_);
  const float* const frame = samples_.data();
  stft_.powers({&frame, 1}, 0, stft_.bins(), spectrum_.data(), stft_.bins());
  for (std::size_t k = 0; k < power_.size(); ++k) power_[k] += spectrum_[k];
}

void SpectrogramMaker::fill_column(float windows, std::uint8_t* out) const {
  // |X| of a sinusoid of full scale is window / 4 (the sum of a Hann window is window / 2).
  const float scale = 16.0f / (windows * static_cast<float>(window_) * static_cast<float>(window_));
  for (std::size_t r = 0; r < rows_.size(); ++r) {
    const Row& row = rows_[r];
    float power = power_[static_cast<std::size_t>(row.first)];
    if (row.share > 0.0f) {
      power += row.share * (power_[static_cast<std::size_t>(row.first) + 1] - power);
    }
    for (int k = row.first + 1; k <= row.last; ++k) {
      power = std::max(power, power_[static_cast<std::size_t>(k)]);
    }
    out[r] = SpectrogramTile::shade_of(10.0 * std::log10(power * scale + 1e-20f));
  }
}

std::shared_ptr<const SpectrogramTile> SpectrogramMaker::make(const SoundStore& sound,
                                                              const SpectrogramPlace& place,
                                                              bool recording_ended,
                                                              std::stop_token stop) {
  const std::int64_t hop = SpectrogramPlace::column_frames(place.level);
  const std::int64_t first = place.index * SpectrogramPlace::kColumns * hop;
  const std::int64_t end = first + SpectrogramPlace::kColumns * hop + window_ / 2;
  const int windows = static_cast<int>(
      std::clamp<std::int64_t>((2 * hop + window_ - 1) / window_, 1, kWindowsPerColumn));
  auto tile = std::make_shared<SpectrogramTile>();
  tile->levels.resize(static_cast<std::size_t>(SpectrogramPlace::kColumns) * kSpectrogramRows);
  const std::int64_t available = sound.frames();
  tile->available = available;
  tile->complete = recording_ended || end <= available;
  for (int column = 0; column < SpectrogramPlace::kColumns; ++column) {
    if (stop.stop_requested()) return nullptr;
    const std::int64_t begin = first + column * hop;
    if (begin - window_ / 2 >= available) break;  // silence: zeros
    std::fill(power_.begin(), power_.end(), 0.0f);
    for (int w = 0; w < windows; ++w) add_window(sound, begin + (2 * w + 1) * hop / (2 * windows));
    fill_column(static_cast<float>(windows), tile->levels.data() + column * kSpectrogramRows);
  }
  return tile;
}

}  // namespace tactus
