// Stacks of layers: a wavefront if all go forward in time, else one after the other.
#include <fmt/core.h>
#include <gtest/gtest.h>

#include <algorithm>

#include "gpu/lstm/ladder/ladder_rungs.h"
#include "gpu/lstm/ladder/lstm_ladder.h"
#include "model/backend/checked_backend.h"
#include "tests/gpu/support/lstm_ladder_case.h"

namespace tactus::gpu::test {
namespace {

struct StackLayer {
  int hidden, directions;
};

// The outputs of all layers, by the reference or a card.
class Stack {
 public:
  Stack(int T, int B, int C, const std::vector<StackLayer>& layers) {
    int input = C;
    for (const StackLayer& layer : layers) {
      data_.emplace_back(LayerCase{T, B, input, layer.hidden, layer.directions, true},
                         static_cast<unsigned>(17 * data_.size()));
      input = layer.hidden * layer.directions;
    }
  }

  std::vector<std::vector<double>> expected() const {
    std::vector<std::vector<double>> outputs;
    std::vector<float> x = data_[0].x;
    for (LayerData layer : data_) {
      layer.x = x;
      outputs.push_back(reference_results(layer).at("y"));
      x.assign(outputs.back().begin(), outputs.back().end());
    }
    return outputs;
  }

  std::vector<std::vector<double>> on_card(Card& card, LstmEngine& engine, bool training) const {
    std::vector<LstmStackLayer> layers;
    std::vector<LayerOnCard> on;
    for (const LayerData& layer : data_) {
      on.emplace_back(card, layer);
      layers.push_back({layer.shape(), on.back().call.weights, on.back().y,
                        training ? on.back().tape : nullptr});
    }
    card.runtime.clear_calls();
    engine.stack_forward(card.stream(), on[0].call.lengths, on[0].call.x, layers);
    calls = card.runtime.calls();
    std::vector<std::vector<double>> outputs;
    for (std::size_t n = 0; n < on.size(); ++n) {
      outputs.push_back(card.get(on[n].y, data_[n].dy.size()));
      if (training) outputs.push_back(card.get(on[n].tape, tape_end(data_[n].shape())));
    }
    return outputs;
  }
  // The calls of the last on_card.
  mutable std::vector<RecordedCall> calls;

 private:
  static std::size_t tape_end(const LstmShape& s) { return frames_of(s) * s.hidden * 5; }
  std::vector<LayerData> data_;
};

std::unique_ptr<LstmEngine> engine_of(Card& card, Rung rung, Precision precision) {
  return make_lstm_ladder(card.runtime, card.pool, rung, precision, 300);
}

const std::vector<StackLayer> kStacks[] = {
    {{5, 1}, {5, 1}, {3, 1}}, {{4, 1}, {6, 1}, {3, 2}, {4, 1}}, {{3, 2}, {3, 2}}, {{4, 1}}};

TEST(LadderStack, EveryLayerEqualsTheReference) {
  for (const Rung rung :
       {Rung::kFusedPointwise, Rung::kBatchedInputs, Rung::kSideBySide, Rung::kGraph}) {
    for (const auto& layers : kStacks) {
      for (const int T : {1, 8, 45}) {
        const Stack stack(T, 3, 4, layers);
        Card card(static_cast<std::uint64_t>(T));
        const auto engine = engine_of(card, rung, Precision::kFp32);
        const auto expected = stack.expected(), found = stack.on_card(card, *engine, false);
        const Tolerance allowed = backend_tolerance(BackendResult::kLayerOutput);
        for (std::size_t n = 0; n < expected.size(); ++n) {
          ASSERT_EQ(found[n].size(), expected[n].size());
          for (std::size_t i = 0; i < expected[n].size(); ++i) {
            ASSERT_NEAR(found[n][i], expected[n][i],
                        std::max(allowed.absolute, allowed.relative * std::abs(expected[n][i])))
                << name_of(rung) << " T" << T << " layer " << n << " element " << i;
          }
        }
      }
    }
  }
}

// Outputs and tapes are bit by bit those of one layer after another, under any schedule.
TEST(LadderStack, AWavefrontChangesNothing) {
  const Stack stack(45, 3, 4, kStacks[0]);
  for (const Precision precision : {Precision::kFp32, Precision::kBf16}) {
    Card plain;
    const auto expected =
        stack.on_card(plain, *engine_of(plain, Rung::kBatchedInputs, precision), true);
    for (const Rung rung : {Rung::kSideBySide, Rung::kGraph}) {
      for (std::uint64_t seed = 1; seed <= 5; ++seed) {
        Card card(seed);
        const auto engine = engine_of(card, rung, precision);
        EXPECT_EQ(stack.on_card(card, *engine, true), expected) << name_of(rung) << seed;
        EXPECT_EQ(stack.on_card(card, *engine, true), expected)
            << name_of(rung) << seed << " again";
      }
    }
  }
}

// Layer 1 begins when layer 0 has done one block, not all.
TEST(LadderStack, LayersFollowEachOtherBlockByBlock) {
  const Stack stack(40, 2, 4, kStacks[0]);
  Card card;
  stack.on_card(card, *engine_of(card, Rung::kSideBySide, Precision::kFp32), false);
  std::map<int, int> steps_done;  // of a stream
  std::vector<int> order;         // of streams as they begin
  std::vector<int> before;        // steps done by the stream before, at the beginning
  for (const RecordedCall& call : stack.calls) {
    if (call.name.find("ForwardStep") == std::string::npos) continue;
    if (steps_done.count(call.stream) == 0) {
      before.push_back(order.empty() ? 0 : steps_done[order.back()]);
      order.push_back(call.stream);
    }
    ++steps_done[call.stream];
  }
  EXPECT_EQ(before, (std::vector<int>{0, kShortestGraph, kShortestGraph}));
  for (const auto& [stream, steps] : steps_done) EXPECT_EQ(steps, 40);
}

TEST(LadderStack, WhatAnExceptionLeavesOfAWavefrontHasJoined) {
  const Stack stack(20, 2, 4, kStacks[0]);
  for (const Rung rung : {Rung::kSideBySide, Rung::kGraph}) {
    Card fresh;
    const auto expected = stack.on_card(fresh, *engine_of(fresh, rung, Precision::kFp32), false);
    bool over = false;
    int refused = 0;
    for (int before = 0; !over; before += 1 + before / 4) {
      Card card(static_cast<std::uint64_t>(before + 1));
      const auto engine = engine_of(card, rung, Precision::kFp32);
      card.runtime.refuse_product(before);
      try {
        stack.on_card(card, *engine, false);
        over = true;
      } catch (const OutOfMemory&) {
        ++refused;
      }
      card.runtime.synchronize(card.stream());
      ASSERT_EQ(card.runtime.operations_waiting(), 0u) << name_of(rung) << " after " << before;
      card.runtime.refuse_product(-1);
      ASSERT_EQ(stack.on_card(card, *engine, false), expected) << name_of(rung) << before;
    }
    EXPECT_GT(refused, 8) << name_of(rung);
  }
}

TEST(LadderStack, BlocksOfAWavefrontFitItsLength) {
  EXPECT_EQ(wavefront_steps(100, 4), 8);
  EXPECT_EQ(wavefront_steps(1000, 4), 32);
  EXPECT_EQ(wavefront_steps(10000, 2), kLongestGraph);
  EXPECT_EQ(wavefront_steps(1, 3), kShortestGraph);
}

}  // namespace
}  // namespace tactus::gpu::test
