// The second half of NNLS chroma: notes that explain a whitened log-frequency spectrum, and their
// pitch classes (Mauch & Dixon, ISMIR 2010, sections 2.3 and 2.4).
#pragma once

#include <cstddef>
#include <span>
#include <vector>

#include "features/nnls/nnls_solver.h"

namespace tactus {

inline constexpr std::size_t kNnlsNotes = 84;  // semitones from A0 up; note n at bin 3 n + 3

// What the notes look like, [kNnlsNotes, kNnlsLogBins]: twenty partials, each `decay` as strong as
// the one before and a raised cosine of +-1.5 bins; what lies above the last bin is cut.
std::vector<double> nnls_note_profiles(double decay);

// How strong each note must be so that their profiles add up to the spectrum, as nearly as they
// can without negative strengths. Notes whose three bins are empty are left out. One thread at a
// time.
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

// 84 notes -> 12 bass and 12 treble pitch classes from A: the notes weighted with a squared sine
// that is largest at Eb2 and ends at A3, and with one from A0 to the top, largest at D4 and Eb4.
void nnls_fold(std::span<const float> notes, std::span<float> chroma);

}  // namespace tactus
