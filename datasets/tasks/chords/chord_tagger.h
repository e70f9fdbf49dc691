// The tagging of chords and of the key; see TaskTagger.
#pragma once

#include <functional>
#include <memory>
#include <vector>

#include "datasets/tasks/description/task_networks.h"
#include "datasets/tasks/description/task_tagger.h"
#include "model/decoding/chords/chord_decoder.h"

namespace tactus {

// Features [T,bins] -> the strengths of the pitch classes [T,12], C first.
using PitchClasses = std::function<FrameMatrix(const FrameMatrix& features)>;

// The networks have the heads of chord_logits (chord_decoder.h). If decoder.snap_to_beats is set,
// the changes move to the beats of the annotation.
std::unique_ptr<TaskTagger> make_chord_tagger(std::vector<TaskNetwork> networks,
                                              const ChordDecoderParameters& decoder,
                                              PitchClasses pitch_classes);

}  // namespace tactus
