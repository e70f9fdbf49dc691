#include "model/editing/beat_redecoding.h"

#include <algorithm>
#include <cmath>

#include "model/decoding/beats/beat_summary.h"
#include "model/decoding/beats/metrical_level.h"
#include "model/decoding/piece_decoder.h"
#include "model/editing/beat_edits.h"

namespace tactus {
namespace {

constexpr std::size_t kLead = 4;  // beats on either side that set the tempo and the bars

// The frames around [from, to] seconds.
struct Excerpt {
  FrameMatrix frames;
  double offset = 0.0;  // seconds of its first frame
};

Excerpt excerpt(const FrameMatrix& activations, double from, double to) {
  const auto frame = [&](double place) {
    return std::min(static_cast<std::size_t>(std::max(place, 0.0)), activations.frames);
  };
  const std::size_t first = frame(std::floor(from * activations.fps));
  const std::size_t last = frame(std::ceil(to * activations.fps) + 1);
  Excerpt part{FrameMatrix(last - std::min(first, last), activations.bins, activations.fps),
               static_cast<double>(first) / activations.fps};
  std::copy_n(activations.data.begin() + static_cast<std::ptrdiff_t>(first * activations.bins),
              part.frames.data.size(), part.frames.data.begin());
  return part;
}

// Beats that decoding must find again: those at both ends, and those of the user.
std::vector<Beat> fixed_beats(std::span<const Beat> beats, BeatRange lead, BeatRange inside) {
  std::vector<Beat> fixed;
  for (std::size_t i = lead.first; i < lead.last; ++i) {
    if (!inside.contains(i) || beats[i].confidence >= kCertain) fixed.push_back(beats[i]);
  }
  return fixed;
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

// Beats at half or twice the tempo of those before; tagging may have chosen them after a second
// pass or because of repeats (metrical_level.h).
bool at_another_level(const std::vector<Beat>& found, double tempo_before) {
  const double tempo = overall_tempo(found);
  if (!(tempo > 0.0) || !(tempo_before > 0.0)) return false;
  return std::abs(std::abs(std::log2(tempo / tempo_before)) - 1.0) < 0.2;
}

}  // namespace

std::vector<Beat> redecode_beats(const FrameMatrix& activations,
                                 const BeatDecoderParameters& parameters,
                                 std::span<const Beat> beats, double begin, double end) {
  std::vector<Beat> result(beats.begin(), beats.end());
  if (activations.frames == 0 || !(end > begin)) return result;
  const BeatRange inside = beats_between(beats, begin, end);
  const BeatRange lead{inside.first - std::min(inside.first, kLead),
                       std::min(beats.size(), inside.last + kLead)};
  const double from = lead.first < inside.first ? beats[lead.first].time : begin;
  const double to = lead.last > inside.last ? beats[lead.last - 1].time : end;
  const Excerpt part = excerpt(activations, from, to);
  if (part.frames.frames == 0) return result;

  const std::vector<Beat> fixed = fixed_beats(beats, lead, inside);
  std::vector<Beat> shifted = fixed;
  for (Beat& beat : shifted) beat.time -= part.offset;
  const BeatPieceOptions options{
      static_cast<double>(activations.frames) / activations.fps - part.offset, shifted, {}};
  std::vector<Beat> anew = decode_piece_beats(part.frames, parameters, options).beats;
  const double before = overall_tempo(result);
  const bool levels_count = parameters.level_margin > 0.0 || parameters.level_bonus > 0.0;
  if (levels_count && fixed.empty() && at_another_level(anew, before))
    anew = decode_piece_beats(part.frames, near_tempo(parameters, before), options).beats;
  std::vector<Beat> found;
  for (Beat beat : anew) {
    beat.time += part.offset;
    if (beat.time >= begin - 1e-9 && beat.time < end - 1e-9) found.push_back(beat);
  }
  restore(found, fixed);
  const auto place = result.erase(result.begin() + static_cast<std::ptrdiff_t>(inside.first),
                                  result.begin() + static_cast<std::ptrdiff_t>(inside.last));
  result.insert(place, found.begin(), found.end());
  return result;
}

}  // namespace tactus
