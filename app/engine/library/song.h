// What was found in a recording, as the arrays of tactus.h.
#pragma once

#include <deque>
#include <map>
#include <string>
#include <vector>

#include "app/engine/library/tactus.h"
#include "app/engine/tagging/sound_tagger.h"

namespace tactus {

// Names as a C array. The strings must outlive it.
std::vector<const char*> pointers_to(const std::vector<std::string>& texts);

}  // namespace tactus

// Never changes after it is made. The arrays point into the annotation and the matrices.
struct tactus_song {
  // `result` is named (name_song). With `activations` it has those of all `tasks`.
  tactus_song(tactus::TagResult result, const std::vector<const tactus::Task*>& tasks,
              bool activations);
  tactus_song(const tactus_song&) = delete;
  tactus_song& operator=(const tactus_song&) = delete;

  const tactus::Annotation annotation;
  const std::string warning;
  std::vector<double> tempo_curve;
  double confidence = 0.0;
  int meter = 0;
  std::string time_signature;
  std::string key;
  std::vector<tactus_beat> beats;
  std::vector<tactus_tempo> tempi;
  std::vector<tactus_grid_segment> grid;
  std::vector<std::string> symbols;  // of the chords
  std::vector<tactus_chord> chords;
  std::vector<std::vector<tactus_segment>> segments;  // of segment_layers()

  struct Activations {
    std::string task;
    tactus::FrameMatrix matrix;
    std::vector<std::string> labels;
    std::vector<const char*> label_pointers;
    tactus_matrix view;
  };
  std::deque<Activations> activations;                   // none moves when another is added
  std::map<std::string, tactus::TaggerContext> context;  // of the activations
  double seconds = 0.0;                                  // of sound that was decoded
};
