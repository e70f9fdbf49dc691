// Beats with the tempo grid on which they lie.
#pragma once

#include "model/annotation.h"
#include "model/editing/beat_edits.h"

namespace tactus {

struct GridBeats {
  BeatList beats;
  TempoGrid grid;
  bool operator==(const GridBeats&) const = default;
};

}  // namespace tactus
