// The features of one chunk for all tasks, computed while it is read. Its sound is not held, except
// for constant-Q chroma, which needs the tuning first.
#pragma once

#include <map>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "app/engine/tagging/music_chunks.h"
#include "audio/resampler.h"
#include "datasets/batches/task_features.h"
#include "datasets/tasks/interface/task_tagger.h"
#include "features/attack_envelope.h"

namespace tactus {

// Sound is converted once for each rate, and features are computed once for each key. The frames
// lie on the grid of the whole recording; samples before the first frame on this grid are left out.
class ChunkFeatures {
 public:
  // Of samples that have `sample_rate` and begin at `start_second` of the recording.
  ChunkFeatures(int sample_rate, int start_second)
      : sample_rate_(sample_rate), start_second_(start_second) {}

  // Before the first push(). A task with the same features as one before shares them. One that
  // wants attacks gets the opening of the recording, too.
  void add(const TaskFeatures& features, bool wants_attacks);
  void push(std::span<const float> samples);
  // Of features with this key, after the last push(). May be called once for each add().
  ChunkFrames take(const std::string& key, const Chunk& chunk);

 private:
  // Features of one key.
  struct Part {
    Part(const TaskFeatures& features, int start_second);
    void push(std::span<const float> samples);
    ChunkFrames finish(const Chunk& chunk);

    double fps;
    double first;         // frame of row 0 in the recording
    std::size_t skipped;  // samples before row 0, not seen yet
    std::unique_ptr<FeatureStream> stream;
    AudibleFrames audible;
    std::optional<AttackEnvelope> attacks;
    std::unique_ptr<FeatureStream> opening;
    std::size_t opening_left = 0;  // samples
    int users = 0;                 // take() calls to come
    std::optional<ChunkFrames> made;
  };
  // Sound of one rate.
  struct Rate {
    std::optional<Resampler> resampler;  // none at the rate of the samples
    std::vector<float> samples;
    std::map<std::string, Part> parts;  // by key

    void push(std::span<const float> more);
    void finish();
    void hand_on(std::span<const float> more);
  };

  int sample_rate_, start_second_;
  std::map<int, Rate> rates_;
  std::map<std::string, int> rate_of_;  // of each key
};

}  // namespace tactus
