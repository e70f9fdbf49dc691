// The engine of `tactus tag` for one song: samples -> features -> networks -> annotation.
#pragma once

#include <functional>
#include <map>
#include <memory>
#include <optional>
#include <stop_token>
#include <string>
#include <vector>

#include "app/engine/models/model_store.h"
#include "app/engine/tagging/decoder_settings.h"
#include "app/engine/tagging/music_chunks.h"
#include "app/engine/tagging/tag_progress.h"
#include "app/engine/tagging/watched_source.h"
#include "datasets/tasks/interface/stage_times.h"
#include "datasets/tasks/task_table.h"
#include "features/frames/frame_matrix.h"
#include "model/annotation.h"

namespace tactus {

class AudioSource;
class Backend;

struct TagResult {
  Annotation annotation;
  double seconds = 0.0;                // length of the audio that was read
  std::optional<std::string> warning;  // the source's: truncated or damaged audio
  // By the name of the task, the outputs of its networks (probabilities). "beats": [T,2], a beat
  // that is no downbeat, and a downbeat. "bars": [T,1]. "chords": [T,V] over chord_vocabulary(),
  // after repeated passages shared their evidence. "sections": [N, 1 + names], a section begins,
  // and its kinds (section_names.h).
  std::map<std::string, FrameMatrix> activations;
  // By the name of the task; empty for a recording of several passages.
  std::map<std::string, TaggerContext> context;
  FrameMatrix attacks;  // the envelope of the sound (attack_envelope.h); empty without beats
  StageTimes times;
};

// Holds the networks; one song at a time (use one SoundTagger per thread, see another()). Memory is
// bounded: a recording longer than Chunking::longest_whole goes through the networks in chunks, and
// one longer than a passage is decoded in passages (passages.h). Loudness and tuning then belong to
// a chunk, and the key to a passage. A recording of one chunk gets a second pass if its metrical
// level is in doubt (metrical_level.h). No beat lies in the last 50 ms.
class SoundTagger {
 public:
  // Throws std::invalid_argument with the path of a model that cannot be used for tagging.
  SoundTagger(const std::vector<LoadedModel>& models, std::shared_ptr<Backend> backend,
              const DecoderSettings& settings = {}, const Chunking& chunking = {},
              TaskTable known = all_tasks);
  ~SoundTagger();
  SoundTagger(SoundTagger&&) noexcept;

  // For another thread, with the same networks and settings. Their songs meet on the device: on a
  // card they become batches (inference_queue.h).
  SoundTagger another() const;

  // The rate at which the source must deliver its samples: the highest that a model needs. For the
  // other models they are converted.
  int sample_rate() const;
  // The tasks of the models in the order of the table, with the settings that they are decoded by.
  std::vector<const Task*> tasks() const;
  // Whether results hold activations and attacks, which grow with the length of a recording. They
  // do at first.
  void keep_activations(bool keep);
  // Throws AudioError from the source. When stopped, throws InterruptedError between two blocks
  // that are read or two stages of a chunk. `read` gets the seconds read so far.
  TagResult tag(AudioSource& source, std::stop_token stop = {}, const TagProgress& progress = {},
                const ReadObserver& read = {});
  // The same for ready-made features [T, bins] instead of audio, all at once. Throws
  // std::invalid_argument if there is more than one model or the number of inputs differs.
  TagResult tag_frames(const FrameMatrix& frames);
  // Decodes kept activations of all tasks() with their context, as tag() has done. Throws
  // std::invalid_argument if some are missing, or have other columns.
  TagResult decode_again(const TagResult& kept);

 private:
  struct Impl;
  explicit SoundTagger(std::unique_ptr<Impl> impl);
  std::unique_ptr<Impl> impl_;
};

}  // namespace tactus
