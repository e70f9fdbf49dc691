// Chord segments -> frame targets of the heads "root", "bass" (12 + no chord), "quality"
// (chord_qualities()), "pitches" (12 absolute pitch classes, sigmoid) and "chord"
// (chord_vocabulary()).
#pragma once

#include <array>
#include <memory>
#include <span>
#include <string>
#include <vector>

#include "datasets/batches/crop.h"
#include "datasets/batches/crop_batches.h"
#include "model/annotation.h"
#include "model/network/network_spec.h"

namespace tactus {

inline constexpr int kNoTarget = -1;     // masked
inline constexpr int kNoChordRoot = 12;  // class of "root" and "bass" for N

// What one chord means to the heads. `pitches` counts only when has_pitches.
struct ChordTarget {
  int root = kNoTarget;            // 0..11, 12 = N
  int bass = kNoTarget;            // absolute pitch class 0..11, 12 = N
  int quality = kNoTarget;         // index in chord_qualities()
  std::array<bool, 12> pitches{};  // absolute: C = 0
  bool has_pitches = false;
  bool operator==(const ChordTarget&) const = default;

  int chord() const;  // index in chord_vocabulary(), kNoTarget where the quality has none
  ChordTarget transposed(int semitones) const;
};

// X is masked altogether. A chord that the vocabulary cannot express (a power chord) keeps root,
// bass and pitches and masks the quality; one that it can only reduce (C:9 -> C:7) keeps its own
// pitches. Throws ChordLabelError for a label that is none.
ChordTarget chord_target(const std::string& label);

struct ChordTargetSettings {
  // A frame of quality q weighs as p_q^-rare_qualities in the losses of "quality" and "chord", p_q
  // the share of q in the training songs' time: 1 in the mean over their frames, and then at most
  // kMostWeight, which leaves the mean below 1 where it cuts.
  double rare_qualities = 0.0;
  static constexpr double kMostWeight = 10.0;
  bool operator==(const ChordTargetSettings&) const = default;
};

struct ChordTargetSegment {
  double start = 0.0;
  double end = 0.0;
  ChordTarget target;
};
// Sorted by start, as the segments must be.
std::vector<ChordTargetSegment> chord_target_segments(std::span<const LabelledSegment> chords);

// One target per crop frame, that of the segment which holds the frame's time; masked in gaps and
// outside.
std::vector<ChordTarget> chord_frame_targets(std::span<const ChordTargetSegment> segments,
                                             const CropView& crop);

// The weights [kChordQualities] of ChordTargetSettings, from the songs that are learned from; empty
// where all weigh the same. Throws ChordLabelError.
std::vector<float> chord_quality_weights(const ChordTargetSettings& settings,
                                         const std::vector<std::vector<LabelledSegment>>& songs);
// Heads "root", "bass", "quality", "pitches", "chord", any of them. Training and validation songs
// need the same weights, or their losses cannot be compared. Throws as above, also for another
// number of weights than none or kChordQualities, and ChordLabelError.
std::unique_ptr<TargetMaker> make_chord_target_maker(
    const NetworkSpec& spec, std::vector<float> quality_weights,
    const std::vector<std::vector<LabelledSegment>>& songs);

}  // namespace tactus
