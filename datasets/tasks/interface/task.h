// A task is what Tactus learns and writes down: beats, chords. One description holds all that the
// program must know of it: settings (task_settings.h), tagging (here) and training
// (task_training.h). Code that would ask "is it beats or chords?" asks the description. A new task
// is a folder beside beats/ and chords/, and a line in task_table.cpp.
#pragma once

#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "datasets/tasks/interface/activation_decoder.h"
#include "datasets/tasks/interface/task_settings.h"
#include "datasets/tasks/interface/task_tagger.h"
#include "model/decoding/confidence/calibration.h"

namespace tactus {

struct InferenceDevice;
class TaskTraining;

// How right the confidences of one song are.
struct JudgedSong {
  std::vector<ConfidenceSample> events;  // those with a confidence
  double score = 0.0;                    // of the song, 0..1
};

class Task : public TaskSettings {
 public:
  virtual std::unique_ptr<Task> clone() const = 0;
  std::string decoder_json() const { return to_json(clone()->decoder_parameters()); }

  // A part of this task, with its settings.
  virtual TaskTraining& training() = 0;
  virtual const TaskTraining& training() const = 0;

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
                                             const InferenceDevice& device) const = 0;
  // Ends the name of the file of activations: ".beat_activations.npy".
  virtual const char* activations_ending() const = 0;
  // What each column of the activations is.
  virtual std::vector<std::string> activation_labels() const = 0;
  // The decoders that `tactus decode` can run.
  virtual std::vector<ActivationDecoder> activation_decoders() = 0;
};

}  // namespace tactus
