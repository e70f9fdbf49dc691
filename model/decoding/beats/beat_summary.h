// What can be said of a beat sequence and the activation it was found in: tempo, confidences.
#pragma once

#include <vector>

#include "features/frames/frame_matrix.h"
#include "model/annotation.h"

namespace tactus {

// Seconds of a beat that can be heard. Where loops and excerpts are cut, the next bar would begin:
// whatever decodes a whole piece leaves out beats nearer to its end.
inline constexpr double kShortestBeat = 0.05;

// BPM at each beat: slope of the regression line of time on beat number over the two neighbours on
// either side. Empty for fewer than two beats.
std::vector<double> tempo_curve(const std::vector<Beat>& beats);

// BPM of the whole piece: from the mean of the intervals within 15 % of the median; 0 for fewer
// than two beats.
double overall_tempo(const std::vector<Beat>& beats);

// The overall tempo and its half, double, third and triple (within 30..300 BPM), each with the
// share of evidence for it in the activation [T,1], adding up to 1:
//   the beats' own tempo 1; n times faster: the activation at the points between the beats over
//   that on the beats; n times slower: how much every n-th beat stands out over the others, (strong
//   - weak) / strong.
// A half or third counts only if the beats of most bars can be grouped so; without bars, both do.
// Candidates below a hundredth of the beats' own tempo are left out. One stays, because people tap
// at two levels: if all are so weak, the one nearest to 120 BPM (Moelants 2002).
// Sorted by strength; the beats' own tempo comes first.
std::vector<TempoCandidate> tempo_candidates(const std::vector<Beat>& beats,
                                             const FrameMatrix& activation);

// Sets each beat's confidence to max(0, p - s) * exp(-(d / 0.2)^2 / 2): p the activation's peak
// within a frame of the beat, s its mean over half a beat on either side without the sixteenth
// around the beat, d the mean relative deviation of the two adjoining intervals from the beat's own
// tempo (tempo_curve).
void rate_beats(std::vector<Beat>& beats, const FrameMatrix& activation);

// Per downbeat: the downbeat activation [T,2] (second column) at it, as a share of the sum over the
// beats of its bar, rescaled so that an even distribution over them is 0 and all of it on the
// downbeat is 1.
std::vector<double> rate_bars(const std::vector<Beat>& beats, const FrameMatrix& activations);

}  // namespace tactus
