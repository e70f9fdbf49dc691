#include "datasets/tasks/beats/beat_task.h"

#include <fmt/core.h>

#include <stdexcept>
#include <utility>

#include "datasets/tasks/beats/beat_confidence.h"
#include "datasets/tasks/beats/beat_tagger.h"
#include "datasets/tasks/beats/beat_validation.h"
#include "model/decoding/piece_decoder.h"
#include "model/evaluation/evaluate_beats.h"

namespace tactus {

std::vector<HeadSpec> BeatTask::heads() const {
  return {{"beat", 1, HeadKind::kSigmoid, 1.0}, {"downbeat", 1, HeadKind::kSigmoid, 1.0}};
}

std::vector<TaskMetric> BeatTask::metrics() const {
  return {{"beats F", "beats", "F-measure"},
          {"beats CMLt", "beats", "Correct Metric Level Total"},
          {"downbeats F", "downbeats", "F-measure"}};
}

// Refuses beats that cannot be scored, for example times in milliseconds.
Annotation BeatTask::labels(Annotation annotation) const {
  Annotation labels;
  labels.beats = std::move(annotation.beats);
  if (labels.beats.empty()) throw std::invalid_argument("contains no beats");
  if (annotation.review != Review::kNone) {  // a person stands for it
    for (Beat& beat : labels.beats) beat.confidence = kUnknownConfidence;
  }
  const std::vector<double> times = beat_times(labels.beats);
  evaluate_beats(times, times);
  return labels;
}

ParameterTable BeatTask::target_parameters() {
  BeatTargetSettings& p = target_settings;
  return {
      {"neighbours", &p.neighbours, 0.0, 1.0, "targets of the frames next to that of a beat"},
      {"shift_tolerance", &p.shift_tolerance, 0, 100, "frames"},
      {"positive_weight", &p.positive_weight, 1e-3, 1e3,
       "weight in the loss of a frame with a beat"},
  };
}

void BeatTask::check_features() const {
  const auto &windows = feature_settings.window_sizes, &bands = feature_settings.bands_per_octave;
  if (windows.size() != bands.size())
    throw std::invalid_argument(
        fmt::format("{} window_sizes and {} bands_per_octave, expected one for each",
                    windows.size(), bands.size()));
}

void BeatTask::check_targets() const {
  if (target_settings.shift_tolerance > 0 && !target_settings.neighbours.empty())
    throw std::invalid_argument("shift_tolerance needs one-frame targets (neighbours: [])");
}

void BeatTask::read_decoder(const std::string& json) {
  decoder = beat_decoder_parameters_from_json(json);
}

std::string BeatTask::target_text() const {
  std::string text;
  for (float value : target_settings.neighbours) text += fmt::format("|{}", value);
  return text +
         fmt::format("|{}|{}", target_settings.shift_tolerance, target_settings.positive_weight);
}

std::unique_ptr<TargetMaker> BeatTask::target_maker(const NetworkSpec& spec,
                                                    const std::vector<TrainingSong>& songs,
                                                    const std::vector<TrainingSong>&) const {
  std::vector<std::vector<Beat>> beats;
  for (const TrainingSong& song : songs) beats.push_back(song.labels.beats);
  return make_beat_target_maker(spec, target_settings, std::move(beats));
}

ValidationResult BeatTask::validate(Network& network, const Songs& songs,
                                    const Standardisation& standardisation,
                                    std::stop_token stop) const {
  return validate_beats(network, songs, standardisation, decoder, std::move(stop));
}

TrainingSample BeatTask::sample(Network& network, const TrainingSong& song,
                                const Standardisation& standardisation) const {
  return sample_beats(network, song, standardisation, decoder);
}

std::optional<JudgedSong> BeatTask::judge(const Annotation* reference,
                                          const Annotation& estimate) const {
  return judge_beats(reference, estimate);
}

std::unique_ptr<TaskTagger> BeatTask::tagger(const Model& model,
                                             const InferenceDevice& device) const {
  return make_beat_tagger(make_task_networks(model, device, heads()), decoder);
}

std::vector<ActivationDecoder> BeatTask::activation_decoders() {
  const auto decode = [this](const FrameMatrix& activations, Annotation& annotation) {
    BeatDecoding decoding = decode_piece_beats(activations, decoder);
    annotation.beats = std::move(decoding.beats);
    annotation.tempi = std::move(decoding.tempi);
    annotation.grid = std::move(decoding.grid);
  };
  ActivationDecoder beats;
  beats.name = "beats";
  beats.columns = {1, 2};
  beats.columns_help =
      "K = 1: probability of a beat; K = 2: as for downbeats; the columns are summed";
  beats.line = "TIME";
  beats.format = Format::kBeats;
  beats.parameters = parameter_table_without_bars(decoder);
  ActivationDecoder downbeats = beats;
  beats.decode = [decode](const DecoderInput& input, Annotation& annotation) {
    const FrameMatrix& given = input.activations;
    check_probabilities(given);  // before columns are added
    decode(given.bins == 2 ? any_beat(given) : given, annotation);
  };
  downbeats.name = "downbeats";
  downbeats.columns = {2};
  downbeats.columns_help =
      "K = 2: probabilities of a beat that is not a downbeat, and of a downbeat";
  downbeats.line = "TIME POSITION";
  downbeats.parameters = parameter_table(decoder);
  downbeats.set_help = " (level_margin has no effect, because it needs the network)";
  downbeats.decode = [decode](const DecoderInput& input, Annotation& annotation) {
    decode(input.activations, annotation);
  };
  return {std::move(beats), std::move(downbeats)};
}

}  // namespace tactus
