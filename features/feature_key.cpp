#include "features/feature_key.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

namespace tactus {
namespace {

constexpr int kBeatVersion = 2;
constexpr int kChordVersion = 2;
constexpr int kNnlsChromaVersion = 3;
constexpr int kStructureVersion = 1;

// Empty for loudness 0, so that older keys keep their value.
std::string loudness_key(double level) {
  return level == 0.0 ? "" : fmt::format(" level={}", level);
}

}  // namespace

std::string feature_key(const BeatFeatureParameters& p) {
  return fmt::format(
             "beat v{} sample_rate={} fps={} window_sizes={} bands_per_octave={} fmin={} fmax={} "
             "diff_ratio={}",
             kBeatVersion, p.sample_rate, p.fps, fmt::join(p.window_sizes, ","),
             fmt::join(p.bands_per_octave, ","), p.fmin, p.fmax, p.diff_ratio) +
         loudness_key(p.loudness);
}

std::string feature_key(const ChordFeatureParameters& p) {
  return fmt::format(
             "chord v{} sample_rate={} fps={} bins_per_octave={} octaves={} fmin={} bass_window={} "
             "treble_window={} split_hz={} log_gain={} correct_tuning={}",
             kChordVersion, p.sample_rate, p.fps, p.bins_per_octave, p.octaves, p.fmin,
             p.bass_window, p.treble_window, p.split_hz, p.log_gain, p.correct_tuning) +
         loudness_key(p.loudness);
}

std::string feature_key(const NnlsChromaParameters& p) {
  return fmt::format(
             "nnls_chroma v{} sample_rate={} block_size={} hop_size={} tuning={} whitening={} "
             "partial_decay={} roll_on={} first_frame_time={} frames_averaged={} log_gain={}",
             kNnlsChromaVersion, p.sample_rate, p.block_size, p.hop_size,
             p.tuning == NnlsTuning::kGlobal ? "global" : "local", p.whitening, p.partial_decay,
             p.roll_on, p.first_frame_time, p.frames_averaged, p.log_gain) +
         loudness_key(p.loudness) + (p.notes ? " notes=true" : "");
}

std::string feature_key(const StructureParameters& p) {
  return fmt::format("structure v{} frames_pooled={} reach={} of {}", kStructureVersion,
                     p.frames_pooled, p.reach, feature_key(p.chroma));
}

}  // namespace tactus
