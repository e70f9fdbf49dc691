// The calls of the rungs to a card: the table in gpu/lstm/ladder/ladder_rungs.h, counted.
#include <gtest/gtest.h>

#include <algorithm>
#include <functional>
#include <memory>
#include <set>

#include "gpu/lstm/ladder/ladder_rungs.h"
#include "gpu/lstm/ladder/lstm_ladder.h"
#include "tests/gpu/support/lstm_ladder_case.h"

namespace tactus::gpu::test {
namespace {

using Calls = std::vector<RecordedCall>;

int count(const Calls& calls, const std::function<bool(const RecordedCall&)>& which) {
  return static_cast<int>(std::count_if(calls.begin(), calls.end(), which));
}
int products(const Calls& calls) {
  return count(calls, [](const RecordedCall& c) { return c.kind == RecordedCall::kMultiply; });
}
int launches(const Calls& calls) {
  return count(calls, [](const RecordedCall& c) { return c.kind == RecordedCall::kLaunch; });
}
int graphs(const Calls& calls) {
  return count(calls, [](const RecordedCall& c) { return c.kind == RecordedCall::kLaunchGraph; });
}
bool is_step(const RecordedCall& call) {
  return call.kind == RecordedCall::kLaunch &&
         (call.name.find("ForwardStep") != std::string::npos ||
          call.name.find("BackwardStep") != std::string::npos);
}

// The calls of passes over a layer, the second time.
struct PassCalls {
  Calls forward, backward;
};
constexpr int kBlockSteps = 16;
PassCalls calls_of(Rung rung, const LayerCase& layer, int passes_before = 1,
                   std::function<LayerCase(int)> earlier = {}) {
  Card card;
  const auto engine = make_lstm_ladder(card.runtime, card.pool, rung, Precision::kFp32,
                                       kBlockSteps * 4 * layer.B * layer.H);
  PassCalls calls;
  for (int pass = 0; pass <= passes_before; ++pass) {
    const LayerData data(earlier && pass < passes_before ? earlier(pass) : layer);
    LayerOnCard on(card, data);
    card.runtime.clear_calls();
    engine->forward(card.stream(), on.call, on.y, on.tape);
    calls.forward = card.runtime.calls();
    card.runtime.clear_calls();
    engine->backward(card.stream(), on.call, on.y, on.tape, on.dy, on.dx, on.gradients);
    calls.backward = card.runtime.calls();
    card.runtime.synchronize(card.stream());
  }
  return calls;
}

LayerCase one_direction(int steps, bool peepholes = false) {
  return {steps, 2, 3, 4, 1, peepholes};
}

struct StepCount {
  Rung rung;
  int products_forward, products_backward;  // of a step
  int block_forward, block_backward;        // of kBlockSteps steps
  int kernels_forward, kernels_backward, kernels_for_peepholes;
};
const StepCount kCounts[] = {
    {Rung::kPerGate, 8, 16, 0, 0, 18, 16, 6}, {Rung::kCombinedGates, 2, 4, 0, 0, 18, 16, 6},
    {Rung::kStreams, 2, 4, 0, 0, 18, 16, 6},  {Rung::kFusedPointwise, 2, 4, 0, 0, 1, 1, 0},
    {Rung::kTransposed, 2, 4, 0, 0, 1, 1, 0}, {Rung::kBatchedInputs, 1, 1, 1, 3, 1, 1, 0},
    {Rung::kSideBySide, 1, 1, 1, 3, 1, 1, 0}};

// The difference of passes over 32 and 64 steps, so that work done once does not count.
TEST(LadderCalls, AreThoseOfTheTable) {
  const int blocks = 2, steps = blocks * kBlockSteps;
  for (const StepCount& expected : kCounts) {
    SCOPED_TRACE(name_of(expected.rung));
    for (const bool peepholes : {false, true}) {
      const PassCalls fewer = calls_of(expected.rung, one_direction(steps, peepholes)),
                      more = calls_of(expected.rung, one_direction(2 * steps, peepholes));
      EXPECT_EQ(products(more.forward) - products(fewer.forward),
                steps * expected.products_forward + blocks * expected.block_forward);
      // The recurrent gradient of the very first step has no product.
      EXPECT_EQ(products(more.backward) - products(fewer.backward),
                steps * expected.products_backward + blocks * expected.block_backward);
      const int additional = peepholes ? expected.kernels_for_peepholes : 0;
      EXPECT_EQ(launches(more.forward) - launches(fewer.forward),
                steps * (expected.kernels_forward + additional));
      const int sums = expected.rung >= Rung::kBatchedInputs ? blocks : 0;
      EXPECT_EQ(launches(more.backward) - launches(fewer.backward),
                steps * (expected.kernels_backward + additional) + sums);
    }
  }
}

// A captured loop of some length serves all numbers of steps by replays.
TEST(LadderCalls, GraphsAreReplayed) {
  const PassCalls calls = calls_of(Rung::kGraph, one_direction(61), 2, [](int pass) {
    return pass == 0 ? one_direction(16) : one_direction(15);  // captures 16; then 8
  });
  for (const Calls& pass : {calls.forward, calls.backward}) {
    EXPECT_EQ(count(pass, [](const RecordedCall& c) { return c.captured; }), 0);
    EXPECT_EQ(count(pass, is_step), 0);
    EXPECT_EQ(graphs(pass), 3 + 2);  // three blocks of 16 steps, 8 + 5 of the last
  }
  EXPECT_EQ(products(calls.forward), 4);       // one for the inputs of each block
  EXPECT_EQ(products(calls.backward), 4 * 3);  // of each block: two weights, one input
}

// Batches of ever new sizes: each has graphs of its own.
TEST(LadderCalls, GraphsDoNotPileUp) {
  Card card;
  const auto engine = make_lstm_ladder(card.runtime, card.pool, Rung::kGraph, Precision::kFp32);
  std::vector<std::unique_ptr<LayerData>> data;
  std::vector<std::unique_ptr<LayerOnCard>> layers;  // at addresses of their own
  for (int B = 1; B <= 20; ++B) {
    data.push_back(std::make_unique<LayerData>(LayerCase{8, B, 2, 3, 1, false}));
    layers.push_back(std::make_unique<LayerOnCard>(card, *data.back()));
    LayerOnCard& on = *layers.back();
    engine->forward(card.stream(), on.call, on.y, on.tape);
  }
  card.runtime.synchronize(card.stream());
  EXPECT_EQ(card.runtime.graphs(), 16u);
  for (const std::size_t again : {19, 0}) {  // the graph of the first was destroyed
    LayerOnCard& on = *layers[again];
    engine->forward(card.stream(), on.call, on.y, on.tape);
    expect_close("y", backend_tolerance(kind_of("y")), card.get(on.y, data[again]->dy.size()),
                 reference_results(*data[again]).at("y"));
  }
  EXPECT_EQ(card.runtime.graphs(), 16u);
}

TEST(LadderCalls, AGraphHoldsAProductAndAKernelForEachStep) {
  const PassCalls calls = calls_of(Rung::kGraph, one_direction(16), 0);
  for (const Calls& pass : {calls.forward, calls.backward}) {
    const auto captured = [&](RecordedCall::Kind kind) {
      return count(pass, [&](const RecordedCall& c) { return c.captured && c.kind == kind; });
    };
    EXPECT_EQ(captured(RecordedCall::kMultiply), 16);
    EXPECT_EQ(captured(RecordedCall::kLaunch), 17);
    EXPECT_EQ(graphs(pass), 1);
  }
}

std::vector<int> streams_of_steps(const Calls& calls) {
  std::vector<int> streams;
  for (const RecordedCall& call : calls) {
    if (is_step(call)) streams.push_back(call.stream);
  }
  return streams;
}

TEST(LadderCalls, DirectionsFollowEachOtherUntilTheyRunSideBySide) {
  const LayerCase both{20, 2, 3, 4, 2, false};
  for (const Rung rung : {Rung::kBatchedInputs, Rung::kSideBySide}) {
    const PassCalls calls = calls_of(rung, both);
    for (const Calls& pass : {calls.forward, calls.backward}) {
      const std::vector<int> streams = streams_of_steps(pass);
      ASSERT_EQ(streams.size(), 40u);
      const std::set<int> different(streams.begin(), streams.end());
      EXPECT_EQ(different.size(), rung == Rung::kSideBySide ? 2u : 1u);
      for (std::size_t n = 2; n < streams.size(); ++n) EXPECT_EQ(streams[n], streams[n - 2]);
    }
  }
}

TEST(LadderCalls, InputProductsHaveAStreamOfTheirOwnFromRungTwoOn) {
  for (int rung = 0; rung < kRungs - 1; ++rung) {
    const PassCalls calls = calls_of(static_cast<Rung>(rung), one_direction(9));
    std::set<int> of_inputs, of_recurrence;
    for (const RecordedCall& call : calls.forward) {
      if (call.kind != RecordedCall::kMultiply) continue;
      (call.product.k == 3 ? of_inputs : of_recurrence).insert(call.stream);  // C = 3, H = 4
    }
    ASSERT_EQ(of_inputs.size(), 1u);
    if (static_cast<Rung>(rung) == Rung::kGraph) continue;  // a graph hides the recurrence
    EXPECT_EQ(of_inputs == of_recurrence, rung < static_cast<int>(Rung::kStreams)) << rung;
  }
}

TEST(LadderCalls, TheHostNeverWaitsNorTakesMemoryAfterTheFirstPass) {
  for (int rung = 0; rung < kRungs - 1; ++rung) {
    const PassCalls calls = calls_of(static_cast<Rung>(rung), {21, 3, 4, 5, 2, true});
    for (const Calls& pass : {calls.forward, calls.backward}) {
      EXPECT_EQ(
          count(pass, [](const RecordedCall& c) { return c.kind >= RecordedCall::kSynchronize; }),
          0)
          << rung;
    }
  }
}

TEST(LadderCalls, AFinalShortBlockWastesLessThanEightStepsOfAGraph) {
  for (int left = 1; left <= 300; ++left) {
    int remaining = left, wasted = 0;
    while (remaining > 0) {
      const int steps = graph_steps(remaining);
      EXPECT_TRUE(steps >= kShortestGraph && steps <= kLongestGraph) << left;
      wasted = std::max(0, steps - remaining);
      remaining -= steps;
    }
    EXPECT_LT(wasted, kShortestGraph) << left;
  }
}

}  // namespace
}  // namespace tactus::gpu::test
