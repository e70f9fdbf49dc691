// The part of a task that only training needs: labels, targets, validation.
#pragma once

#include <memory>
#include <stop_token>
#include <string>
#include <vector>

#include "datasets/batches/crop_batches.h"
#include "datasets/tasks/interface/training_song.h"
#include "model/annotation.h"
#include "model/network/standardisation.h"
#include "model/training/training_ports.h"

namespace tactus {

class TaskTraining {
 public:
  virtual ~TaskTraining() = default;

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
};

}  // namespace tactus
