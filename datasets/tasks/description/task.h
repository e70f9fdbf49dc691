// What Tactus learns and writes down, as one description per task: its name, features, heads,
// targets, decoder, metrics and annotation layers, with their settings. Whoever would ask "which
// task is it?" asks the description. A new task is a folder beside beats/ and chords/ and a line in
// task_table.cpp.
#pragma once

#include <filesystem>
#include <memory>
#include <span>
#include <stop_token>
#include <string>
#include <vector>

#include "datasets/batches/crop_batches.h"
#include "datasets/batches/task_features.h"
#include "datasets/corpora/corpus.h"
#include "datasets/formats/format.h"
#include "datasets/tasks/description/training_song.h"
#include "model/decoding/confidence/calibration.h"
#include "model/files/model_file.h"
#include "model/network/standardisation.h"
#include "model/parameter_table.h"
#include "model/training/training_ports.h"

namespace tactus {

// A score that people compare models of a task by.
struct TaskMetric {
  const char* title;       // in a table
  const char* evaluation;  // as `tactus eval --task` names it
  const char* score;       // of that evaluation
  bool by_length = false;  // songs count by their length, not alike
};

class Task {
 public:
  virtual ~Task() = default;
  virtual std::unique_ptr<Task> clone() const = 0;

  virtual std::string name() const = 0;  // in recipes and model files: "beats"
  // That a network can have, in order, with their default loss weights. One whose weight here is 0
  // is left out of a network unless a recipe gives it another.
  virtual std::vector<HeadSpec> heads() const = 0;
  virtual int hidden() const = 0;                    // units of a layer, by default
  virtual bool transposes() const { return false; }  // crops may be moved to other keys
  virtual Layer layer() const = 0;                   // what it writes

  virtual std::vector<TaskMetric> metrics() const = 0;  // the main ones

  // The item's file with the labels; empty where there is none.
  virtual const std::filesystem::path& labels_file(const CorpusItem& item) const = 0;
  // Of an annotation, what is learned from. Throws std::exception when that is nothing or cannot
  // be scored.
  virtual Annotation labels(Annotation annotation) const = 0;

  // Settings by name, as recipes hold them; they point into this task. The kind of features is read
  // first: the other parameters depend on it.
  virtual ParameterTable feature_kind() { return {}; }
  virtual ParameterTable feature_parameters() = 0;
  virtual ParameterTable target_parameters() = 0;
  virtual ParameterTable decoder_parameters() = 0;
  // Throw std::invalid_argument for settings that do not go together.
  virtual void check_features() const {}
  virtual void check_targets() const {}
  virtual void read_decoder(const std::string& json) = 0;
  std::string decoder_json() const { return to_json(clone()->decoder_parameters()); }
  virtual CalibrationMap& calibration() = 0;  // of the decoder
  // Of everything that targets depend on, for the fingerprint of a run.
  virtual std::string target_text() const = 0;

  // The frames that the features give.
  virtual TaskFeatures features() const = 0;
  // Features and decoder of the model; false where it is a model of another task. Throws
  // std::invalid_argument for decoder settings that are not known.
  virtual bool read(const Model& model) = 0;
  virtual void write(Model& model) const = 0;

  // Targets of `songs`, weighted by what `training` holds.
  virtual std::unique_ptr<TargetMaker> target_maker(
      const NetworkSpec& spec, const std::vector<TrainingSong>& songs,
      const std::vector<TrainingSong>& training) const = 0;
  // Before training: the decoder has these settings, which are those of the model that the run
  // goes on from (`of_model`: statistics stay, the calibration goes) or a recipe's, and takes from
  // the songs what it can.
  virtual void prepare_decoder(const std::string& json, bool of_model,
                               const std::vector<TrainingSong>& training) = 0;

  // What whole songs say of a network: after an epoch, and in the end. Throw TrainError with the
  // name of a song that cannot be scored.
  using Songs = std::vector<const TrainingSong*>;
  virtual ValidationResult validate(Network& network, const Songs& songs,
                                    const Standardisation& standardisation,
                                    std::stop_token stop) const = 0;
  virtual ValidationResult figures(Network& network, const Songs& songs,
                                   const Standardisation& standardisation,
                                   std::stop_token stop) const {
    return validate(network, songs, standardisation, stop);
  }
  // A passage from the middle of a song as the network hears it now; `epoch` is for the caller.
  virtual TrainingSample sample(Network& network, const TrainingSong& song,
                                const Standardisation& standardisation) const = 0;
};

}  // namespace tactus
