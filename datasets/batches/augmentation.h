// Changes to training crops that keep their labels true: transposition, tempo, level, noise, masked
// parts.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "datasets/batches/crop.h"
#include "features/filterbanks/transposed_bins.h"
#include "features/frames/frame_view.h"

namespace tactus {

struct AugmentationSettings {
  int lowest_semitones =
      0;  // transposition is drawn evenly from lowest .. highest (chord features only)
  int highest_semitones = 0;
  double tempo = 0.0;    // 0.2: tempo times 2^u, u even in +-log2(1.2)
  double gain_db = 0.0;  // standard deviation of the level, in dB, of each crop
  double tilt_db =
      0.0;  // standard deviation of the level's change from the lowest to the highest bin
  double bin_gain_db = 0.0;  // standard deviation of the level of each bin by itself
  double noise = 0.0;        // standard deviation of noise added to standardised features
  int frequency_masks =
      0;  // bands of at most frequency_mask_width neighbouring bins set to their mean
  int frequency_mask_width = 0;
  int time_masks = 0;  // spans of at most time_mask_seconds set to the mean
  double time_mask_seconds = 0.0;
  bool operator==(const AugmentationSettings&) const = default;
};

// What the bins of a frame are, as far as augmentation must know.
struct BinLayout {
  std::vector<float> height;  // per bin: place on the log-frequency axis, 0 (lowest) .. 1 (highest)
  std::vector<bool>
      follows_gain;           // per bin: a log level (gain moves it), not a difference of levels
  int bins_per_semitone = 0;  // 0 = bins cannot be transposed
  std::vector<BinRun> runs;   // that a transposition moves, all bins together
};

// The random decisions for one crop, all drawn from `key`.
struct CropPlan {
  int semitones = 0;
  double ratio = 1.0;    // source frames per crop frame
  double gain_db = 0.0;  // at the middle of the frequency axis
  double tilt_db = 0.0;
  double bin_gain_db = 0.0;  // standard deviation of the bins' own gains, which are drawn from key
  std::uint64_t key = 0;
};
CropPlan draw_crop_plan(const AugmentationSettings& settings, std::uint64_t key);

// Places a crop of `crop_frames` frames with its middle at `position` (0..1) of the song, or as
// near as the song's ends allow. So crops at random positions visit the first and the last crop
// length as often as the rest in the mean (the outermost frames half as often, not hardly ever).
// Without a change of tempo a crop begins on a whole frame. A song that is too short gives a
// shorter crop.
CropView place_crop(const FrameView& song, double position, std::size_t crop_frames,
                    const CropPlan& plan);

// Writes the crop's frames [crop.frames, song.bins] to `out`: frames are interpolated linearly in
// time, bins shifted by the transposition (new bins at the edge are 0, silence; circles turn),
// levels changed.
// Throws std::invalid_argument for a transposition where the layout allows none.
void cut_crop(const FrameView& song, const CropView& crop, const CropPlan& plan,
              const BinLayout& layout, std::span<float> out);

// Noise and masks on standardised frames [frames, bins], drawn from `key`.
void disturb(std::span<float> frames, std::size_t bins, double fps,
             const AugmentationSettings& settings, std::uint64_t key);

}  // namespace tactus
