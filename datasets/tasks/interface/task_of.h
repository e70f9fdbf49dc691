// What most tasks have in common: one kind of features, which models hold in one place, and one
// decoder.
#pragma once

#include <memory>
#include <string>
#include <type_traits>

#include "datasets/tasks/interface/task.h"
#include "datasets/tasks/interface/task_training.h"
#include "model/feature_tables.h"

namespace tactus {

// A task `Own` whose models have the features at `kFeatures` (&Model::beat_features).
template <typename Own, auto kFeatures, typename Targets, typename Decoder>
class TaskOf : public Task, public TaskTraining {
 public:
  using Features = typename std::remove_reference_t<decltype(Model().*kFeatures)>::value_type;
  Features feature_settings;
  Targets target_settings;
  Decoder decoder;

  std::unique_ptr<Task> clone() const override {
    return std::make_unique<Own>(static_cast<const Own&>(*this));
  }
  TaskTraining& training() override { return *this; }
  const TaskTraining& training() const override { return *this; }
  ParameterTable feature_parameters() override { return parameter_table(feature_settings); }
  ParameterTable decoder_parameters() override { return parameter_table(decoder); }
  TaskFeatures features() const override { return task_features(feature_settings); }

  bool read(const Model& model) override {
    if (!(model.*kFeatures)) return false;
    feature_settings = *(model.*kFeatures);
    read_decoder(model.decoder_json);
    return true;
  }
  void write(Model& model) const override {
    model.*kFeatures = feature_settings;
    model.decoder_json = decoder_json();
  }

  CalibrationMap& calibration() override {
    if constexpr (requires { decoder.calibration; })
      return decoder.calibration;
    else
      return no_calibration_;
  }
  void prepare_decoder(const std::string& json, bool of_model,
                       const std::vector<TrainingSong>&) override {
    read_decoder(json);
    if (of_model) calibration().clear();
    decoder.positive_weight = target_settings.positive_weight;
  }

 private:
  CalibrationMap no_calibration_;  // of a decoder without confidences
};

}  // namespace tactus
