// How much of the tagging of a recording is done, from how far it has been read and which chunks
// have gone through which stages.
#pragma once

#include <functional>

#include "app/tagging/music_chunks.h"
#include "app/tagging/stage_times.h"

namespace tactus {

// Hears the share of the work that is done, 0..1, never falling, from the thread that tags. Not
// called for a recording whose length is not known beforehand, but with 1 at its end.
using TagProgress = std::function<void(double)>;

class TagMeter {
 public:
  // `seconds` of the whole recording, 0 = unknown; `networks` that each chunk goes through.
  TagMeter(double seconds, int networks, const Chunking& chunking, TagProgress progress);

  void read(double seconds);        // so much has been read in all
  void chunk_read();                // a chunk is complete; read() counts for the next one now
  void stage_done(TagStage stage);  // of one network: features or networks
  void all_done();

 private:
  void report(double done);
  double chunk_seconds() const;  // of new music in the chunk at hand

  double total_;
  int networks_;
  Chunking chunking_;
  TagProgress progress_;
  double begin_ = 0.0;   // seconds where the chunk at hand begins
  double within_ = 0.0;  // share of the chunk at hand that its stages have done
  double read_before_ = 0.0;
  double read_ = 0.0;
  double reported_ = 0.0;
  bool in_stages_ = false;
};

}  // namespace tactus
