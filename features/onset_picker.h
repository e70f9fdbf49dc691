// Onsets of notes and strokes by SuperFlux.
//
// Magnitude spectrum -> logarithmic filterbank -> S = log10(1 + gain x); the strength of frame i is
// the mean over the bands b of max(0, S[i, b] - max(S[i - d, b - 1 .. b + 1])); the maximum over
// neighbouring bands prevents onsets from vibrato. An onset is a frame with the greatest strength
// around it that exceeds the mean of its surroundings by a threshold. Its time then moves to the
// place, within some 30 ms, where the energy of the samples' differences rises most: the windows of
// the spectra are too long for exact times.
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
  double fps = 100.0;     // frames per second
  double window = 0.046;  // seconds; rounded up to a power of two samples
  int bands_per_octave = 24;
  double fmin = 30.0, fmax = 16000.0;  // Hz; fmax is limited to half the sample rate
  double gain = 10.0;
  double threshold = 0.03;
  double nearest = 0.03;  // seconds; the least distance of two onsets
};

// Finds the onsets of a stream of mono samples, in the same way for any division into blocks.
// Memory does not grow with the stream. Move-only.
class OnsetPicker {
 public:
  // Throws std::invalid_argument for a rate below 4000 Hz or invalid parameters.
  explicit OnsetPicker(int sample_rate, const OnsetParameters& parameters = {});
  ~OnsetPicker();
  OnsetPicker(OnsetPicker&&) noexcept;
  OnsetPicker& operator=(OnsetPicker&&) noexcept;

  // Appends the onsets that are certain now, in seconds and in order.
  void push(std::span<const float> samples, std::vector<double>& onsets);
  // End of the stream: appends the remaining ones. No push() afterwards.
  void finish(std::vector<double>& onsets);

 private:
  struct Impl;
  std::unique_ptr<Impl> impl_;
};

}  // namespace tactus
