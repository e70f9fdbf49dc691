// Where a recording holds music: not in a silence, and not in speech, applause or other noise
// beside the music. Each part is decoded by itself, so that what lies between two of them changes
// neither tempo nor bars of the second.
#pragma once

#include <span>
#include <vector>

#include "features/frames/frame_matrix.h"
#include "model/annotation.h"
#include "model/decoding/timing/attack_curve.h"

namespace tactus {

// From this share on, sound in which a model hears chords is music.
inline constexpr double kMusic = 0.3;

// The share of the rows whose likeliest label is a chord, of [T,V] probabilities with N last. Rows
// of silence (silence_chords) do not count; 0 if there are no others.
double share_of_harmony(const FrameMatrix& posteriors);
// The same of the rows within a span.
double share_of_harmony(const FrameMatrix& posteriors, const SoundSpan& span);

// What the networks and the sound tell of a recording.
struct SoundEvidence {
  const FrameMatrix& any_beats;  // [T,1] activations
  const AttackCurve& attacks;    // may be empty: then only rows of zeros are silent
  const FrameMatrix* chords;     // [T,V] posteriors with N last; null = not known
};

// The spans between the silences of a recording of that length. A silence has 1.5 s and more: a
// shorter one is a break in the music, whose beats go on. Quiet music is none: it has beats or
// chords. The whole recording if it has no silence; nothing if there is nothing else.
std::vector<SoundSpan> sounding_parts(const SoundEvidence& sound, double seconds);

// The music in a part with these beats (of any confidence): without what comes before and after it.
// That is 4 s and more in which no chords are heard and the beats are doubtful: their mean
// confidence is below `least` or a third of that of the music. An empty span if the part has no
// music.
SoundSpan music_within(const SoundSpan& part, std::vector<Beat> beats, const SoundEvidence& sound,
                       double least);

}  // namespace tactus
