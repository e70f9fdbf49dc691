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
std::vector<std::vector<FrameMatrix>> infer_some(const InferBatch& infer,
                                                 std::span<const FrameMatrix* const> inputs) {
  try {
    return infer(inputs);
  } catch (const BatchTooLarge&) {
    if (inputs.size() == 1) throw;
  }
  std::vector<std::vector<FrameMatrix>> outputs;
  for (std::size_t i = 0; i < inputs.size(); ++i)
    outputs.push_back(std::move(infer(inputs.subspan(i, 1)).front()));
  return outputs;
}

}  // namespace

ChordLogits infer_chord_logits(const std::vector<HeadSpec>& heads, const InferBatch& infer,
                               const FrameMatrix& features, const Standardisation& standardisation,
                               const ChordDecoderParameters& parameters) {
  std::vector<FrameMatrix> inputs = parameters.transpositions > 1
                                        ? in_keys(features, parameters.transpositions)
                                        : std::vector<FrameMatrix>{features};
  std::vector<const FrameMatrix*> keys;
  for (FrameMatrix& input : inputs) {
    standardise(input.data, standardisation);
    keys.push_back(&input);
  }
  std::vector<std::vector<FrameMatrix>> inferred;
  for (std::span<const FrameMatrix* const> rest = keys; !rest.empty();) {
    const std::size_t together = std::min(rest.size(), kKeysTogether);
    for (auto& outputs : infer_some(infer, rest.first(together)))
      inferred.push_back(std::move(outputs));
    rest = rest.subspan(together);
  }
  return chord_logits(heads, mean_over_keys(heads, std::move(inferred)));
}

ChordLogits infer_chord_logits(Network& network, const FrameMatrix& features,
                               const Standardisation& standardisation,
                               const ChordDecoderParameters& parameters) {
  const auto infer = [&](std::span<const FrameMatrix* const> inputs) {
    return network.infer_batch(inputs);
  };
  return infer_chord_logits(network.spec().heads, infer, features, standardisation, parameters);
}

}  // namespace tactus
