// Where notes begin in the sound, near a time that is known to some hundredths of a second.
#pragma once

#include <optional>
#include <span>
#include <vector>

#include "features/frames/frame_matrix.h"

namespace tactus {

// In seconds.
struct SoundSpan {
  double begin = 0.0, end = 0.0;
  bool operator==(const SoundSpan&) const = default;
};

// The logarithm of an attack envelope (attack_envelope.h). An attack starts where the curve has
// risen by a fifth of its rise, less kAttackDelay.
class AttackCurve {
 public:
  AttackCurve() = default;  // no sound is known: no attack anywhere
  // envelope [T,2]. Throws std::invalid_argument for another number of columns.
  explicit AttackCurve(const FrameMatrix& envelope);

  bool empty() const { return curve_.empty(); }

  // Start in seconds of the attack within 30 ms of `time`; strong and near ones are preferred.
  // Nothing where the energy does not grow clearly.
  std::optional<double> near(double time) const;

  // How much later than the beats at `times` their notes begin, in seconds: the attack of the mean
  // of the curve around them. A mean over many beats is exact to a fraction of a millisecond.
  // Nothing for fewer than 12 beats, or where no attack lies within 12 ms.
  std::optional<double> common_offset(std::span<const double> times) const;

  // By how much the curve rises most within `reach` seconds of a time, in nepers of energy. Nothing
  // at the ends of the song.
  std::optional<double> rise_near(double time, double reach) const;

  // Whether the mean energy between two times is within 20 dB of the loud parts of the song.
  bool sounds(double from, double to) const;

  // Where the energy stays 20 dB and more below the mean of the loud passages for `least` seconds.
  std::vector<SoundSpan> quiet_spans(double least) const;

 private:
  // The curve from 60 ms before to 60 ms after a time, in rows; empty at the ends of the song.
  std::vector<double> around(double time) const;

  double fps_ = 0.0;
  std::vector<float> curve_;
  std::vector<float> energy_;
  double loud_ = 0.0;  // mean square that a tenth of the rows exceed
};

// From the start of a note to a fifth of its rise in the curve of a sound at 22,050 Hz, in seconds.
// Measured on renderings, where the truth is exact: 0.1 to 1.1 ms in 20 songs.
inline constexpr double kAttackDelay = 0.0006;

}  // namespace tactus
