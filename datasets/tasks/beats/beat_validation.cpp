#include "datasets/tasks/beats/beat_validation.h"

#include "datasets/tasks/interface/task_networks.h"
#include "datasets/tasks/interface/validation_parts.h"
#include "model/decoding/beats/metrical_level.h"
#include "model/decoding/piece_decoder.h"
#include "model/evaluation/evaluate_beats.h"

namespace tactus {
namespace {

// The decoded beats of a song, and the activations [T,2]: a beat that is no downbeat, a downbeat.
struct InferredBeats {
  FrameMatrix activations;
  BeatDecoding decoding;
};

InferredBeats infer_beats(Network& network, const TrainingSong& song,
                          const Standardisation& standardisation,
                          const BeatDecoderParameters& decoder) {
  const auto activations_of = [&](const FrameMatrix& features) {
    const auto logits = network.infer(features);
    return beat_activations(logits[head_index(network.spec(), "beat")],
                            logits[head_index(network.spec(), "downbeat")]);
  };
  const FrameMatrix features = standardised(song.frames.view(), standardisation);
  InferredBeats inferred{activations_of(features), {}};
  BeatPieceOptions options;
  options.run_second_pass = [&](double speed) { return activations_of(at_speed(features, speed)); };
  inferred.decoding = decode_piece_beats(inferred.activations, decoder, options);
  return inferred;
}

}  // namespace

TrainingSample sample_beats(Network& network, const TrainingSong& song,
                            const Standardisation& standardisation,
                            const BeatDecoderParameters& decoder) {
  constexpr double kSeconds = 20.0;
  const InferredBeats inferred = infer_beats(network, song, standardisation, decoder);
  TrainingSample sample = middle_of(song, kSeconds);
  sample.reference_beats = beats_within(song.labels.beats, sample);
  sample.predicted_beats = beats_within(inferred.decoding.beats, sample);
  const FrameMatrix& x = inferred.activations;
  sample.curves = {
      {"beat", curve_within(sample, x.frames, [&](std::size_t t) { return x.row(t)[0]; })},
      {"downbeat", curve_within(sample, x.frames, [&](std::size_t t) { return x.row(t)[1]; })}};
  return sample;
}

ValidationResult validate_beats(Network& network, const ValidationSongs& songs,
                                const Standardisation& standardisation,
                                const BeatDecoderParameters& decoder, std::stop_token stop) {
  Mean beat_f, downbeat_f, cmlt, amlt;
  score_each(songs, stop, {&beat_f, &downbeat_f, &cmlt, &amlt}, [&](const TrainingSong& song) {
    const BeatDecoding decoding = infer_beats(network, song, standardisation, decoder).decoding;
    const BeatScores scores =
        evaluate_beats(beat_times(song.labels.beats), beat_times(decoding.beats));
    beat_f.add(scores.f_measure);
    cmlt.add(scores.cml_total);
    amlt.add(scores.aml_total);
    const std::vector<double> downbeats = downbeat_times(song.labels.beats);
    if (downbeats.empty()) return;
    downbeat_f.add(evaluate_beats(downbeats, downbeat_times(decoding.beats)).f_measure);
  });
  ValidationResult result;
  result.metrics = {{"beat_f", beat_f.value()},
                    {"downbeat_f", downbeat_f.value()},
                    {"cmlt", cmlt.value()},
                    {"amlt", amlt.value()}};
  result.score = downbeat_f.any() ? 0.5 * (beat_f.value() + downbeat_f.value()) : beat_f.value();
  return result;
}

}  // namespace tactus
