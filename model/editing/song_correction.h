// What is wrong with the beats of a song as a whole, as its activations say it: beats between the
// peaks, twice or half the tempo, bars that begin on another beat.
#pragma once

#include <optional>
#include <span>

#include "features/frames/frame_matrix.h"
#include "model/editing/grid_edits.h"

namespace tactus {

// One correction for all beats of a song.
struct SongCorrection {
  enum class Kind {
    kHalfBeat,   // the peaks lie between the beats: `number` 1 moves them later, -1 earlier
    kDouble,     // there are peaks between the beats, too
    kHalve,      // every second beat has no peak; `number` 1: those that bars begin on
    kShiftBars,  // bars begin `number` beats later, or earlier below 0
  };
  Kind kind = Kind::kHalfBeat;
  int number = 0;
  bool operator==(const SongCorrection&) const = default;
};

// Nothing if the activations agree with the beats or say nothing clear, and for fewer than eight
// beats. activations [T,2]: beat without downbeat, downbeat; bars [T,1]: a bar starts, or empty.
// Throws std::invalid_argument for another number of columns.
//
// Method: means of the peaks near the beats, near the middles between them, near every second beat,
// and of what the networks say of bars near each beat of the bar. A correction needs a high mean
// there and a much lower one here, so a song that is merely unsure has none.
std::optional<SongCorrection> song_correction(std::span<const Beat> beats,
                                              const FrameMatrix& activations,
                                              const FrameMatrix& bars);

// The beats after it, with their grid. Beats that a person has set move, too. `end`: of the song in
// seconds.
GridBeats corrected_song(GridBeats song, const SongCorrection& correction,
                         double end = std::numeric_limits<double>::infinity());

}  // namespace tactus
