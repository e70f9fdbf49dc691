// Tempo and confidences of a list of beats and the activation it was found in.
#pragma once

#include <span>
#include <vector>

#include "features/frames/frame_matrix.h"
#include "model/annotation.h"

namespace tactus {

// In seconds. A beat nearer to the end of a song cannot be heard: where loops and excerpts are cut,
// it would belong to the next bar. So code that decodes a whole song leaves it out.
inline constexpr double kShortestBeat = 0.05;

// BPM at each beat: slope of the regression line of time on beat number over the beat and its two
// neighbours on each side. Empty for fewer than two beats.
std::vector<double> tempo_curve(const std::vector<Beat>& beats);

// BPM of the whole song, from the mean of the intervals within 15 % of the median; 0 for fewer than
// two beats.
double overall_tempo(const std::vector<Beat>& beats);

// The overall tempo and its half, double, third and triple (within 30..300 BPM). Each has its share
// of the evidence in the activation [T,1]; the shares add up to 1:
// the tempo of the beats: 1;
// n times faster: activation at the points between the beats, divided by that on the beats;
// n times slower: how much every n-th beat stands out, (strong - weak) / strong.
// A half or third counts only if the beats of most bars can be grouped so; without bars, both do.
// Candidates below a hundredth of the tempo of the beats are left out. One stays, because people
// tap at two levels: if all are so weak, the one nearest to 120 BPM (Moelants 2002). Sorted by
// strength, but the tempo of the beats comes first.
std::vector<TempoCandidate> tempo_candidates(const std::vector<Beat>& beats,
                                             const FrameMatrix& activation);

// Sets the confidence of each beat to max(0, p - s) * exp(-(d / 0.2)^2 / 2). p is the activation's
// peak within a frame of the beat. s is its mean over half a beat on either side, without the
// sixteenth around the beat. d is the mean relative deviation of the two adjoining intervals from
// the local tempo (tempo_curve).
void rate_beats(std::vector<Beat>& beats, const FrameMatrix& activation);

// Mean of the beats' confidences; 0 without beats.
double mean_confidence(const std::vector<Beat>& beats);

// Per downbeat: its share of the sum of the activation of downbeats (the last column) over the
// beats of its bar. The share is rescaled: 0 if all beats have the same, 1 if the downbeat has all.
// A bar of one beat gets the activation itself.
std::vector<double> rate_bars(const std::vector<Beat>& beats, const FrameMatrix& activations);

// A time as a place among the beats: 2.5 is half-way between beats 2 and 3. Beyond the ends, the
// first and last intervals continue. Needs two beats.
double beat_coordinate(std::span<const Beat> beats, double time);
double time_at_coordinate(std::span<const Beat> beats, double coordinate);

}  // namespace tactus
