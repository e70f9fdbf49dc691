// The task "beats": beats and downbeats from two sigmoid heads.
#pragma once

#include "datasets/tasks/beats/beat_targets.h"
#include "datasets/tasks/description/task.h"
#include "features/feature_parameters.h"
#include "model/decoding/beats/beat_decoder_parameters.h"
#include "model/feature_tables.h"

namespace tactus {

class BeatTask : public Task {
 public:
  BeatFeatureParameters feature_settings;
  BeatTargetSettings target_settings;
  BeatDecoderParameters decoder;

  std::unique_ptr<Task> clone() const override { return std::make_unique<BeatTask>(*this); }
  std::string name() const override { return "beats"; }
  std::vector<HeadSpec> heads() const override;
  int hidden() const override { return 64; }
  Layer layer() const override { return Layer::kBeats; }
  std::vector<TaskMetric> metrics() const override;
  Annotation labels(Annotation annotation) const override;

  ParameterTable feature_parameters() override { return parameter_table(feature_settings); }
  ParameterTable target_parameters() override;
  ParameterTable decoder_parameters() override { return parameter_table(decoder); }
  void check_features() const override;
  void check_targets() const override;
  void read_decoder(const std::string& json) override;
  CalibrationMap& calibration() override { return decoder.calibration; }
  std::string target_text() const override;

  TaskFeatures features() const override { return task_features(feature_settings); }
  bool read(const Model& model) override;
  void write(Model& model) const override;

  std::unique_ptr<TargetMaker> target_maker(
      const NetworkSpec& spec, const std::vector<TrainingSong>& songs,
      const std::vector<TrainingSong>& training) const override;
  void prepare_decoder(const std::string& json, bool of_model,
                       const std::vector<TrainingSong>& training) override;
  ValidationResult validate(Network& network, const Songs& songs,
                            const Standardisation& standardisation,
                            std::stop_token stop) const override;
  TrainingSample sample(Network& network, const TrainingSong& song,
                        const Standardisation& standardisation) const override;

  std::optional<JudgedSong> judge(const Annotation* reference,
                                  const Annotation& estimate) const override;

  std::unique_ptr<TaskTagger> tagger(const Model& model,
                                     std::shared_ptr<Backend> backend) const override;
  const char* activations_ending() const override { return ".beat_activations.npy"; }
  std::vector<std::string> activation_labels() const override { return {"beat", "downbeat"}; }
  std::vector<ActivationDecoder> activation_decoders() override;
};

}  // namespace tactus
