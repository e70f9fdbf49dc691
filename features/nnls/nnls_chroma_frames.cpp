#include "features/nnls/nnls_chroma_frames.h"

#include <fmt/core.h>

#include <algorithm>
#include <cmath>
#include <stdexcept>
#include <vector>

#include "features/files/npy_file.h"
#include "features/nnls/nnls_chroma_csv.h"

namespace tactus {
namespace {

constexpr std::size_t kChromaBins = NnlsChromaParameters::kBins;
constexpr std::size_t kNotes = NnlsChromaParameters::kNotes;
constexpr float kQuantisedRange = 5.0f;  // value of the byte 255

// Adds `weight` times the row at `index`, or the nearest existing row.
void add_row(const FrameMatrix& raw, long index, double weight, std::span<double> sum) {
  const long last = static_cast<long>(raw.frames) - 1;
  const auto row = raw.row(static_cast<std::size_t>(std::clamp(index, 0L, last)));
  for (std::size_t c = 0; c < sum.size(); ++c) {
    if (row[c] > 0.0f && std::isfinite(row[c])) sum[c] += weight * row[c];
  }
}

void check_bins(std::size_t bins) {
  constexpr std::size_t kWithNotes = kChromaBins + 2 * kNotes;
  if (bins != kChromaBins && bins != kWithNotes)
    throw std::invalid_argument(fmt::format("NNLS chroma: rows of {} bins, expected {} or {}", bins,
                                            kChromaBins, kWithNotes));
}

}  // namespace

void check_nnls_chroma(const NnlsChromaParameters& p) {
  if (p.sample_rate < 8000 || p.block_size < 2 || p.block_size > 1 << 20 ||
      (p.block_size & (p.block_size - 1)) != 0 || p.hop_size < 1 || p.hop_size > p.block_size) {
    throw std::invalid_argument(
        fmt::format("NNLS chroma: {} Hz, blocks of {}, hop {}: expected at least 8000 Hz, a power "
                    "of 2 and a hop not longer than it",
                    p.sample_rate, p.block_size, p.hop_size));
  }
  if (!(p.whitening >= 0.0 && p.whitening <= 1.0) || !(p.roll_on >= 0.0 && p.roll_on <= 5.0) ||
      !(p.partial_decay > 0.0 && p.partial_decay < 1.0)) {
    throw std::invalid_argument(
        fmt::format("NNLS chroma: whitening {}, partial_decay {}, roll_on {}: expected 0 to 1, "
                    "between 0 and 1, 0 to 5",
                    p.whitening, p.partial_decay, p.roll_on));
  }
  if (p.frames_averaged < 1 || p.frames_averaged > 1000 || !(p.log_gain > 0.0) ||
      !(std::abs(p.first_frame_time) <= 10.0)) {
    throw std::invalid_argument(
        fmt::format("NNLS chroma: {} frames averaged, log_gain {}, first_frame_time {}: expected 1 "
                    "to 1000, more than 0, -10 to 10",
                    p.frames_averaged, p.log_gain, p.first_frame_time));
  }
}

FrameMatrix nnls_chroma_frames(const FrameMatrix& raw, const NnlsChromaParameters& p) {
  check_nnls_chroma(p);
  check_bins(raw.bins);
  const std::size_t bins = std::min(raw.bins, static_cast<std::size_t>(p.bins()));
  const auto width = static_cast<std::size_t>(p.frames_averaged);
  FrameMatrix frames((raw.frames + width - 1) / width, bins, p.fps());
  const double shift = p.first_frame_time * p.sample_rate / p.hop_size;
  const auto gain = static_cast<float>(p.log_gain);
  std::vector<double> sum(bins);
  for (std::size_t k = 0; k < frames.frames; ++k) {
    // In raw rows; here row i covers i to i + 1.
    const double begin = static_cast<double>(k * width) - shift - 0.5 * (p.frames_averaged - 1);
    const double end = begin + p.frames_averaged;
    std::ranges::fill(sum, 0.0);
    for (long i = std::lround(std::floor(begin)); static_cast<double>(i) < end; ++i) {
      const auto from = static_cast<double>(i);
      const double share = std::min(end, from + 1.0) - std::max(begin, from);
      if (share > 1e-9) add_row(raw, i, share / p.frames_averaged, sum);
    }
    for (std::size_t c = 0; c < bins; ++c) {
      frames.row(k)[c] = std::log10(1.0f + gain * static_cast<float>(sum[c]));
    }
  }
  return frames;
}

std::vector<BinRun> nnls_runs(std::size_t bins) {
  constexpr std::size_t kCircle = 12;
  if (bins != kCircle) check_bins(bins);
  const std::size_t circles = std::min(bins, kChromaBins) / kCircle;
  std::vector<BinRun> runs(circles + (bins > kChromaBins ? 2 : 0), BinRun{kNotes, false});
  std::fill_n(runs.begin(), circles, BinRun{kCircle, true});
  return runs;
}

bool is_feature_file(const std::filesystem::path& path) {
  return path.extension() == ".npy" || path.extension() == ".csv";
}

FrameMatrix read_nnls_chroma(const std::filesystem::path& path,
                             const NnlsChromaParameters& parameters) {
  check_nnls_chroma(parameters);
  if (path.extension() == ".csv") return read_nnls_chroma_csv(path, parameters);
  const std::string type = npy_type(path);
  const bool quantised = type.ends_with("u1");
  if (!quantised && !type.ends_with("f4") && !type.ends_with("f8")) {
    throw FeatureError(
        fmt::format("{}: npy type '{}': expected NNLS chroma as floats, or as unsigned bytes "
                    "(u1) q for 5 * (q / 255)^2",
                    path.string(), type));
  }
  FrameMatrix raw =
      read_npy(path, static_cast<double>(parameters.sample_rate) / parameters.hop_size);
  if (raw.bins != kChromaBins) {
    throw FeatureError(
        fmt::format("{}: npy shape [{}, {}]: expected [T, {}], 12 bass and 12 "
                    "treble pitch classes",
                    path.string(), raw.frames, raw.bins, kChromaBins));
  }
  if (quantised) {
    for (float& value : raw.data) value = kQuantisedRange * (value / 255.0f) * (value / 255.0f);
  }
  return raw;
}

}  // namespace tactus
