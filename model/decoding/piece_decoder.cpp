#include "model/decoding/piece_decoder.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <stdexcept>
#include <utility>

#include "model/chords/chord_spelling.h"
#include "model/decoding/chords/chord_repeats.h"
#include "model/decoding/chords/key_decoder.h"
#include "model/decoding/music_parts.h"

namespace tactus {
namespace {

double seconds_of(const FrameMatrix& frames, std::optional<double> seconds) {
  return seconds ? *seconds : static_cast<double>(frames.frames) / frames.fps;
}

void check_mask(const FrameMatrix& frames, const std::vector<bool>& audible) {
  if (audible.size() == frames.frames) return;
  throw std::invalid_argument(
      fmt::format("silence: {} values for {} frames", audible.size(), frames.frames));
}

// The last frame reaches beyond the last sample: cuts the segments at `seconds`.
void end_with_the_music(std::vector<LabelledSegment>& segments, double seconds) {
  std::erase_if(segments, [&](const LabelledSegment& segment) { return segment.start >= seconds; });
  if (!segments.empty()) segments.back().end = seconds;
}

// Also false with NaN and infinity.
bool are_in_order(std::span<const Beat> beats) {
  const auto next = std::ranges::adjacent_find(
      beats, [](const Beat& one, const Beat& other) { return !(one.time < other.time); });
  return next == beats.end() &&
         std::ranges::all_of(beats, [](const Beat& beat) { return std::isfinite(beat.time); });
}

}  // namespace

void check_probabilities(const FrameMatrix& activations) {
  constexpr float kRounding = 1e-3f;
  const auto odd = std::ranges::find_if_not(
      activations.data, [](float p) { return p >= -kRounding && p <= 1.0f + kRounding; });
  if (odd == activations.data.end()) return;
  const auto at = static_cast<std::size_t>(odd - activations.data.begin());
  throw ActivationError(
      fmt::format("row {}, column {}: {}, expected a probability from 0 to 1 (not a logit)",
                  at / activations.bins + 1, at % activations.bins + 1, *odd));
}

void silence_beats(FrameMatrix& activations, const std::vector<bool>& audible) {
  check_mask(activations, audible);
  for (std::size_t t = 0; t < activations.frames; ++t) {
    if (!audible[t]) std::ranges::fill(activations.row(t), 0.0f);
  }
}

void silence_chords(FrameMatrix& posteriors, const std::vector<bool>& audible) {
  silence_beats(posteriors, audible);
  for (std::size_t t = 0; t < posteriors.frames; ++t) {
    if (!audible[t]) posteriors.row(t).back() = 1.0f;
  }
}

ChordPiece decode_piece_chords(InferredChords& inferred, std::span<const std::string> labels,
                               const ChordDecoderParameters& parameters,
                               const ChordPieceOptions& options) {
  ChordPiece piece;
  if (inferred.posteriors.bins == 0) return piece;
  check_probabilities(inferred.posteriors);
  if (parameters.snap_to_beats && !are_in_order(options.beats))
    throw std::invalid_argument("beats: expected times, each one after the one before");
  if (inferred.features.frames > 0 && parameters.repeats.places > 0)
    learn_from_repeats(inferred.posteriors, inferred.bass_logits, inferred.features,
                       parameters.repeats);
  inferred.features = {};
  const bool is_music = share_of_harmony(inferred.posteriors) >= kMusic;
  piece.chords = decode_chords(inferred.posteriors, labels, parameters);
  if (inferred.bass_logits.frames > 0)
    add_inversions(piece.chords, inferred.bass_logits, parameters);
  if (parameters.snap_to_beats)
    snap_to_beats(piece.chords, options.beats, parameters.snap_tolerance);
  const double seconds = seconds_of(inferred.posteriors, options.seconds);
  end_with_the_music(piece.chords, seconds);
  if (!options.find_key || !is_music) return piece;
  piece.keys = estimate_keys(piece.chords, seconds);
  for (const LabelledSegment& key : piece.keys) {
    const auto from =
        std::ranges::lower_bound(piece.chords, key.start, {}, &LabelledSegment::start);
    const auto to = std::ranges::lower_bound(piece.chords, key.end, {}, &LabelledSegment::start);
    respell({from, to}, key.label);
  }
  return piece;
}

}  // namespace tactus
