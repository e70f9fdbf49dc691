// The tagging of chords and of the key; see TaskTagger.
#pragma once

#include <memory>
#include <vector>

#include "datasets/tasks/interface/task_networks.h"
#include "datasets/tasks/interface/task_tagger.h"
#include "model/decoding/chords/chord_decoder.h"

namespace tactus {

// The networks have the heads of chord_logits (chord_decoder.h). If decoder.snap_to_beats is set,
// the changes move to the beats of the annotation.
std::unique_ptr<TaskTagger> make_chord_tagger(std::vector<TaskNetwork> networks,
                                              const ChordDecoderParameters& decoder);

}  // namespace tactus
