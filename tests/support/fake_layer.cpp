// A layer of annotations that exists in tests alone, in this file alone. Its segments lie where
// notes lie: a row of annotation_layers.inc would also have made a member.
#include <vector>

#define segment_layers shipped_layers
#include "model/segment_layers.cpp"
#undef segment_layers

namespace tactus {

// The linker takes this one and leaves that of segment_layers.cpp in its archive.
std::span<const SegmentLayerInfo> segment_layers() {
  static const std::vector<SegmentLayerInfo> layers = [] {
    std::vector<SegmentLayerInfo> all(shipped_layers().begin(), shipped_layers().end());
    all.push_back({static_cast<SegmentLayer>(all.size()), static_cast<Layer>(100),
                   &Annotation::notes, "melody", "pitch", "note_fake", "Melody"});
    return all;
  }();
  return layers;
}

}  // namespace tactus
