// Computes how much of the tagging of a recording is done, from the audio read and the finished
// stages of its chunks.
#pragma once

#include <functional>

#include "app/engine/tagging/music_chunks.h"
#include "datasets/tasks/interface/stage_times.h"

namespace tactus {

// Gets the finished share of the work, 0..1, never falling, from the thread that tags. For a
// recording of unknown length it is called only at the end, with 1.
using TagProgress = std::function<void(double)>;

class TagMeter {
 public:
  // `seconds` of the whole recording, 0 = unknown; `networks`: how many each chunk goes through.
  TagMeter(double seconds, int networks, const Chunking& chunking, TagProgress progress);

  void read(double seconds);        // seconds read so far
  void chunk_read();                // a chunk is complete; read() then counts for the next one
  void stage_done(TagStage stage);  // of one network: features or networks
  void all_done();

 private:
  void report(double done);
  double chunk_seconds() const;  // of new music in the present chunk

  double total_;
  int networks_;
  Chunking chunking_;
  TagProgress progress_;
  double begin_ = 0.0;   // seconds where the present chunk begins
  double within_ = 0.0;  // share of the present chunk that its stages have done
  double read_before_ = 0.0;
  double read_ = 0.0;
  double reported_ = 0.0;
  bool in_stages_ = false;
};

}  // namespace tactus
