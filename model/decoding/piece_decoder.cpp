#include "model/decoding/piece_decoder.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <stdexcept>
#include <utility>

#include "model/chords/chord_spelling.h"
#include "model/decoding/beats/beat_summary.h"
#include "model/decoding/beats/metrical_level.h"
#include "model/decoding/chords/chord_repeats.h"
#include "model/decoding/chords/key_decoder.h"
#include "model/decoding/off_beats.h"
#include "model/decoding/timing/beat_timing.h"
#include "model/tempo_grid.h"

namespace tactus {
namespace {

double end_of(const FrameMatrix& frames, std::optional<double> seconds) {
  return seconds ? *seconds : static_cast<double>(frames.frames) / frames.fps;
}

void check_mask(const FrameMatrix& frames, const std::vector<bool>& audible) {
  if (audible.size() == frames.frames) return;
  throw std::invalid_argument(
      fmt::format("silence: {} values for {} frames", audible.size(), frames.frames));
}

// At the metrical level that both passes and the repetitions favour.
BeatDecoding at_its_level(const FrameMatrix& activations, const BeatDecoderParameters& parameters,
                          const SecondPass& run_second_pass) {
  BeatDecoding decoding = decode_downbeats(activations, parameters);
  if (run_second_pass && parameters.level_margin > 0.0 && !decoding.tempi.empty()) {
    const auto doubt = level_doubt(activations, decoding.tempi.front().bpm, parameters);
    if (doubt && half_is_likelier(*doubt, run_second_pass(doubt->speed), parameters))
      return decode_downbeats(activations, near_tempo(parameters, doubt->bpm / 2.0));
  }
  return at_likeliest_level(std::move(decoding), activations, parameters);
}

// Exact times and the grid; what follows from the times follows again.
void set_times(BeatDecoding& decoding, const FrameMatrix& activations,
               const BeatDecoderParameters& parameters, const BeatPieceOptions& options) {
  const FrameMatrix activation = any_beat(activations);
  TimedBeats timed =
      time_beats(std::move(decoding.beats), activation, options.attacks,
                 {parameters.grid, end_of(activations, options.seconds), options.fixed});
  std::vector<Beat> rated = timed.beats;
  rate_beats(rated, activation);
  for (std::size_t i = 0; i < rated.size(); ++i) {
    if (timed.beats[i].confidence == kUnknownConfidence)
      timed.beats[i].confidence =
          std::min(calibrated(parameters.calibration, rated[i].confidence), kHighestConfidence);
  }
  decoding.beats = std::move(timed.beats);
  decoding.grid = std::move(timed.grid);
  decoding.tempo_curve = tempo_curve(decoding.beats);
  decoding.confidence = mean_confidence(decoding.beats);
  if (activations.bins == 2) decoding.bar_confidence = rate_bars(decoding.beats, activations);
  if (decoding.tempi.empty()) return;
  const double tempo =
      longest_tempo(decoding.grid, decoding.beats).value_or(overall_tempo(decoding.beats));
  const double change = tempo / decoding.tempi.front().bpm;
  constexpr double kDigits = 1e4;  // a half of 112 is 56, not 56.00000000000001
  for (TempoCandidate& candidate : decoding.tempi)
    candidate.bpm = std::round(candidate.bpm * change * kDigits) / kDigits;
  decoding.tempi.front().bpm = tempo;
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

double share_of_harmony(const FrameMatrix& posteriors) {
  std::size_t sound = 0, chords = 0;
  for (std::size_t t = 0; t < posteriors.frames; ++t) {
    const auto row = posteriors.row(t);
    const bool silent = row.back() == 1.0f && std::ranges::count(row, 0.0f) + 1 == std::ssize(row);
    if (silent) continue;
    ++sound;
    chords += std::ranges::max_element(row) != row.end() - 1;
  }
  return sound > 0 ? static_cast<double>(chords) / static_cast<double>(sound) : 0.0;
}

BeatDecoding decode_piece_beats(const FrameMatrix& activations,
                                const BeatDecoderParameters& decoder,
                                const BeatPieceOptions& options) {
  BeatDecoderParameters parameters = decoder;
  if (options.harmony.value_or(0.0) >= kMusic) parameters.least_confidence = 0.0;
  if (activations.bins == 0) return {};  // the model has no such networks
  check_probabilities(activations);
  const std::span<const Beat> fixed = options.fixed;
  BeatDecoding decoding = activations.bins == 1 ? decode_beats(activations, parameters)
                          : fixed.empty()
                              ? at_its_level(activations, parameters, options.run_second_pass)
                              : decode_downbeats(activations, parameters, fixed);
  if (options.bars && activations.bins == 2 && fixed.empty())
    correct_off_beats(decoding.beats, activations, parameters, *options.bars);
  const double last = end_of(activations, options.seconds) - kShortestBeat;
  std::erase_if(decoding.beats, [&](const Beat& beat) {
    return beat.time > last && std::ranges::find(fixed, beat.time, &Beat::time) == fixed.end();
  });
  if (decoding.beats.size() == 1 && fixed.empty()) decoding = {};
  if (decoding.beats.size() > 1) set_times(decoding, activations, parameters, options);
  return decoding;
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
  const double seconds = end_of(inferred.posteriors, options.seconds);
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
