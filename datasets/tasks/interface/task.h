// A task is what Tactus learns and writes down: beats, chords. One description holds all that the
// program must know of it. Code that would ask "is it beats or chords?" asks the description. A new
// task is a folder beside beats/ and chords/, and a line in task_table.cpp.
#pragma once

#include <filesystem>
#include <memory>
#include <optional>
#include <span>
#include <stop_token>
#include <string>
#include <vector>

#include "datasets/batches/crop_batches.h"
#include "datasets/batches/task_features.h"
#include "datasets/corpora/corpus.h"
#include "datasets/formats/format.h"
#include "datasets/tasks/interface/activation_decoder.h"
#include "datasets/tasks/interface/task_tagger.h"
#include "datasets/tasks/interface/training_song.h"
#include "model/decoding/confidence/calibration.h"
#include "model/files/model_file.h"
#include "model/network/standardisation.h"
#include "model/parameter_table.h"
#include "model/training/training_ports.h"

namespace tactus {

// A score by which people compare models of a task.
struct TaskMetric {
  const char* title;       // in a table
  const char* evaluation;  // the name of the evaluation in `tactus eval --task`
  const char* score;       // its name in that evaluation
  bool by_length = false;  // the mean counts long songs more
};

// How right the confidences of one song are.
struct JudgedSong {
  std::vector<ConfidenceSample> events;  // those with a confidence
  double score = 0.0;                    // of the song, 0..1
};

class Task {
 public:
  virtual ~Task() = default;
  virtual std::unique_ptr<Task> clone() const = 0;

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
  std::string decoder_json() const { return to_json(clone()->decoder_parameters()); }
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

  // --- Training.
  // The item's file with the labels; empty = it has none.
  std::filesystem::path labels_file(const CorpusItem& item) const { return file_of(item, layer()); }
  // The part of an annotation that the task learns from. Throws std::exception if it is empty or
  // cannot be scored.
  virtual Annotation labels(Annotation annotation) const = 0;
  // Targets of `songs`, with the weights that follow from `training`.
  virtual std::unique_ptr<TargetMaker> target_maker(
      const NetworkSpec& spec, const std::vector<TrainingSong>& songs,
      const std::vector<TrainingSong>& training) const = 0;
  // Called before training. `json` holds the decoder settings of a recipe, or (`of_model`) those of
  // the model from which the run starts: then its statistics stay and its calibration goes. The
  // decoder learns the rest from the songs.
  virtual void prepare_decoder(const std::string& json, bool of_model,
                               const std::vector<TrainingSong>& training) = 0;
  // Scores a network on whole songs: validate() after each epoch, figures() at the end. Both throw
  // TrainError with the name of a song that cannot be scored.
  // All ranks of a group get the scores of all songs.
  using Songs = ValidationSongs;
  virtual ValidationResult validate(Network& network, const Songs& songs,
                                    const Standardisation& standardisation,
                                    std::stop_token stop) const = 0;
  virtual ValidationResult figures(Network& network, const Songs& songs,
                                   const Standardisation& standardisation,
                                   std::stop_token stop) const {
    return validate(network, songs, standardisation, stop);
  }
  // What the network makes of a passage in the middle of a song. The caller sets `epoch`.
  virtual TrainingSample sample(Network& network, const TrainingSong& song,
                                const Standardisation& standardisation) const = 0;

  // --- Confidences.
  virtual CalibrationMap& calibration() = 0;  // of the decoder
  virtual int keys() const { return 1; }      // of the decoder: in so many a network hears a song
  // Compares an estimate with the reference of the song. Returns nothing if the reference lacks the
  // layer. Without a reference (nullptr) there is nothing to find, and every event is wrong.
  virtual std::optional<JudgedSong> judge(const Annotation* reference,
                                          const Annotation& estimate) const = 0;

  // --- Tagging.
  // Throws std::invalid_argument if the model cannot be used for tagging. The decoder has the
  // settings of this task, which has read the model before.
  virtual std::unique_ptr<TaskTagger> tagger(const Model& model,
                                             std::shared_ptr<Backend> backend) const = 0;
  // Ends the name of the file of activations: ".beat_activations.npy".
  virtual const char* activations_ending() const = 0;
  // What each column of the activations is.
  virtual std::vector<std::string> activation_labels() const = 0;
  // The decoders that `tactus decode` can run.
  virtual std::vector<ActivationDecoder> activation_decoders() = 0;
};

}  // namespace tactus
