#include "model/layers.h"

namespace tactus {

std::span<const SegmentLayerInfo> segment_layers() {
#define TITLE(context, text) text
#define TACTUS_SEGMENT_LAYER(constant, member, one, jams, title) \
  {SegmentLayer::constant, Layer::constant, &Annotation::member, #member, one, jams, title},
  static const SegmentLayerInfo rows[] = {
#include "model/annotation_layers.inc"
  };
#undef TACTUS_SEGMENT_LAYER
#undef TITLE
  return rows;
}

}  // namespace tactus
