// What an annotation can contain: its layers of music, and what is known about them and the song.
#pragma once

#include <span>

#include "model/annotation.h"

namespace tactus {

enum class Layer {
  kBeats,
  kPositions,  // positions in the bar, including downbeats
#define TACTUS_SEGMENT_LAYER(constant, ...) constant,
#include "model/annotation_layers.inc"
#undef TACTUS_SEGMENT_LAYER
  kTempi,
  kConfidences,
  kTitle,  // title, artist and album
  kTrack,  // number on the album, and date
  kDuration,
  kAnnotator,
  kAudio,     // path of the audio file
  kLanes,     // of one's own
  kNotes,     // remarks of people
  kCues,      // of DJs
  kSegments,  // in lists: all of annotation_layers.inc
};

struct LayerInfo {
  Layer layer;
  const char* name;  // in messages: "positions in the bar"
  bool music;        // something to hear by itself
  bool (*present)(const Annotation&);
  const SegmentLayerInfo* segments = nullptr;  // the row in segment_layers(); nullptr: has none

  bool in(const Annotation& annotation) const;
};
// All layers but kSegments, in the order of messages.
std::span<const LayerInfo> all_layers();
const LayerInfo& layer_info(Layer layer);

}  // namespace tactus
