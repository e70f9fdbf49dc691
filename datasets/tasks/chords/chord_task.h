// The task "chords": roots, basses, qualities and pitch classes from softmax and sigmoid heads.
#pragma once

#include <optional>

#include "datasets/tasks/chords/chord_targets.h"
#include "datasets/tasks/interface/task.h"
#include "datasets/tasks/interface/task_training.h"
#include "features/feature_parameters.h"
#include "model/decoding/chords/chord_decoder.h"

namespace tactus {

class ChordTask : public Task, public TaskTraining {
 public:
  ChordFeatureParameters feature_settings;
  std::optional<NnlsChromaParameters> nnls_chroma;  // set = these features instead
  ChordTargetSettings target_settings;
  ChordDecoderParameters decoder;

  std::unique_ptr<Task> clone() const override { return std::make_unique<ChordTask>(*this); }
  TaskTraining& training() override { return *this; }
  const TaskTraining& training() const override { return *this; }
  std::string name() const override { return "chords"; }
  std::vector<HeadSpec> heads() const override;
  int hidden() const override { return 128; }
  bool transposes() const override { return true; }
  Layer layer() const override { return Layer::kChords; }
  std::vector<TaskMetric> metrics() const override;
  Annotation labels(Annotation annotation) const override;

  ParameterTable feature_kind() override;
  ParameterTable feature_parameters() override;
  ParameterTable target_parameters() override;
  ParameterTable decoder_parameters() override { return parameter_table(decoder); }
  void read_decoder(const std::string& json) override;
  CalibrationMap& calibration() override { return decoder.calibration; }
  int keys() const override { return decoder.transpositions; }
  std::string target_text() const override;

  TaskFeatures features() const override;
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
  ValidationResult figures(Network& network, const Songs& songs,
                           const Standardisation& standardisation,
                           std::stop_token stop) const override;
  TrainingSample sample(Network& network, const TrainingSong& song,
                        const Standardisation& standardisation) const override;

  std::optional<JudgedSong> judge(const Annotation* reference,
                                  const Annotation& estimate) const override;

  std::unique_ptr<TaskTagger> tagger(const Model& model,
                                     const InferenceDevice& device) const override;
  const char* activations_ending() const override { return ".chord_activations.npy"; }
  std::vector<std::string> activation_labels() const override;
  std::vector<ActivationDecoder> activation_decoders() override;
};

}  // namespace tactus
