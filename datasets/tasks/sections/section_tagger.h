// Runs the networks for sections on a song, and decodes their outputs.
#pragma once

#include <memory>
#include <vector>

#include "datasets/tasks/interface/task_networks.h"
#include "datasets/tasks/interface/task_tagger.h"
#include "features/feature_parameters.h"
#include "model/decoding/sections/section_decoder.h"

namespace tactus {

// The logits of all heads -> [N, 1 + kSectionNames.size()], as decode_sections() takes them.
FrameMatrix section_activations(const NetworkSpec& spec, const std::vector<FrameMatrix>& logits);

// Takes the frames of NNLS chroma, chunk after chunk. The networks run when the whole passage is
// known, because its repetitions are their input.
std::unique_ptr<TaskTagger> make_section_tagger(std::vector<TaskNetwork> networks,
                                                const StructureParameters& features,
                                                const SectionDecoderParameters& decoder);

}  // namespace tactus
