// A long recording is decoded in passages that overlap. These functions put their annotations
// together.
#pragma once

#include "model/annotation.h"

namespace tactus {

// Moves everything that has a time by `seconds`, which must leave no time below 0.
void shift_times(Annotation& annotation, double seconds);

// The annotation of both passages, which overlap between `from` and `to` (seconds, as all times).
// The passages join at the beat, nearest to the middle of the overlap, that both have within 20 ms
// and at the same place in its bar; else in the middle. What `before` has from there on and what
// `after` has up to there is left out. Labels that go on, and a tempo that goes on, stay one. The
// candidates for the tempo count by the lengths of the passages. Readings of a passage say nothing
// about the whole, so there are none. Names stay those of `before`.
Annotation join_passages(Annotation before, Annotation after, double from, double to);

}  // namespace tactus
