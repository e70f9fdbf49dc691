#include "model/layers.h"

#include <fmt/core.h>

#include <algorithm>
#include <stdexcept>
#include <vector>

namespace tactus {
namespace {

bool has_positions(const Annotation& a) {
  return std::ranges::any_of(a.beats, [](const Beat& beat) { return beat.position != 0; });
}

bool has_confidences(const Annotation& a) {
  const auto any = [](const auto& items) {
    return std::ranges::any_of(
        items, [](const auto& item) { return item.confidence != kUnknownConfidence; });
  };
  return any(a.beats) || std::ranges::any_of(segment_layers(), [&](const SegmentLayerInfo& layer) {
           return any(a.*layer.member);
         });
}

std::vector<LayerInfo> made_layers() {
  using A = const Annotation&;
  std::vector<LayerInfo> layers = {
      {Layer::kBeats, "beats", true, [](A a) { return !a.beats.empty(); }},
      {Layer::kPositions, "positions in the bar", false, has_positions}};
  for (const SegmentLayerInfo& row : segment_layers())
    layers.push_back({row.layer, row.name, true, nullptr, &row});
  layers.insert(
      layers.end(),
      {{Layer::kTempi, "tempi", true, [](A a) { return !a.tempi.empty(); }},
       {Layer::kConfidences, "confidences", false, has_confidences},
       {Layer::kTitle, "title, artist and album", false,
        [](A a) { return !a.title.empty() || !a.artist.empty() || !a.album.empty(); }},
       {Layer::kTrack, "track number and date", false,
        [](A a) { return a.tags.track > 0 || !a.tags.date.empty(); }},
       {Layer::kDuration, "duration", false, [](A a) { return a.duration > 0.0; }},
       {Layer::kAnnotator, "annotator", false, [](A a) { return !a.annotator.empty(); }},
       {Layer::kAudio, "path of the audio file", false, [](A a) { return !a.audio.empty(); }},
       {Layer::kLanes, "own lanes", false, [](A a) { return !a.lanes.empty(); }},
       {Layer::kNotes, "notes", false, [](A a) { return !a.notes.empty(); }},
       {Layer::kCues, "cues", false, [](A a) { return !a.cues.empty(); }}});
  return layers;
}

}  // namespace

bool LayerInfo::in(const Annotation& annotation) const {
  return segments ? !(annotation.*segments->member).empty() : present(annotation);
}

std::span<const LayerInfo> all_layers() {
  static const std::vector<LayerInfo> layers = made_layers();
  return layers;
}

const LayerInfo& layer_info(Layer layer) {
  const auto found = std::ranges::find(all_layers(), layer, &LayerInfo::layer);
  if (found != all_layers().end()) return *found;
  throw std::invalid_argument(
      fmt::format("layer {}, expected one that an annotation has", static_cast<int>(layer)));
}

}  // namespace tactus
