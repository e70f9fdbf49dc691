// Internal to model/editing: beats, each with the line of the tempo grid on which it lies, so that
// an edit can change both and make a grid of them again.
#pragma once

#include <optional>
#include <utility>
#include <vector>

#include "model/editing/grid_beats.h"
#include "model/tempo_grid.h"

namespace tactus {

// A beat and the line it lies on: start (any of its places), bpm and scatter of a segment.
struct LinedBeat {
  Beat beat;
  std::optional<GridSegment> line = {};
};
using LinedBeats = std::vector<LinedBeat>;

LinedBeats on_lines(const BeatList& beats, const TempoGrid& grid);
bool same_line(const GridSegment& a, const GridSegment& b);
// The line of a beat on none: from it to the next one.
GridSegment lone_line(const BeatList& beats, std::size_t i);

// `line_of(i, beat)`: the line of beat i, if it lies on one. `without`: the kind of the grid if no
// beat does.
template <typename LineOf>
GridBeats joined(BeatList beats, const LineOf& line_of, GridKind without) {
  GridBeats song;
  song.beats = std::move(beats);
  bool has_line = false;
  for (std::size_t i = 0; i < song.beats.size() && !has_line; ++i)
    has_line = line_of(i, song.beats[i]).has_value();
  if (!has_line) {
    song.grid.kind = without;
    return song;
  }
  std::vector<GridSegment>& segments = song.grid.segments;
  for (std::size_t i = 0; i < song.beats.size(); ++i) {
    const std::optional<GridSegment> own = line_of(i, song.beats[i]);
    GridSegment line = own ? *own : lone_line(song.beats, i);
    if (!segments.empty() && same_line(segments.back(), line)) continue;
    line.start = nearest_on(line, song.beats[i].time);
    if (line.start < 0.0) line.start += 60.0 / line.bpm;
    segments.push_back(line);
  }
  song.grid.kind = segments.size() == 1 ? GridKind::kConstant : GridKind::kPiecewise;
  take_bars(song.grid, song.beats);
  return song;
}
GridBeats joined(const LinedBeats& lined, GridKind without);

GridKind kind_without_lines(const TempoGrid& grid);

// Sets the time of a beat, which may have to lie at the start of the song instead. Returns whether
// it is within the song.
bool place(LinedBeat& one, double time, double end);

}  // namespace tactus
