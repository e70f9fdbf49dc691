// Rungs 0 to 7 against the reference, under any order that streams and events allow.
#include "gpu/lstm/ladder/lstm_ladder.h"

#include <fmt/core.h>
#include <gtest/gtest.h>

#include <algorithm>

#include "model/backend/checked_backend.h"
#include "tests/gpu/support/lstm_ladder_case.h"

namespace tactus::gpu::test {
namespace {

constexpr int kSmallBlock = 200;  // gate sums: several blocks in a few steps

const LayerCase kCases[] = {
    {1, 1, 1, 1, 1, false},  {1, 3, 1, 33, 2, true}, {7, 3, 5, 9, 2, false},
    {9, 1, 4, 7, 2, true},   {21, 4, 3, 5, 1, true}, {19, 5, 8, 8, 2, true},
    {13, 5, 3, 6, 1, false}, {77, 2, 2, 3, 2, true}, {3, 150, 2, 1, 2, true}};

std::string rung_name(const ::testing::TestParamInfo<int>& info) {
  std::string name = fmt::format("{}_{}", info.param, name_of(static_cast<Rung>(info.param)));
  std::replace(name.begin(), name.end(), '-', '_');
  return name;
}

class LadderTest : public ::testing::TestWithParam<int> {
 protected:
  Rung rung() const { return static_cast<Rung>(GetParam()); }
  std::unique_ptr<LstmEngine> engine(Card& card, Precision precision = Precision::kFp32) const {
    return make_lstm_ladder(card.runtime, card.pool, rung(), precision, kSmallBlock);
  }
};

TEST_P(LadderTest, EqualsTheReference) {
  for (const LayerCase& layer : kCases) {
    const LayerData data(layer);
    const LayerResults expected = reference_results(data);
    Card card(7);
    const LayerResults found = card_results(card, *engine(card), data);
    for (const auto& [name, values] : expected) {
      expect_close(text_of(layer) + " " + name, backend_tolerance(kind_of(name)), found.at(name),
                   values);
    }
    EXPECT_EQ(found.at("y, inference"), found.at("y")) << text_of(layer);
  }
}

TEST_P(LadderTest, NoScheduleChangesABit) {
  const LayerData data({19, 3, 4, 5, 2, true});
  for (const Precision precision : {Precision::kFp32, Precision::kBf16}) {
    LayerResults first;
    for (std::uint64_t seed = 1; seed <= 5; ++seed) {
      Card card(seed);
      const LayerResults found = card_results(card, *engine(card, precision), data);
      if (seed == 1) first = found;
      EXPECT_EQ(found, first) << "seed " << seed;
    }
  }
}

// Factors of 11 and 8 bits: the errors of products of random numbers, through the steps.
TEST_P(LadderTest, ReducedPrecisionsAreWithinTheStatedErrors) {
  const std::pair<Precision, double> kinds[] = {{Precision::kTf32, 1.5e-3},
                                                {Precision::kBf16, 1.2e-2}};
  for (const LayerCase& layer : {LayerCase{19, 5, 8, 8, 2, true}, {11, 3, 5, 9, 2, false}}) {
    const LayerData data(layer);
    const LayerResults expected = reference_results(data);
    for (const auto& [precision, allowed] : kinds) {
      Card card(3);
      const LayerResults found = card_results(card, *engine(card, precision), data);
      for (const auto& [name, values] : expected) {
        if (values.empty()) continue;
        const double error = distance(found.at(name), values);
        EXPECT_LT(error, allowed) << text_of(layer) << " " << name;
        EXPECT_GT(error, 1e-6) << text_of(layer) << " " << name << ": computed in fp32";
      }
      EXPECT_EQ(found.at("y, inference"), found.at("y"));
    }
  }
}

TEST_P(LadderTest, NothingToDoIsDone) {
  for (const LayerCase& layer :
       {LayerCase{0, 3, 2, 4, 2, true, {0, 0, 0}}, {5, 0, 2, 4, 2, true, {}}}) {
    const LayerData data(layer);
    Card card;
    const LayerResults found = card_results(card, *engine(card), data);
    EXPECT_EQ(found.at("weight_input1"), reference_results(data).at("weight_input1"));
  }
  const LayerData silent({6, 3, 2, 4, 2, true, {0, 0, 0}});
  Card card;
  const LayerResults found = card_results(card, *engine(card), silent);
  for (const auto& [name, values] : reference_results(silent))
    EXPECT_EQ(found.at(name), values) << name;
}

TEST_P(LadderTest, TheGradientOfTheInputMayBeUnwanted) {
  const LayerData data({9, 3, 4, 5, 2, true});
  const LayerResults expected = reference_results(data);
  Card card(5);
  const auto ladder = engine(card);
  LayerOnCard on(card, data);
  ladder->forward(card.stream(), on.call, on.y, on.tape);
  ladder->backward(card.stream(), on.call, on.y, on.tape, on.dy, nullptr, on.gradients);
  expect_close("weight_input", backend_tolerance(BackendResult::kWeightGradient),
               card.get(on.gradients[1].weight_input, expected.at("weight_input1").size()),
               expected.at("weight_input1"));
  EXPECT_EQ(card.get(on.dx, data.dx.size()), std::vector<double>(data.dx.begin(), data.dx.end()));
}

// Another way may have made the tape, with any values in padded frames.
TEST_P(LadderTest, PaddedFramesOfTheTapeMayHoldAnything) {
  const LayerCase layer{7, 4, 3, 5, 2, true};
  const LayerData data(layer);
  Card card(5);
  const auto ladder = engine(card);
  LayerOnCard on(card, data);
  ladder->forward(card.stream(), on.call, on.y, on.tape);
  const std::vector<double> tape = card.get(on.tape, tape_of_layer(on.shape));
  std::vector<float> spoilt(tape.begin(), tape.end());
  for (int d = 0; d < layer.D; ++d) {
    for (std::size_t frame = 0; frame < frames_of(on.shape); ++frame) {
      if (static_cast<int>(frame / layer.B) < layer.lengths[frame % layer.B]) continue;
      float* gates = activations_of(on.shape, spoilt.data(), d) + frame * layer.H * 4;
      float* cells = cells_of(on.shape, spoilt.data(), d) + frame * layer.H;
      std::fill_n(gates, layer.H * 4, NAN);
      std::fill_n(cells, layer.H, NAN);
    }
  }
  ladder->backward(card.stream(), on.call, on.y, card.put(spoilt), on.dy, on.dx, on.gradients);
  const LayerResults expected = reference_results(data);
  expect_close("dx", backend_tolerance(BackendResult::kLayerGradient),
               card.get(on.dx, data.dx.size()), expected.at("dx"));
  expect_close("peephole", backend_tolerance(BackendResult::kWeightGradient),
               card.get(on.gradients[1].peephole, 3 * layer.H), expected.at("peephole1"));
}

// Scratch memory, streams and graphs are used again by layers of other sizes.
TEST_P(LadderTest, OneEngineComputesLayersOfAnySize) {
  Card card(11);
  const auto ladder = engine(card, Precision::kBf16);
  const LayerCase narrow{9, 3, 2, 5, 2, true}, wide{9, 3, 40, 5, 2, true};  // but for C the same
  for (const LayerCase& layer :
       {kCases[2], kCases[5], kCases[2], kCases[8], kCases[3], kCases[1], narrow, wide, narrow}) {
    const LayerData data(layer, static_cast<unsigned>(layer.C));
    Card fresh(12);
    EXPECT_EQ(card_results(card, *ladder, data),
              card_results(fresh, *engine(fresh, Precision::kBf16), data))
        << text_of(layer);
  }
}

// Work queued in the caller's stream may still write to memory from the pool.
TEST_P(LadderTest, MemoryOfThePoolMayStillBeInUse) {
  const LayerData data({9, 3, 4, 5, 2, true});
  const LayerResults expected = reference_results(data);
  Card card(5);
  const auto ladder = engine(card);
  LayerOnCard on(card, data);
  ladder->forward(card.stream(), on.call, on.y, on.tape);
  constexpr std::size_t kLargest = 64 * 256;
  const auto* rubbish = card.put(std::vector<float>(kLargest / sizeof(float), 1e9f));
  std::vector<void*> used;
  for (int n = 0; n < 4; ++n) {
    for (std::size_t bytes = 256; bytes <= kLargest; bytes += 256) {
      used.push_back(card.pool.allocate(bytes));
      card.runtime.copy_on_device(card.stream(), used.back(), rubbish, bytes);
    }
  }
  for (void* memory : used) card.pool.release(memory);
  ladder->backward(card.stream(), on.call, on.y, on.tape, on.dy, on.dx, on.gradients);
  const auto expect = [&](const std::string& name, const float* found) {
    expect_close(name, backend_tolerance(BackendResult::kWeightGradient),
                 card.get(found, expected.at(name).size()), expected.at(name));
  };
  for (int d = 0; d < 2; ++d) {
    expect("weight_input" + std::to_string(d), on.gradients[d].weight_input);
    expect("bias" + std::to_string(d), on.gradients[d].bias);
  }
  expect("dx", on.dx);
}

// If any product is refused (also one of a captured step), no work remains in other streams after
// the caller's stream ends, and the engine can compute again.
TEST_P(LadderTest, WhatAnExceptionLeavesHasJoined) {
  const LayerData data({5, 2, 3, 4, 2, true});
  Card fresh(12);
  const LayerResults expected = card_results(fresh, *engine(fresh), data);
  bool over = false;
  int refused = 0;
  for (int before = 0; !over; before += 1 + before / 4) {
    Card card(static_cast<std::uint64_t>(before + 1));
    const auto ladder = engine(card);
    LayerOnCard on(card, data);
    card.runtime.refuse_product(before);
    try {
      ladder->forward(card.stream(), on.call, on.y, on.tape);
      ladder->backward(card.stream(), on.call, on.y, on.tape, on.dy, on.dx, on.gradients);
      over = true;
    } catch (const OutOfMemory&) {
      ++refused;
    }
    card.runtime.synchronize(card.stream());
    ASSERT_EQ(card.runtime.operations_waiting(), 0u) << "after " << before << " products";
    card.runtime.refuse_product(-1);
    ASSERT_EQ(card_results(card, *ladder, data), expected) << "after " << before << " products";
  }
  EXPECT_GT(refused, 8);
}

INSTANTIATE_TEST_SUITE_P(Rungs, LadderTest, ::testing::Range(0, kRungs - 1), rung_name);

TEST(Ladder, HasEightRungs) {
  Card card;
  EXPECT_THROW(make_lstm_ladder(card.runtime, card.pool, Rung::kResident, Precision::kFp32),
               std::invalid_argument);
  const auto graph = make_lstm_ladder(card.runtime, card.pool, Rung::kGraph, Precision::kTf32);
  EXPECT_EQ(graph->describe({1000, 64, 256, 512, 2}), "7 graph: TF32, input products of 32 steps");
}

}  // namespace
}  // namespace tactus::gpu::test
