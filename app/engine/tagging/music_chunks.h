// Splits a long recording into chunks for the networks, each with some music on either side.
#pragma once

#include <cstddef>
#include <span>
#include <vector>

#include "datasets/tasks/interface/task_tagger.h"

namespace tactus {

class AudioSource;

// Sizes of the chunks, and of the passages that are decoded at once. A recording of at most
// `longest_whole` seconds is one chunk; a passage holds `passage_seconds` and what its last chunk
// has more, and it overlaps with the next one by two borders.
struct Chunking {
  int longest_whole = 600;
  int seconds = 180;
  int context_seconds = 20;
  int passage_seconds = 1800;
  int border_seconds = 60;

  // Seconds of the first chunk of a recording that claims this length (0 = none).
  int first_chunk(double claimed_seconds) const {
    return claimed_seconds > longest_whole ? seconds : longest_whole;
  }
};

// The part of a recording that goes through the networks at once. Its samples begin at
// `start_second`; the frames in [core_begin, core_end) seconds are kept (core_end < 0: to the end).
struct Chunk {
  int start_second = 0;
  int core_begin = 0;
  int core_end = -1;

  bool is_whole() const { return start_second == 0 && core_begin == 0 && core_end < 0; }
};

// Ready-made features as one chunk.
ChunkFrames whole_chunk(FrameMatrix features);

// Hands out the chunks of a source one after another, each as blocks of samples.
//
//   while (reader.begin()) {
//     while (!(block = reader.read()).empty()) ...
//     use(reader.chunk());
//   }
class ChunkReader {
 public:
  // The source must outlive it. `claimed_seconds`: what the file says of its length, 0 = nothing.
  ChunkReader(AudioSource& source, int sample_rate, const Chunking& chunking,
              double claimed_seconds)
      : source_(source),
        rate_(sample_rate),
        chunking_(chunking),
        first_core_(chunking.first_chunk(claimed_seconds)) {}

  // Begins the next chunk; false at the end of the recording.
  bool begin();
  // The next samples of the chunk; empty at its end. Valid until the next call. Throws what the
  // source throws.
  std::span<const float> read();
  // The present chunk; its core_end is known when read() has returned nothing.
  const Chunk& chunk() const { return chunk_; }
  // Seconds of audio read so far.
  double seconds() const { return static_cast<double>(total_) / rate_; }

 private:
  std::size_t samples_of(int seconds) const { return static_cast<std::size_t>(seconds) * rate_; }
  std::span<const float> handed_out(std::span<const float> block);

  AudioSource& source_;
  int rate_;
  Chunking chunking_;
  int first_core_;  // seconds of the first chunk
  Chunk chunk_;
  int next_core_ = 0;                // seconds where the core of the next chunk begins
  std::size_t position_ = 0;         // samples of the chunk, handed out so far
  std::vector<float> again_, kept_;  // what the last and this chunk share with the next one
  bool is_again_ = false;            // again_ is to be handed out
  std::vector<float> block_;
  std::size_t total_ = 0;
  bool ended_ = false;
};

// Per frame of a stream: true if a sample within a quarter of a second is above -70 dB of full
// scale. Other frames get no beat and no chord.
class AudibleFrames {
 public:
  AudibleFrames(int sample_rate, double fps) : hop_(sample_rate / fps), fps_(fps) {}
  void push(std::span<const float> samples);
  std::vector<bool> finish(std::size_t frames);

 private:
  double hop_, fps_;
  std::size_t taken_ = 0;   // samples
  std::vector<bool> loud_;  // per frame so far: it has a loud sample
};

}  // namespace tactus
