// Whether the beats of a song are divided in two or in three, by the attacks between them.
//
// Notes at both thirds of the beats and none at their middle: a compound meter (meter.h). Notes at
// one place behind the middle alone: swing. All else is straight. Straight music must never become
// compound, so all signs must be clear and hold through nine tenths of the song.
#pragma once

#include <span>

#include "features/frames/frame_matrix.h"
#include "model/annotation.h"
#include "model/decoding/timing/attack_curve.h"

namespace tactus {

// What happens at a place in the beats of a song.
struct PlaceInBeat {
  double share = 0.0;  // of the beats that have an attack there
  double rise = 0.0;   // the mean of all beats, in nepers of energy
};
struct DivisionShares {
  PlaceInBeat third, two_thirds, middle;
  PlaceInBeat quarter;      // at a quarter or three quarters, the mean of both
  double throughout = 0.0;  // the share of passages of eight beats that look ternary
  int beats = 0;
};
DivisionShares division_shares(std::span<const Beat> beats, const AttackCurve& attacks);
bool is_compound(const DivisionShares& shares);

// Where the second note of the beats begins, 0.55 to 0.72 of a beat; 0 = the song does not swing.
double swing_of(std::span<const Beat> beats, const AttackCurve& attacks);

// Bars of three beats with eighths, of which the fourth is accented more than the third and the
// fifth: 6/8, whose two beats begin at the first and the fourth. False unless that is so in three
// quarters of the bars.
bool is_in_two(std::span<const Beat> beats, const AttackCurve& attacks);

// Sets the divisions of all beats, or the swing, of a song with bars. One that is_in_two() gets
// beats of dotted quarters, with the grid and the tempi of them. Bars of four compound beats become
// bars of two if downbeats, the last column of `activations`, are as likely on their third beat.
void find_division(Annotation& song, const AttackCurve& attacks, const FrameMatrix& activations);

}  // namespace tactus
