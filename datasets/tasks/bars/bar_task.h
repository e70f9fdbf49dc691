// The task "bars": where bars start, from harmony. It hears the chroma of recordings, for which
// McGill Billboard has bars, and decides on the beats that the task before found (bar_decoder.h).
#pragma once

#include "datasets/tasks/beats/beat_targets.h"
#include "datasets/tasks/description/task.h"
#include "features/feature_parameters.h"
#include "model/decoding/bars/bar_decoder.h"
#include "model/feature_tables.h"

namespace tactus {

class BarTask : public Task {
 public:
  NnlsChromaParameters feature_settings;
  BeatTargetSettings target_settings{.neighbours = {0.5f}, .positive_weight = 4.0};
  BarDecoderParameters decoder;

  std::unique_ptr<Task> clone() const override { return std::make_unique<BarTask>(*this); }
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

  ParameterTable feature_parameters() override { return parameter_table(feature_settings); }
  ParameterTable target_parameters() override;
  ParameterTable decoder_parameters() override { return parameter_table(decoder); }
  void read_decoder(const std::string& json) override;
  CalibrationMap& calibration() override { return no_calibration_; }
  std::string target_text() const override;

  TaskFeatures features() const override { return task_features(feature_settings); }
  bool read(const Model& model) override;
  void write(Model& model) const override;

  std::unique_ptr<TargetMaker> target_maker(
      const NetworkSpec& spec, const std::vector<TrainingSong>& songs,
      const std::vector<TrainingSong>& training) const override;
  void prepare_decoder(const std::string& json, bool of_model,
                       const std::vector<TrainingSong>& training) override;
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
                                     std::shared_ptr<Backend> backend) const override;
  const char* activations_ending() const override { return ".bar_activations.npy"; }
  std::vector<std::string> activation_labels() const override { return {"bar"}; }
  std::vector<ActivationDecoder> activation_decoders() override { return {}; }

 private:
  CalibrationMap no_calibration_;
};

}  // namespace tactus
