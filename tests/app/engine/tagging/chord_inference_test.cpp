#include "model/decoding/chords/chord_inference.h"

#include <gtest/gtest.h>

#include <memory>

#include "tests/app/support/tiny_models.h"
#include "tests/model/support/bounded_backend.h"
#include "tests/model/support/random_network.h"

namespace tactus::test {
namespace {

Network tiny_network(const Model& model, std::shared_ptr<Backend> backend) {
  Network network(model.spec, std::move(backend));
  network.set_parameters(model.parameters);
  return network;
}

TEST(ChordInference, KeysAreInferredInTurnWhereMemoryIsShort) {
  const Model model = tiny_nnls_model();
  const Standardisation none{std::vector<float>(24, 0.0f), std::vector<float>(24, 1.0f)};
  FrameMatrix music(200, 24, 10.0);
  music.data = random_values<float>(music.data.size(), 5);
  ChordDecoderParameters parameters;
  parameters.transpositions = 4;
  const auto ample = std::make_shared<BoundedBackend>();
  Network at_ease = tiny_network(model, ample);
  const std::size_t parameters_alone = ample->peak = ample->in_use;
  at_ease.infer(music);
  const std::size_t one_song = ample->peak - parameters_alone;
  const ChordLogits expected = infer_chord_logits(at_ease, music, none, parameters);

  const auto scarce = std::make_shared<BoundedBackend>();
  Network pressed = tiny_network(model, scarce);
  scarce->bound = scarce->in_use + one_song * 3 / 2;
  const FrameMatrix* const twice[] = {&music, &music};
  EXPECT_THROW(pressed.infer_batch(twice), BatchTooLarge);
  const ChordLogits heard = infer_chord_logits(pressed, music, none, parameters);
  ASSERT_EQ(heard.root.data.size(), expected.root.data.size());
  for (std::size_t i = 0; i < heard.root.data.size(); ++i)
    EXPECT_NEAR(heard.root.data[i], expected.root.data[i], 1e-5);

  scarce->bound = 0;
  Network starved = tiny_network(model, scarce);
  scarce->bound = scarce->in_use + one_song / 4;
  EXPECT_THROW(infer_chord_logits(starved, music, none, parameters), BatchTooLarge);
}

}  // namespace
}  // namespace tactus::test
