#include "model/decoding/chords/chord_inference.h"

#include <algorithm>
#include <span>
#include <utility>
#include <vector>

#include "model/decoding/chords/chord_transpositions.h"

namespace tactus {
namespace {

constexpr std::size_t kKeysTogether = 2;  // four need more memory than the beats of the same song

// Runs the sequences together, or one after the other if memory is short.
std::vector<std::vector<FrameMatrix>> infer_some(Network& network,
                                                 std::span<const FrameMatrix> inputs) {
  try {
    return network.infer_batch(inputs);
  } catch (const BatchTooLarge&) {
    if (inputs.size() == 1) throw;
  }
  std::vector<std::vector<FrameMatrix>> outputs;
  for (const FrameMatrix& input : inputs) outputs.push_back(network.infer(input));
  return outputs;
}

}  // namespace

ChordLogits infer_chord_logits(Network& network, const FrameMatrix& features,
                               const Standardisation& standardisation,
                               const ChordDecoderParameters& parameters) {
  std::vector<FrameMatrix> inputs = parameters.transpositions > 1
                                        ? in_keys(features, parameters.transpositions)
                                        : std::vector<FrameMatrix>{features};
  for (FrameMatrix& input : inputs) standardise(input.data, standardisation);
  const std::vector<HeadSpec>& heads = network.spec().heads;
  std::vector<std::vector<FrameMatrix>> inferred;
  for (std::span<const FrameMatrix> rest = inputs; !rest.empty();) {
    const std::size_t together = std::min(rest.size(), kKeysTogether);
    for (auto& outputs : infer_some(network, rest.first(together)))
      inferred.push_back(std::move(outputs));
    rest = rest.subspan(together);
  }
  return chord_logits(heads, mean_over_keys(heads, std::move(inferred)));
}

}  // namespace tactus
