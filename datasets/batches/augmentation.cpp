#include "datasets/batches/augmentation.h"

#include <fmt/core.h>

#include <algorithm>
#include <cmath>
#include <stdexcept>

#include "datasets/random_source.h"
#include "features/filterbanks/transposed_bins.h"

namespace tactus {
namespace {

// Streams of random numbers of one crop that must not depend on each other.
enum Purpose : std::uint64_t { kPlan = 1, kDisturbance = 2, kBinGains = 3 };

// The level of log10(1 + x) features changes by log10(gain) where x is large and not at all at x =
// 0; between, this stays close to log10(1 + gain * x) without a power per value.
float with_gain(float level, float log_gain) {
  constexpr float kKnee = 0.3f;
  return std::max(0.0f, level + log_gain * level / (level + kKnee));
}

void interpolate_frame(const FrameView& song, double place, std::span<float> out) {
  const double clamped = std::clamp(place, 0.0, static_cast<double>(song.frames - 1));
  const auto lower = static_cast<std::size_t>(clamped);
  const auto part = static_cast<float>(clamped - static_cast<double>(lower));
  const std::span<const float> a = song.row(lower);
  if (part == 0.0f) {
    std::copy(a.begin(), a.end(), out.begin());
    return;
  }
  const std::span<const float> b = song.row(lower + 1);
  for (std::size_t c = 0; c < out.size(); ++c) out[c] = a[c] + part * (b[c] - a[c]);
}

// What each bin's level is raised by, in units of log10.
std::vector<float> log_gains(const CropPlan& plan, const BinLayout& layout, std::size_t bins) {
  std::vector<float> gains(bins, 0.0f);
  RandomSource random{plan.key, kBinGains};
  for (std::size_t c = 0; c < bins; ++c) {
    const double own = plan.bin_gain_db > 0.0 ? plan.bin_gain_db * random.normal() : 0.0;
    if (!layout.follows_gain[c]) continue;
    const double db = plan.gain_db + plan.tilt_db * (layout.height[c] - 0.5) + own;
    gains[c] = static_cast<float>(db / 20.0);
  }
  return gains;
}

}  // namespace

CropPlan draw_crop_plan(const AugmentationSettings& settings, std::uint64_t key) {
  RandomSource random{key, kPlan};
  CropPlan plan;
  plan.semitones = random.integer(settings.lowest_semitones, settings.highest_semitones);
  plan.ratio = std::exp2(random.uniform(-1.0, 1.0) * std::log2(1.0 + settings.tempo));
  plan.gain_db = settings.gain_db * random.normal();
  plan.tilt_db = settings.tilt_db * random.normal();
  plan.bin_gain_db = settings.bin_gain_db;
  plan.key = key;
  return plan;
}

CropView place_crop(const FrameView& song, double position, std::size_t crop_frames,
                    const CropPlan& plan) {
  CropView crop;
  crop.ratio = plan.ratio;
  crop.semitones = plan.semitones;
  crop.fps = song.fps;
  if (song.frames == 0) return crop;
  const auto last = static_cast<double>(song.frames - 1);
  const double span = static_cast<double>(crop_frames - 1) * plan.ratio;
  const double room = std::max(0.0, std::floor(last - span));
  crop.start = std::clamp(std::floor(position * (room + span) - span / 2.0), 0.0, room);
  const double available = std::floor((last - crop.start) / plan.ratio) + 1.0;
  crop.frames = std::min(crop_frames, static_cast<std::size_t>(available));
  return crop;
}

void cut_crop(const FrameView& song, const CropView& crop, const CropPlan& plan,
              const BinLayout& layout, std::span<float> out) {
  if (crop.semitones != 0 && layout.bins_per_semitone == 0) {
    throw std::invalid_argument(fmt::format(
        "cut_crop: transposition by {} semitones of bins that cannot be shifted", crop.semitones));
  }
  const std::vector<float> log_gain = log_gains(plan, layout, song.bins);
  const long shift = static_cast<long>(crop.semitones) * layout.bins_per_semitone;
  for (std::size_t i = 0; i < crop.frames; ++i) {
    const std::span<float> frame = out.subspan(i * song.bins, song.bins);
    interpolate_frame(song, crop.start + static_cast<double>(i) * crop.ratio, frame);
    move_bins(frame, shift, layout.runs);
    for (std::size_t c = 0; c < song.bins; ++c) {
      if (log_gain[c] != 0.0f) frame[c] = with_gain(frame[c], log_gain[c]);
    }
  }
}

void disturb(std::span<float> frames, std::size_t bins, double fps,
             const AugmentationSettings& settings, std::uint64_t key) {
  RandomSource random{key, kDisturbance};
  const auto count = static_cast<int>(frames.size() / bins);
  if (settings.noise > 0.0) {
    for (float& value : frames) value += static_cast<float>(settings.noise * random.normal());
  }
  for (int m = 0; m < settings.frequency_masks && count > 0; ++m) {
    const int width =
        random.integer(0, std::min(settings.frequency_mask_width, static_cast<int>(bins)));
    const int first = random.integer(0, static_cast<int>(bins) - width);
    for (int i = 0; i < count; ++i) {
      std::fill_n(frames.begin() + i * static_cast<long>(bins) + first, width, 0.0f);
    }
  }
  for (int m = 0; m < settings.time_masks && count > 0; ++m) {
    const auto longest = static_cast<int>(settings.time_mask_seconds * fps);
    const int width = random.integer(0, std::min(longest, count));
    const int first = random.integer(0, count - width);
    std::fill_n(frames.begin() + first * static_cast<long>(bins), width * static_cast<long>(bins),
                0.0f);
  }
}

}  // namespace tactus
