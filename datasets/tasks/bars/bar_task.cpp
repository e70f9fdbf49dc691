#include "datasets/tasks/bars/bar_task.h"

#include <fmt/core.h>

#include <algorithm>
#include <cmath>
#include <limits>
#include <stdexcept>
#include <utility>

#include "datasets/tasks/bars/bar_tagger.h"
#include "datasets/tasks/bars/bar_targets.h"
#include "datasets/tasks/interface/task_networks.h"
#include "datasets/tasks/interface/validation_parts.h"
#include "model/evaluation/evaluate_beats.h"

namespace tactus {
namespace {

constexpr double kRight = 0.9;  // F of a song whose bars are right

FrameMatrix infer_bars(Network& network, const TrainingSong& song,
                       const Standardisation& standardisation) {
  std::vector<FrameMatrix> logits =
      network.infer(standardised(song.frames.view(), standardisation));
  return bar_activations(std::move(logits[head_index(network.spec(), "bar")]));
}

// The bars that the network finds on the annotated beats.
std::vector<Beat> bars_on(std::vector<Beat> beats, const FrameMatrix& activations,
                          const BarDecoderParameters& decoder) {
  for (Beat& beat : beats) beat.position = 0;
  decode_bars(beats, activations, decoder);
  return beats;
}

}  // namespace

Annotation BarTask::labels(Annotation annotation) const {
  Annotation labels;
  labels.beats = std::move(annotation.beats);
  if (!has_downbeats(labels.beats)) throw std::invalid_argument("contains no bars");
  const std::vector<double> bars = downbeat_times(labels.beats);
  evaluate_beats(bars, bars);  // refuses times in milliseconds
  return labels;
}

ParameterTable BarTask::target_parameters() {
  return {
      {"neighbours", &target_settings.neighbours, 0.0, 1.0,
       "targets of the frames next to that of a bar line"},
      {"positive_weight", &target_settings.positive_weight, 1e-3, 1e3,
       "weight in the loss of a frame with a bar line"},
  };
}

void BarTask::read_decoder(const std::string& json) {
  decoder = bar_decoder_parameters_from_json(json);
}

std::string BarTask::target_text() const {
  std::string text = "|bars";
  for (float value : target_settings.neighbours) text += fmt::format("|{}", value);
  return text + fmt::format("|{}", target_settings.positive_weight);
}

// Chords have the same features, so the heads of the network decide.
bool BarTask::read(const Model& model) {
  const std::vector<HeadSpec>& heads = model.spec.heads;
  const bool fits =
      heads.empty() || std::ranges::find(heads, "bar", &HeadSpec::name) != heads.end();
  return fits && TaskOf::read(model);
}

std::unique_ptr<TargetMaker> BarTask::target_maker(const NetworkSpec& spec,
                                                   const std::vector<TrainingSong>& songs,
                                                   const std::vector<TrainingSong>&) const {
  std::vector<std::vector<double>> bars;
  for (const TrainingSong& song : songs) bars.push_back(downbeat_times(song.labels.beats));
  return make_bar_target_maker(spec, target_settings, std::move(bars));
}

ValidationResult BarTask::validate(Network& network, const Songs& songs,
                                   const Standardisation& standardisation,
                                   std::stop_token stop) const {
  Mean f_measure, phase;
  score_each(songs, stop, {&f_measure, &phase}, [&](const TrainingSong& song) {
    const FrameMatrix activations = infer_bars(network, song, standardisation);
    const double f =
        evaluate_beats(downbeat_times(song.labels.beats),
                       downbeat_times(bars_on(song.labels.beats, activations, decoder)))
            .f_measure;
    f_measure.add(f);
    phase.add(f > kRight ? 1.0 : 0.0);
  });
  ValidationResult result;
  result.metrics = {{"downbeat_f", f_measure.value()}, {"phase", phase.value()}};
  result.score = 0.5 * (f_measure.value() + phase.value());
  return result;
}

TrainingSample BarTask::sample(Network& network, const TrainingSong& song,
                               const Standardisation& standardisation) const {
  constexpr double kSeconds = 20.0;
  const FrameMatrix activations = infer_bars(network, song, standardisation);
  TrainingSample sample = middle_of(song, kSeconds);
  sample.reference_beats = beats_within(song.labels.beats, sample);
  sample.predicted_beats = beats_within(bars_on(song.labels.beats, activations, decoder), sample);
  sample.curves = {{"bar", curve_within(sample, activations.frames,
                                        [&](std::size_t t) { return activations.row(t)[0]; })}};
  return sample;
}

std::unique_ptr<TaskTagger> BarTask::tagger(const Model& model,
                                            const InferenceDevice& device) const {
  return make_bar_tagger(make_task_networks(model, device, heads()), decoder);
}

}  // namespace tactus
