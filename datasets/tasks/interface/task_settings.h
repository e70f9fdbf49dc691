// What a task is, and its settings by name, as recipes and model files hold them.
#pragma once

#include <memory>
#include <string>
#include <vector>

#include "datasets/batches/task_features.h"
#include "model/files/model_file.h"
#include "model/layers.h"
#include "model/parameter_table.h"

namespace tactus {

// A score by which people compare models of a task.
struct TaskMetric {
  const char* title;       // in a table
  const char* evaluation;  // the name of the evaluation in `tactus eval --task`
  const char* score;       // its name in that evaluation
  bool by_length = false;  // the mean counts long songs more
};

class TaskSettings {
 public:
  virtual ~TaskSettings() = default;

  // --- What it is.
  virtual std::string name() const = 0;  // in recipes and model files: "beats"
  // The heads that a network can have, in order, with their default loss weights. A network lacks a
  // head of weight 0 unless a recipe gives it another weight.
  virtual std::vector<HeadSpec> heads() const = 0;
  virtual int hidden() const = 0;                    // units of a layer, by default
  virtual bool transposes() const { return false; }  // augmentation may move crops to other keys
  virtual Layer layer() const = 0;                   // the layer that it writes
  // The task before, without which it finds nothing; empty = none. Tagging asks for its model.
  virtual std::string needs() const { return {}; }
  virtual std::vector<TaskMetric> metrics() const = 0;  // the most important ones

  // --- Settings by name, as recipes hold them. The tables point into this task. Read the kind of
  // features first: the other parameters depend on it.
  virtual ParameterTable feature_kind() { return {}; }
  virtual ParameterTable feature_parameters() = 0;
  virtual ParameterTable target_parameters() = 0;
  virtual ParameterTable decoder_parameters() = 0;
  // Both throw std::invalid_argument for settings that contradict each other.
  virtual void check_features() const {}
  virtual void check_targets() const {}
  virtual void read_decoder(const std::string& json) = 0;
  // Everything that the targets depend on, for the fingerprint of a run.
  virtual std::string target_text() const = 0;
  virtual TaskFeatures features() const = 0;
  // What its tagger takes, chunk after chunk. Another kind where the features need the whole song.
  virtual TaskFeatures chunk_features() const { return features(); }

  // --- Model files.
  // Takes features and decoder from the model. Returns false if the model has features that this
  // task cannot use. Throws std::invalid_argument for unknown decoder settings.
  virtual bool read(const Model& model) = 0;
  virtual void write(Model& model) const = 0;
};

}  // namespace tactus
