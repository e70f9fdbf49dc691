// What the environment leaves out, to find which mechanism is at fault on a card without a rebuild:
// TACTUS_CUDA_WITHOUT=side,clusters,words,graph, some of them. Results stay the same, to rounding.
#pragma once

#include <string>

namespace tactus::gpu {

struct LeftOut {
  bool side = false;      // the stream beside the main one (side_stream.h): all work is in that
  bool clusters = false;  // divisions of rung 8 in clusters of blocks
  bool words = false;     // divisions of rung 8 that exchange tagged words
  bool graph = false;     // rung 7: rung 6 takes its place
};

// Of the environment as it is now. Throws GpuError for an unknown word.
LeftOut left_out();
// ", without side, words" for the name of a backend; empty: nothing is left out.
std::string describe(const LeftOut& without);

}  // namespace tactus::gpu
