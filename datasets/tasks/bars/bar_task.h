// The task "bars": where bars start, from harmony. It hears the chroma of recordings, for which
// McGill Billboard has bars, and decides on the beats that the task before found (bar_decoder.h).
#pragma once

#include "datasets/tasks/beats/beat_targets.h"
#include "datasets/tasks/interface/task_of.h"
#include "model/decoding/bars/bar_decoder.h"

namespace tactus {

class BarTask
    : public TaskOf<BarTask, &Model::nnls_chroma, BeatTargetSettings, BarDecoderParameters> {
 public:
  BarTask() { target_settings = {.neighbours = {0.5f}, .positive_weight = 4.0}; }

  std::string name() const override { return "bars"; }
  std::vector<HeadSpec> heads() const override { return {{"bar", 1, HeadKind::kSigmoid, 1.0}}; }
  int hidden() const override { return 64; }
  bool transposes() const override { return true; }
  Layer layer() const override { return Layer::kBeats; }
  std::string needs() const override { return "beats"; }
  std::vector<TaskMetric> metrics() const override {
    return {{"downbeats F", "downbeats", "F-measure"}};
  }
  // Bars and their beats; those without positions are refused.
  Annotation labels(Annotation annotation) const override;

  ParameterTable target_parameters() override;
  void read_decoder(const std::string& json) override;
  std::string target_text() const override;

  bool read(const Model& model) override;

  std::unique_ptr<TargetMaker> target_maker(
      const NetworkSpec& spec, const std::vector<TrainingSong>& songs,
      const std::vector<TrainingSong>& training) const override;
  // The bars on the annotated beats: `downbeat_f`, and `phase`, the share of songs with F above
  // 0.9. The score is the mean of both.
  ValidationResult validate(Network& network, const Songs& songs,
                            const Standardisation& standardisation,
                            std::stop_token stop) const override;
  TrainingSample sample(Network& network, const TrainingSong& song,
                        const Standardisation& standardisation) const override;

  // Bars have no confidence.
  std::optional<JudgedSong> judge(const Annotation*, const Annotation&) const override {
    return std::nullopt;
  }

  std::unique_ptr<TaskTagger> tagger(const Model& model,
                                     const InferenceDevice& device) const override;
  const char* activations_ending() const override { return ".bar_activations.npy"; }
  std::vector<std::string> activation_labels() const override { return {"bar"}; }
  std::vector<ActivationDecoder> activation_decoders() override { return {}; }
};

}  // namespace tactus
