#include "datasets/tasks/chords/chord_validation.h"

#include <algorithm>
#include <cmath>
#include <utility>

#include "datasets/tasks/chords/chord_targets.h"
#include "datasets/tasks/interface/validation_parts.h"
#include "model/chords/chord_vocabulary.h"
#include "model/decoding/chords/chord_inference.h"
#include "model/decoding/piece_decoder.h"
#include "model/evaluation/evaluate_chords.h"

namespace tactus {
namespace {

// The decoded chords of a song, and the logits of the roots.
struct DecodedChords {
  FrameMatrix roots;
  std::vector<LabelledSegment> chords;
};

DecodedChords infer_chords(Network& network, const TrainingSong& song,
                           const Standardisation& standardisation,
                           const ChordDecoderParameters& decoder) {
  ChordLogits heads =
      infer_chord_logits(network, copy_of(song.frames.view()), standardisation, decoder);
  InferredChords inferred{chord_posteriors(heads), std::move(heads.bass), {}};
  if (decoder.repeats.places > 0)
    inferred.features = standardised(song.frames.view(), standardisation);
  ChordPieceOptions options;
  options.find_key = false;  // the spelling of a root does not change the scores
  return {std::move(heads.root),
          decode_piece_chords(inferred, chord_vocabulary(), decoder, options).chords};
}

int argmax(std::span<const float> values) {
  return static_cast<int>(std::max_element(values.begin(), values.end()) - values.begin());
}

enum class Mode { kMajor, kMinor, kNone, kOther };  // of a quality, in the majmin of mir_eval

Mode mode_of(int quality) {
  if (quality == kNoChordQuality) return Mode::kNone;
  const std::array<bool, 12>& notes = quality_notes(quality);
  if (!notes[7]) return Mode::kOther;
  return notes[4] ? Mode::kMajor : notes[3] ? Mode::kMinor : Mode::kOther;
}

struct ChordFrameScores {
  Mean root, majmin, quality, bass;

  void count(const ChordTarget& target, int chord, int bass_class) {
    if (target.root == kNoTarget) return;
    const bool none = chord == kChordVocabularySize - 1;
    const int root_class = none ? kNoChordRoot : chord / kNoChordQuality;
    const int quality_class = none ? kNoChordQuality : chord % kNoChordQuality;
    const bool root_right = root_class == target.root;
    root.add(root_right);
    bass.add(bass_class == target.bass);
    if (target.quality == kNoTarget) return;
    quality.add(root_right && quality_class == target.quality);
    const Mode mode = mode_of(target.quality);
    if (mode != Mode::kOther) majmin.add(root_right && mode_of(quality_class) == mode);
  }
};

std::vector<LabelledSegment> chords_within(const std::vector<LabelledSegment>& chords,
                                           const TrainingSample& sample) {
  std::vector<LabelledSegment> within;
  for (LabelledSegment chord : chords) {
    chord.start = std::max(chord.start, sample.begin);
    chord.end = std::min(chord.end, sample.end);
    if (chord.start < chord.end) within.push_back(std::move(chord));
  }
  return within;
}

float largest_probability(std::span<const float> logits) {
  const float largest = *std::max_element(logits.begin(), logits.end());
  float sum = 0.0f;
  for (const float logit : logits) sum += std::exp(logit - largest);
  return 1.0f / sum;
}

}  // namespace

TrainingSample sample_chords(Network& network, const TrainingSong& song,
                             const Standardisation& standardisation,
                             const ChordDecoderParameters& decoder) {
  constexpr double kSeconds = 40.0;
  const DecodedChords decoded = infer_chords(network, song, standardisation, decoder);
  TrainingSample sample = middle_of(song, kSeconds);
  sample.reference_chords = chords_within(song.labels.chords, sample);
  sample.predicted_chords = chords_within(decoded.chords, sample);
  sample.curves = {{"certainty", curve_within(sample, decoded.roots.frames, [&](std::size_t t) {
                      return largest_probability(decoded.roots.row(t));
                    })}};
  return sample;
}

ValidationResult validate_chord_frames(Network& network, const ValidationSongs& songs,
                                       const Standardisation& standardisation,
                                       std::stop_token stop) {
  ChordFrameScores scores;
  score_each(songs, stop, {&scores.root, &scores.majmin, &scores.quality, &scores.bass},
             [&](const TrainingSong& song) {
               const FrameView& view = song.frames.view();
               const ChordLogits logits = chord_logits(
                   network.spec().heads, network.infer(standardised(view, standardisation)));
               const FrameMatrix posteriors = chord_posteriors(logits);
               const CropView whole{0.0, 1.0, view.frames, 0, view.fps};
               const auto targets =
                   chord_frame_targets(chord_target_segments(song.labels.chords), whole);
               for (std::size_t t = 0; t < targets.size(); ++t) {
                 scores.count(targets[t], argmax(posteriors.row(t)), argmax(logits.bass.row(t)));
               }
             });
  ValidationResult result;
  result.metrics = {{"root", scores.root.value()},
                    {"majmin", scores.majmin.value()},
                    {"quality", scores.quality.value()},
                    {"bass", scores.bass.value()}};
  result.score = scores.majmin.value();
  return result;
}

ValidationResult validate_chords(Network& network, const ValidationSongs& songs,
                                 const Standardisation& standardisation,
                                 const ChordDecoderParameters& decoder, std::stop_token stop) {
  Mean root, majmin, sevenths, tetrads, mirex, segmentation;
  score_each(songs, stop, {&root, &majmin, &sevenths, &tetrads, &mirex, &segmentation},
             [&](const TrainingSong& song) {
               const std::vector<LabelledSegment> chords =
                   infer_chords(network, song, standardisation, decoder).chords;
               const ChordScores scores =
                   evaluate_chords(song.labels.chords, chords, ChordSyntax::kLenient);
               const double length =
                   song.labels.chords.back().end - song.labels.chords.front().start;
               root.add(scores.root, length);
               majmin.add(scores.majmin, length);
               sevenths.add(scores.sevenths, length);
               tetrads.add(scores.tetrads, length);
               mirex.add(scores.mirex, length);
               segmentation.add(scores.seg, length);
             });
  ValidationResult result;
  result.metrics = {{"root", root.value()},         {"majmin", majmin.value()},
                    {"sevenths", sevenths.value()}, {"tetrads", tetrads.value()},
                    {"mirex", mirex.value()},       {"segmentation", segmentation.value()}};
  result.score = majmin.value();
  return result;
}

}  // namespace tactus
