// A song to learn from, and what a network says of one while it learns.
#pragma once

#include <string>
#include <utility>
#include <vector>

#include "datasets/cache/mapped_frames.h"
#include "model/annotation.h"

namespace tactus {

struct TrainingSong {
  std::string id;  // CORPUS/ID
  MappedFrames frames;
  Annotation labels;         // the layers that the task learns from
  std::string content = {};  // names the bytes of the audio and the kind of features
};

// What the network says of a passage of one validation song, beside its annotation. Times in
// seconds of the song.
struct TrainingSample {
  int epoch = 0;
  std::string song;
  double begin = 0.0;
  double end = 0.0;
  std::vector<Beat> reference_beats, predicted_beats;
  std::vector<LabelledSegment> reference_chords, predicted_chords;
  double fps = 0.0;
  std::vector<std::pair<std::string, std::vector<float>>> curves;  // 0..1, from `begin` on
};

}  // namespace tactus
