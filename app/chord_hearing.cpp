#include "app/chord_hearing.h"

#include <utility>
#include <vector>

#include "model/chord_transpositions.h"

namespace tactus {

ChordLogits hear_chord_logits(Network& network, const FrameMatrix& features,
                              const Standardisation& standardisation,
                              const ChordDecoderParameters& parameters) {
  std::vector<FrameMatrix> inputs = parameters.transpositions > 1
                                        ? in_keys(features, parameters.transpositions)
                                        : std::vector<FrameMatrix>{features};
  for (FrameMatrix& input : inputs) standardise(input.data, standardisation);
  std::vector<ChordLogits> heard;
  for (auto& outputs : network.infer_batch(inputs))
    heard.push_back(chord_logits(network.spec().heads, std::move(outputs)));
  return mean_over_keys(std::move(heard));
}

}  // namespace tactus
