// What a feature extractor computes, as plain data: a model file stores one of these so that
// tagging uses exactly the features the network was trained on. Needs no package, so model/ may
// include it.
#pragma once

#include <vector>

namespace tactus {

// Beat features after Boeck & Schedl (2011) and Boeck, Krebs & Widmer (2016): for each window size
// a magnitude spectrum -> logarithmically spaced triangular filterbank -> log10(1 + x) -> and,
// appended, its positive first-order difference. Defaults: 22,050 Hz mono, 50 frames per second.
struct BeatFeatureParameters {
  int sample_rate = 22050;                            // Hz
  double fps = 50.0;                                  // frames per second
  std::vector<int> window_sizes = {512, 1024, 2048};  // samples
  std::vector<int> bands_per_octave = {3, 6, 12};     // one per window size
  double fmin = 30.0;                                 // Hz
  double fmax = 10000.0;                              // Hz
  double diff_ratio = 0.5;  // difference to the frame where the window's value falls to this ratio
  bool operator==(const BeatFeatureParameters&) const = default;
};

// Chord features: log-frequency magnitude spectrum from long windows, tuned, log-compressed.
// Bin b has the frequency `fmin * 2^(b / bins_per_octave) * tuning / 440`; a sinusoid of amplitude
// a (full scale is 1) at that frequency gives log10(1 + log_gain * a). Rolling by bins_per_octave /
// 12 bins transposes by a semitone.
struct ChordFeatureParameters {
  int sample_rate = 22050;   // Hz
  double fps = 10.0;         // frames per second
  int bins_per_octave = 24;  // 24 or 36
  int octaves = 6;
  double fmin = 32.70319566257483;  // Hz, C1 at A4 = 440 Hz
  int bass_window = 16384;          // samples, for the bins below split_hz
  int treble_window = 8192;         // samples, for the bins from split_hz up
  double split_hz = 130.8;          // Hz
  double log_gain = 1000.0;         // partials 60 dB below full scale still count
  bool correct_tuning = true;
  bool operator==(const ChordFeatureParameters&) const = default;
};

}  // namespace tactus
