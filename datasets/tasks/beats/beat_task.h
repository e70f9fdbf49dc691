// The task "beats": beats and downbeats from two sigmoid heads.
#pragma once

#include "datasets/tasks/beats/beat_targets.h"
#include "datasets/tasks/interface/task_of.h"
#include "model/decoding/beats/beat_decoder_parameters.h"

namespace tactus {

class BeatTask
    : public TaskOf<BeatTask, &Model::beat_features, BeatTargetSettings, BeatDecoderParameters> {
 public:
  std::string name() const override { return "beats"; }
  std::vector<HeadSpec> heads() const override;
  int hidden() const override { return 64; }
  Layer layer() const override { return Layer::kBeats; }
  std::vector<TaskMetric> metrics() const override;
  Annotation labels(Annotation annotation) const override;

  ParameterTable target_parameters() override;
  void check_features() const override;
  void check_targets() const override;
  void read_decoder(const std::string& json) override;
  std::string target_text() const override;

  std::unique_ptr<TargetMaker> target_maker(
      const NetworkSpec& spec, const std::vector<TrainingSong>& songs,
      const std::vector<TrainingSong>& training) const override;
  ValidationResult validate(Network& network, const Songs& songs,
                            const Standardisation& standardisation,
                            std::stop_token stop) const override;
  TrainingSample sample(Network& network, const TrainingSong& song,
                        const Standardisation& standardisation) const override;

  std::optional<JudgedSong> judge(const Annotation* reference,
                                  const Annotation& estimate) const override;

  std::unique_ptr<TaskTagger> tagger(const Model& model,
                                     const InferenceDevice& device) const override;
  const char* activations_ending() const override { return ".beat_activations.npy"; }
  std::vector<std::string> activation_labels() const override { return {"beat", "downbeat"}; }
  std::vector<ActivationDecoder> activation_decoders() override;
};

}  // namespace tactus
