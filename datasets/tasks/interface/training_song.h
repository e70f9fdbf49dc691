// A song for training, and the output of a network for a passage of one during training.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "datasets/cache/mapped_frames.h"
#include "model/annotation.h"

namespace tactus {

class ProcessGroup;

struct TrainingSong {
  std::string id;  // CORPUS/ID
  MappedFrames frames;
  Annotation labels;  // the layers that the task learns from
  // Hash of the audio and of the kind of features; of a song in a shard, of its frames.
  std::string content = {};
  std::optional<std::uint32_t> shard = {};  // number of the shard that the frames lie in
  bool labelled = true;                     // false: only teachers say what is in it
};

// Songs that are scored, each by one rank of the group; null: all here.
struct ValidationSongs {
  std::vector<const TrainingSong*> list;
  ProcessGroup* group = nullptr;
};

// The decoded output of the network for a passage of a validation song, with its annotation. Times
// are seconds of the song.
struct TrainingSample {
  int epoch = 0;
  std::string song;
  double begin = 0.0;
  double end = 0.0;
  std::vector<Beat> reference_beats, predicted_beats;
  std::vector<LabelledSegment> reference_chords, predicted_chords;
  double fps = 0.0;
  std::vector<std::pair<std::string, std::vector<float>>>
      curves;  // per frame from `begin` on, 0..1
};

}  // namespace tactus
