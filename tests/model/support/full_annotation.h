// A song of eight seconds that has a value in every member of its annotation, for tests that
// nothing is lost on a way. annotation_members_test.cpp proves that it has.
#pragma once

#include "model/annotation.h"

namespace tactus::test {

inline Annotation full_annotation() {
  Annotation a;
  a.title = "Full";
  a.artist = "Somebody";
  a.album = "Numbers";
  a.tags = {3, "1999", 120.0, "8A"};
  a.duration = 8.0;
  for (int i = 0; i < 8; ++i) a.beats.push_back({0.5 + i, i % 4 + 1, 0.9});
  for (const SegmentLayerInfo& layer : segment_layers())
    a.*layer.member = {{0.0, 4.0, "C:major", 0.9}, {4.0, 8.0, "A:minor", 0.8}};
  for (LabelledSegment& key : a.keys) key.confidence = 1.0;  // of a person: they follow no chords
  a.chords = {{0.0, 4.0, "C:maj", 0.9}, {4.0, 8.0, "A:min", 0.8}};
  a.tempi = {{60.0, 0.75}, {120.0, 0.25}};
  a.swing = 0.625;
  a.grid = {GridKind::kConstant, {{0.5, 60.0, 4, 0.5, 0.0}}};
  a.readings = {{60.0, 4, 0.5, false, 0.75}, {120.0, 4, 0.5, false, 0.25}};
  a.annotator = "somebody";
  a.audio = "/music/full.wav";
  a.review = Review::kEdited;
  a.lanes = {{"breaths", UserLaneKind::kRegions, 0x336699, "Hz", {{1.0, 0.5, 2.0, "in"}}}};
  a.damage = "truncated at 7.5 s";
  a.notes = {{2.0, 3.0, "louder here"}};
  a.cues = {{1.5, 1.5, 1, 0x123456, "start"}, {4.5, 6.5, 0, kNoColour, "loop"}};
  return a;
}

}  // namespace tactus::test
