// The second half of NNLS chroma: notes that explain a whitened log-frequency spectrum, and their
// pitch classes (Mauch & Dixon, ISMIR 2010, sections 2.3 and 2.4).
#pragma once

#include <cstddef>
#include <span>
#include <vector>

#include "features/feature_parameters.h"
#include "features/nnls/nnls_solver.h"

namespace tactus {

// Semitones from A0 up; note n at bin 3 n + 3.
inline constexpr std::size_t kNnlsNotes = NnlsChromaParameters::kNotes;

// Profiles of the notes, [kNnlsNotes, kNnlsLogBins]: twenty partials, each `decay` as strong as the
// one before and a raised cosine of +-1.5 bins. Partials above the last bin are cut.
std::vector<double> nnls_note_profiles(double decay);

// Strengths of the notes: non-negative, so that the sum of their profiles is as near as possible
// to the spectrum. Notes whose three bins are empty are left out. One thread at a time.
class NnlsNotes {
 public:
  explicit NnlsNotes(double decay);
  void transcribe(std::span<const float> spectrum, std::span<float> notes);

 private:
  NonNegativeLeastSquares solver_;
  std::vector<double> wanted_;
  std::vector<double> strengths_;
  std::vector<bool> allowed_;
};

// 84 notes -> 12 bass and 12 treble pitch classes from A. The bass weight is a squared sine,
// largest at Eb2, which ends at A3. The treble weight is one from A0 to the top, largest at D4 and
// Eb4.
void nnls_fold(std::span<const float> notes, std::span<float> chroma);

// The level of each note in a tuned spectrum: its middle bin and half of the bins beside it. A
// sinusoid at the note's frequency, 40 dB below full scale, has the level 1.
class NnlsLevels {
 public:
  explicit NnlsLevels(const NnlsChromaParameters& parameters);
  // spectrum: kNnlsLogBins, of nnls_tune(); levels: kNnlsNotes.
  void measure(std::span<const float> spectrum, std::span<float> levels) const;

 private:
  std::vector<float> scale_;
};

}  // namespace tactus
