#include "model/editing/beat_redecoding.h"

#include <algorithm>
#include <cmath>
#include <iterator>
#include <utility>

#include "model/decoding/beats/beat_summary.h"
#include "model/decoding/beats/metrical_level.h"
#include "model/decoding/piece_decoder.h"
#include "model/decoding/timing/attack_curve.h"
#include "model/editing/beat_edits.h"
#include "model/meter.h"
#include "model/tempo_grid.h"

namespace tactus {
namespace {

constexpr std::size_t kLead = 4;  // beats on either side that set the tempo and the bars

// The frames around [from, to] seconds.
struct Excerpt {
  FrameMatrix frames;
  double offset = 0.0;  // seconds of its first frame
};

FrameMatrix rows_of(const FrameMatrix& matrix, std::size_t first, std::size_t last) {
  last = std::min(last, matrix.frames);
  first = std::min(first, last);
  FrameMatrix part(last - first, matrix.bins, matrix.fps);
  std::copy_n(matrix.data.begin() + static_cast<std::ptrdiff_t>(first * matrix.bins),
              part.data.size(), part.data.begin());
  return part;
}

Excerpt excerpt(const FrameMatrix& activations, double from, double to) {
  const auto frame = [](double place) { return static_cast<std::size_t>(std::max(place, 0.0)); };
  const std::size_t first = std::min(frame(std::floor(from * activations.fps)), activations.frames);
  return {rows_of(activations, first, frame(std::ceil(to * activations.fps) + 1)),
          static_cast<double>(first) / activations.fps};
}

// The attacks from `offset` seconds on; none if the envelope is empty.
AttackCurve attacks_from(const FrameMatrix& envelope, double offset) {
  if (envelope.frames == 0) return {};
  const auto first = static_cast<std::size_t>(std::lround(offset * envelope.fps));
  return AttackCurve(rows_of(envelope, first, envelope.frames));
}

// Beats that decoding must find again: those at both ends, and those of the user.
std::vector<Beat> fixed_beats(std::span<const Beat> beats, BeatRange lead, BeatRange inside) {
  std::vector<Beat> fixed;
  for (std::size_t i = lead.first; i < lead.last; ++i) {
    if (!inside.contains(i) || beats[i].confidence >= kCertain) fixed.push_back(beats[i]);
  }
  return fixed;
}

bool has_own_beats(std::span<const Beat> beats, BeatRange inside) {
  const auto part = beats.subspan(inside.first, inside.last - inside.first);
  return std::ranges::any_of(part, [](const Beat& beat) { return beat.confidence >= kCertain; });
}

std::vector<Beat> between(const std::vector<Beat>& beats, double begin, double end) {
  std::vector<Beat> part;
  std::ranges::copy_if(beats, std::back_inserter(part), [begin, end](const Beat& beat) {
    return beat.time >= begin - 1e-9 && beat.time < end - 1e-9;
  });
  return part;
}

// Decoding returns a fixed beat at its own time up to rounding: this sets the exact time.
void restore(std::vector<Beat>& found, std::span<const Beat> fixed) {
  constexpr double kRounding = 1e-6;
  for (Beat& beat : found) {
    for (const Beat& original : fixed) {
      if (std::abs(beat.time - original.time) < kRounding) {
        beat.time = original.time;
        beat.confidence = original.confidence;
      }
    }
  }
}

// A passage keeps the line that the beats around it lie on, and the free tempo of a free song.
GridChoice grid_of_passage(const GridBeats& song, BeatRange around, GridChoice otherwise) {
  if (song.grid.kind == GridKind::kFree) return GridChoice::kFree;
  const GridSegment* line = segment_at(song.grid, song.beats[around.first].time);
  const GridSegment* last = segment_at(song.grid, song.beats[around.last - 1].time);
  return line && line == last ? GridChoice::kConstant : otherwise;
}

TempoGrid moved(TempoGrid grid, double seconds) {
  for (GridSegment& segment : grid.segments) {
    segment.start += seconds;
    segment.first_downbeat += seconds;
  }
  return grid;
}

// Beats at half or twice the tempo of those before; tagging may have chosen them after a second
// pass or because of repeats (metrical_level.h).
bool at_another_level(const std::vector<Beat>& found, double tempo_before) {
  const double tempo = overall_tempo(found);
  if (!(tempo > 0.0) || !(tempo_before > 0.0)) return false;
  return std::abs(std::abs(std::log2(tempo / tempo_before)) - 1.0) < 0.2;
}

}  // namespace

GridBeats redecode_beats(const FrameMatrix& activations, const FrameMatrix& attacks,
                         const BeatDecoderParameters& parameters, const GridBeats& song,
                         double begin, double end, const HeardBars* bars,
                         const FrameMatrix* chords) {
  if (activations.frames == 0 || !(end > begin)) return song;
  const BeatList& beats = song.beats;
  const BeatRange inside = beats_between(beats, begin, end);
  const BeatRange around{inside.first - std::min(inside.first, kLead),
                         std::min(beats.size(), inside.last + kLead)};
  const double from = around.first < inside.first ? beats[around.first].time : begin;
  const double to = around.last > inside.last ? beats[around.last - 1].time : end;
  const Excerpt part = excerpt(activations, from, to);
  if (part.frames.frames == 0) return song;

  const std::vector<Beat> fixed = fixed_beats(beats, around, inside);
  std::vector<Beat> shifted = fixed;
  for (Beat& beat : shifted) beat.time -= part.offset;
  const bool whole = inside == all_beats(beats) && part.offset == 0.0;
  const BeatPieceOptions options{
      static_cast<double>(activations.frames) / activations.fps - part.offset,
      shifted,
      {},
      attacks_from(attacks, part.offset),
      whole ? bars : nullptr,
      whole ? chords : nullptr};
  BeatDecoderParameters here = parameters;
  if (around != inside) here.grid = grid_of_passage(song, around, parameters.grid);
  BeatDecoderParameters believed = here;  // somebody took it for music before
  believed.least_confidence = 0.0;
  if (!beats.empty() && !options.chords) here = believed;
  BeatDecoding redone = decode_piece_beats(part.frames, here, options);
  if (redone.beats.empty() && options.chords && !beats.empty()) {
    here = believed;
    redone = decode_piece_beats(part.frames, here, options);
  }
  const double before = overall_tempo({beats.begin() + static_cast<std::ptrdiff_t>(around.first),
                                       beats.begin() + static_cast<std::ptrdiff_t>(around.last)});
  const bool levels_count = parameters.level_margin > 0.0 || parameters.level_bonus > 0.0;
  if (levels_count && !has_own_beats(beats, inside) &&
      at_another_level(between(redone.beats, begin - part.offset, end - part.offset), before))
    redone = decode_piece_beats(part.frames, near_tempo(here, before), options);
  for (Beat& beat : redone.beats) beat.time += part.offset;
  std::vector<Beat> found = between(redone.beats, begin, end);
  restore(found, fixed);
  const int division = meter_of(beats).division;
  for (Beat& beat : found) beat.division = division;
  GridBeats result = song;
  const auto place =
      result.beats.erase(result.beats.begin() + static_cast<std::ptrdiff_t>(inside.first),
                         result.beats.begin() + static_cast<std::ptrdiff_t>(inside.last));
  result.beats.insert(place, found.begin(), found.end());
  if (inside == all_beats(beats)) result.grid = moved(std::move(redone.grid), part.offset);
  result.grid = grid_after_edit(std::move(result.grid), result.beats);
  return result;
}

}  // namespace tactus
