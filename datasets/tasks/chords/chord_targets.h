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

// The targets of one chord. `pitches` counts only if has_pitches.
struct ChordTarget {
  int root = kNoTarget;            // 0..11, 12 = N
  int bass = kNoTarget;            // absolute pitch class 0..11, 12 = N
  int quality = kNoTarget;         // index in chord_qualities()
  std::array<bool, 12> pitches{};  // absolute: C = 0
  bool has_pitches = false;
  bool operator==(const ChordTarget&) const = default;

  int chord() const;  // index in chord_vocabulary(), kNoTarget if the quality is masked
  ChordTarget transposed(int semitones) const;
};

// X masks all heads. If the vocabulary lacks a chord (a power chord), its quality is masked; root,
// bass and pitches stay. If the vocabulary reduces a chord (C:9 to C:7), it keeps its own pitches.
// Throws ChordLabelError for a label that is no chord.
ChordTarget chord_target(const std::string& label);

struct ChordTargetSettings {
  // In the losses of "quality" and "chord", a frame of quality q has a weight proportional to
  // p_q^-rare_qualities. p_q is the share of q in the time of the training songs. The mean weight
  // of their frames is 1. Then kMostWeight cuts large weights, and the mean becomes smaller.
  double rare_qualities = 0.0;
  static constexpr double kMostWeight = 10.0;
  bool operator==(const ChordTargetSettings&) const = default;
};

struct ChordTargetSegment {
  double start = 0.0;
  double end = 0.0;
  ChordTarget target;
};
// `chords` and the result are sorted by start.
std::vector<ChordTargetSegment> chord_target_segments(std::span<const LabelledSegment> chords);

// Returns a target for each frame of the crop: that of the segment at the time of the frame. Frames
// in gaps and outside are masked.
std::vector<ChordTarget> chord_frame_targets(std::span<const ChordTargetSegment> segments,
                                             const CropView& crop);

// The weights [kChordQualities] of ChordTargetSettings, from the training songs. Empty if all are
// equal. Throws ChordLabelError.
std::vector<float> chord_quality_weights(const ChordTargetSettings& settings,
                                         const std::vector<std::vector<LabelledSegment>>& songs);
// For any of the heads "root", "bass", "quality", "pitches", "chord". Training and validation songs
// need the same weights; otherwise nobody can compare their losses. Throws std::invalid_argument
// for another head, and unless the number of weights is 0 or kChordQualities; throws
// ChordLabelError.
std::unique_ptr<TargetMaker> make_chord_target_maker(
    const NetworkSpec& spec, std::vector<float> quality_weights,
    const std::vector<std::vector<LabelledSegment>>& songs);

}  // namespace tactus
