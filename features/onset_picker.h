// Where notes and strokes begin: SuperFlux.
//
// Magnitude spectrum -> logarithmic filterbank -> S = log10(1 + gain x); the strength of frame i is
// the mean over the bands b of max(0, S[i, b] - max(S[i - d, b - 1 .. b + 1])), the maximum over
// neighbouring bands so that vibrato is no onset. An onset is a frame that is the greatest around
// it and exceeds the mean of its surroundings by a threshold. Its time is then put
// to where, within some 30 ms, the energy of the samples' differences rises most: the windows of
// the spectra are too long to tell.
//
// Boeck & Widmer, "Maximum filter vibrato suppression for onset detection", DAFx 2013; the picking:
// Boeck, Krebs & Schedl, "Evaluating the online capabilities of onset detection methods", ISMIR
// 2012.
#pragma once

#include <memory>
#include <span>
#include <vector>

namespace tactus {

struct OnsetParameters {
  double fps = 100.0;     // frames a second
  double window = 0.046;  // seconds; the next power of two samples is taken
  int bands_per_octave = 24;
  double fmin = 30.0, fmax = 16000.0;  // Hz; at most half the sample rate counts
  double gain = 10.0;
  double threshold = 0.03;
  double nearest = 0.03;  // seconds between two onsets at least
};

// Finds the onsets of a stream of mono samples. The same however the stream is cut into blocks;
// memory does not grow with it. Move-only.
class OnsetPicker {
 public:
  // Throws std::invalid_argument for a rate below 4000 Hz or parameters that make no sense.
  explicit OnsetPicker(int sample_rate, const OnsetParameters& parameters = {});
  ~OnsetPicker();
  OnsetPicker(OnsetPicker&&) noexcept;
  OnsetPicker& operator=(OnsetPicker&&) noexcept;

  // Appends the onsets, in seconds and in order, that are certain now.
  void push(std::span<const float> samples, std::vector<double>& onsets);
  // The stream has ended: appends the remaining ones. No push() afterwards.
  void finish(std::vector<double>& onsets);

 private:
  struct Impl;
  std::unique_ptr<Impl> impl_;
};

}  // namespace tactus
