#include "model/editing/reading_edits.h"

#include <cmath>
#include <utility>

#include "model/decoding/beats/beat_summary.h"
#include "model/decoding/beats/metrical_level.h"
#include "model/decoding/piece_decoder.h"
#include "model/decoding/timing/beat_division.h"
#include "model/tempo_grid.h"

namespace tactus {
namespace {

constexpr double kNearBeat = 0.25;  // of the interval

// How far the first downbeat of the reading lies from the nearest beat, in intervals: 0..0.5.
double off_beat(const Reading& reading, const BeatList& beats) {
  const double place = beat_coordinate(beats, reading.first_downbeat);
  return std::abs(place - std::round(place));
}

// The first beat that begins a bar of the reading, if its meter goes on through the song.
std::size_t first_bar(const Reading& reading, const BeatList& beats) {
  const double place = std::round(beat_coordinate(beats, reading.first_downbeat));
  const double meter = std::max(reading.meter, 1);
  const double first = place < 0.0 ? place - meter * std::floor(place / meter) : place;
  return static_cast<std::size_t>(std::min(first, static_cast<double>(beats.size() - 1)));
}

bool has_bars_of(const Reading& reading, const BeatList& beats) {
  if (reading.meter == 0) return true;
  return usual_bar(beats) == reading.meter && beats[first_bar(reading, beats)].position == 1;
}

}  // namespace

bool has_tempo_of(const Reading& reading, const GridBeats& song) {
  constexpr double kSameTempo = 0.05;
  if (song.beats.size() < 2) return false;
  const double bpm = longest_tempo(song.grid, song.beats).value_or(overall_tempo(song.beats));
  return std::abs(bpm - reading.bpm) <= kSameTempo * reading.bpm;
}

GridBeats decode_reading(const Reading& reading, const FrameMatrix& activations,
                         const FrameMatrix& attacks, BeatDecoderParameters parameters) {
  constexpr double kReach = 1.1;
  parameters = near_tempo(parameters, reading.bpm, kReach);
  parameters.level_margin = parameters.level_bonus = 0.0;
  parameters.least_confidence = 0.0;
  if (reading.meter > 0) parameters.beats_per_bar = {reading.meter};
  BeatPieceOptions options;
  options.attacks = AttackCurve(attacks);
  BeatDecoding decoding = decode_piece_beats(activations, parameters, options);
  if (is_compound(division_shares(decoding.beats, options.attacks)))
    for (Beat& beat : decoding.beats) beat.division = kCompound;
  return {std::move(decoding.beats), std::move(decoding.grid)};
}

GridBeats put_on_reading(GridBeats song, const Reading& reading, double end) {
  if (song.beats.size() < 2) return song;
  if (off_beat(reading, song.beats) > kNearBeat)
    song = shift_half_level(std::move(song), all_beats(song.beats), reading.off_beats, end);
  if (song.beats.size() < 2 || has_bars_of(reading, song.beats)) return song;
  const BeatRange all = all_beats(song.beats);
  if (usual_bar(song.beats) != reading.meter)
    song.beats = set_meter(std::move(song.beats), all, reading.meter);
  song.beats = begin_bar_at(song.beats, all, first_bar(reading, song.beats));
  song.grid = grid_after_edit(std::move(song.grid), song.beats);
  return song;
}

std::optional<std::size_t> reading_of(const GridBeats& song, std::span<const Reading> readings) {
  for (std::size_t r = 0; r < readings.size(); ++r) {
    if (has_tempo_of(readings[r], song) && off_beat(readings[r], song.beats) <= kNearBeat &&
        has_bars_of(readings[r], song.beats))
      return r;
  }
  return std::nullopt;
}

}  // namespace tactus
