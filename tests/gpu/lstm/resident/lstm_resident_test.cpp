// Rung 8 against the reference: every way to divide the work at awkward sizes, on the emulation
// under any order that the card allows, and on a card (cuda_tests).
#include "gpu/lstm/resident/lstm_resident.h"

#include <fmt/core.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <utility>

#include "gpu/prediction/predicted_card.h"
#include "tests/gpu/support/layer_case.h"
#include "tests/gpu/support/test_card.h"

namespace tactus::gpu::test {
namespace {

// Division of a layer; units and slices follow from its size.
struct Division {
  Exchange exchange = Exchange::kNone;
  int group = 1, chunks = 1, threads = 0, width = 0;
  int gathered = 1, register_tiles = 8;
};

ResidentChoice choice_of(const Division& d, const LstmShape& shape) {
  ResidentChoice choice;
  choice.width = d.width;
  choice.plan.exchange = d.exchange;
  choice.register_tiles = d.register_tiles;
  choice.plan.group = d.group;
  choice.plan.gathered = d.gathered;
  choice.plan.chunks = d.chunks;
  choice.plan.threads = d.threads;
  choice.plan.units = ceil_div(ceil_div(shape.hidden, d.group), kUnitGroup) * kUnitGroup;
  choice.plan.slices = ceil_div(shape.batch, d.chunks * d.width);
  return choice;
}

struct ResidentCase {
  Precision precision;
  LayerCase layer;
  Division forward, backward;
};

std::unique_ptr<LstmEngine> engine_of(LayerCard& card, const ResidentCase& c,
                                      std::size_t block_sums = kResidentBlockSums) {
  return make_lstm_resident(
      card.runtime(), card.pool(), c.precision,
      [c](ResidentKernel kernel, const LstmShape& shape) {
        return choice_of(kernel == ResidentKernel::kForward ? c.forward : c.backward, shape);
      },
      block_sums);
}

void PrintTo(const ResidentCase& c, std::ostream* os) {
  const LayerCase& l = c.layer;
  const LstmShape shape{l.T, l.B, l.C, l.H, l.D};
  *os << text_of(l) << " " << describe(choice_of(c.forward, shape), l.D) << "; "
      << describe(choice_of(c.backward, shape), l.D);
}

constexpr Exchange kNone = Exchange::kNone, kCluster = Exchange::kCluster,
                   kWords = Exchange::kWords;

// Units that do not fill a block or a tile of K, row groups for which there are too few warps,
// tiles in shared memory, parts of K, slices that the batch does not fill. Some are small enough
// for ThreadSanitizer, which makes every thread one of the host.
const ResidentCase kCases[] = {
    {Precision::kFp32, {1, 1, 1, 1, 1, false}, {kNone, 1, 1, 64, 1}, {kNone, 1, 1, 32, 1}},
    {Precision::kFp32, {6, 3, 2, 7, 2, true}, {kNone, 1, 1, 64, 4}, {kNone, 1, 1, 64, 4}},
    {Precision::kFp32, {5, 3, 2, 8, 2, true}, {kNone, 1, 2, 32, 1}, {kNone, 1, 3, 64, 1}},
    {Precision::kFp32, {5, 9, 3, 33, 2, true}, {kCluster, 2, 2, 96, 4}, {kCluster, 4, 1, 64, 4}},
    {Precision::kFp32, {4, 2, 2, 33, 1, false}, {kCluster, 8, 1, 64, 1}, {kCluster, 8, 2, 64, 1}},
    {Precision::kFp32, {4, 8, 2, 40, 2, false}, {kWords, 2, 1, 128, 4}, {kWords, 4, 2, 64, 4}},
    {Precision::kFp32, {3, 5, 2, 130, 1, true}, {kCluster, 2, 1, 288, 4}, {kWords, 2, 1, 288, 4}},
    {Precision::kFp32, {4, 2, 2, 13, 1, true}, {kCluster, 2, 1, 64, 1}, {kWords, 2, 2, 64, 1}},
    {Precision::kFp32, {4, 3, 2, 13, 1, true}, {kWords, 2, 1, 32, 4}, {kCluster, 2, 1, 64, 4}},
    {Precision::kTf32, {4, 3, 2, 24, 1, true}, {kCluster, 3, 1, 64, 8}, {kWords, 3, 1, 64, 8}},
    {Precision::kBf16, {4, 9, 2, 13, 1, true}, {kWords, 2, 2, 64, 8}, {kCluster, 2, 2, 64, 8}},
    {Precision::kBf16, {4, 3, 2, 24, 1, true}, {kCluster, 3, 1, 96, 8}, {kCluster, 3, 1, 64, 8}},
    {Precision::kTf32, {4, 8, 2, 16, 2, false}, {kNone, 1, 1, 128, 8}, {kNone, 1, 1, 128, 8}},
    {Precision::kTf32, {5, 17, 3, 33, 2, true}, {kCluster, 2, 2, 192, 8}, {kCluster, 4, 1, 128, 8}},
    {Precision::kTf32, {3, 3, 2, 40, 1, true}, {kWords, 4, 1, 128, 8}, {kWords, 2, 1, 192, 8}},
    {Precision::kBf16, {4, 8, 2, 16, 2, false}, {kNone, 1, 1, 128, 8}, {kNone, 1, 1, 128, 8}},
    {Precision::kBf16, {6, 17, 3, 33, 2, true}, {kCluster, 4, 2, 128, 8}, {kCluster, 2, 3, 192, 8}},
    {Precision::kBf16, {3, 9, 2, 64, 1, true}, {kWords, 8, 1, 64, 8}, {kWords, 2, 2, 256, 8}},
    {Precision::kBf16,
     {4, 3, 2, 168, 1, false},
     {kCluster, 8, 1, 192, 8},
     {kCluster, 8, 1, 192, 8}},
    // Clusters that collect gate gradients.
    {Precision::kFp32, {6, 3, 2, 32, 1, true}, {kWords, 4, 1, 32, 1}, {kWords, 4, 3, 32, 1, 2}},
    {Precision::kFp32, {5, 9, 2, 60, 2, true}, {kWords, 4, 1, 64, 4}, {kWords, 8, 2, 32, 4, 4}},
    {Precision::kTf32, {5, 9, 2, 48, 1, true}, {kWords, 2, 2, 192, 8}, {kWords, 6, 2, 64, 8, 2}},
    {Precision::kBf16, {7, 17, 2, 64, 1, true}, {kWords, 4, 1, 128, 8}, {kWords, 8, 3, 64, 8, 4}},
    {Precision::kBf16, {5, 8, 2, 128, 2, true}, {kWords, 4, 1, 256, 8}, {kWords, 16, 1, 64, 8, 2}},
    // Many blocks, as where a group takes a fourth or half of a card.
    {Precision::kFp32, {2, 1, 2, 264, 1, true}, {kWords, 33, 1, 32, 1}, {kWords, 33, 1, 32, 1}},
    {Precision::kFp32, {2, 1, 2, 528, 1, false}, {kWords, 66, 1, 32, 1}, {kWords, 66, 1, 32, 1, 2}},
    // 12 tiles of weights in registers: some in shared memory, all, and more than there are.
    {Precision::kBf16,
     {2, 3, 2, 400, 1, true},
     {kCluster, 16, 1, 256, 8, 1, 12},
     {kCluster, 16, 1, 256, 8, 1, 12}},
    {Precision::kBf16,
     {4, 9, 2, 96, 1, true},
     {kCluster, 2, 2, 384, 8, 1, 12},
     {kWords, 4, 2, 192, 8, 2, 12}},
};

// Threads of the larger launch.
[[maybe_unused]] int threads_of(const ResidentCase& c) {
  const LayerCase& l = c.layer;
  int most = 0;
  for (const Division& d : {c.forward, c.backward}) {
    const ResidentPlan plan = choice_of(d, LstmShape{l.T, l.B, l.C, l.H, l.D}).plan;
    most = std::max(most, l.D * plan.slices * plan.group * plan.threads);
  }
  return most;
}

// Why the card cannot run both divisions; empty: it can.
std::string why_impossible(Runtime& runtime, const ResidentCase& c) {
  const LayerCase& l = c.layer;
  const LstmShape shape{l.T, l.B, l.C, l.H, l.D};
  if (c.precision != Precision::kFp32 && runtime.properties().compute_capability < 80)
    return "TF32 and bf16 need sm_80";
  for (const auto& [kernel, division] : {std::pair(ResidentKernel::kForward, c.forward),
                                         std::pair(ResidentKernel::kBackward, c.backward)}) {
    const ResidentChoice choice = choice_of(division, shape);
    if (resident_groups_at_once(runtime, kernel, c.precision, choice) == 0)
      return runtime.properties().name + " has no room for " + describe(choice, l.D);
  }
  return "";
}

class ResidentTest : public ::testing::TestWithParam<ResidentCase> {
 protected:
  void SetUp() override {
    TACTUS_CARD_OR_SKIP();
    const std::string impossible = why_impossible(*make_test_runtime(), GetParam());
    if (!impossible.empty()) GTEST_SKIP() << impossible;
#if defined(__SANITIZE_THREAD__)
    if (threads_of(GetParam()) > 512) GTEST_SKIP() << "minutes under ThreadSanitizer";
#endif
  }
};

// Factors of 11 and 8 bits: the errors of products of random numbers, through the steps.
double allowed_distance(Precision precision) {
  return precision == Precision::kTf32 ? 1.5e-3 : 1.2e-2;
}

void expect_the_reference(const ResidentCase& c) {
  const LayerData data(c.layer);
  const LayerResults expected = reference_results(data);
  LayerCard card(make_test_runtime(7));
  const LayerResults found = card_results(card, *engine_of(card, c), data);
  for (const auto& [name, values] : expected) {
    if (c.precision == Precision::kFp32) {
      expect_close(name, backend_tolerance(kind_of(name)), found.at(name), values);
    } else if (!values.empty()) {
      EXPECT_LT(distance(found.at(name), values), allowed_distance(c.precision)) << name;
      EXPECT_GT(distance(found.at(name), values), 1e-6) << name << ": computed in fp32";
    }
  }
  EXPECT_EQ(found.at("y, inference"), found.at("y"));
}

TEST_P(ResidentTest, EqualsTheReference) {
  expect_the_reference(GetParam());
}

TEST_P(ResidentTest, NoScheduleChangesABit) {
  const LayerData data(GetParam().layer);
  LayerResults first;
  for (std::uint64_t seed = 1; seed <= 3; ++seed) {
    LayerCard card(make_test_runtime(seed));
    const LayerResults found = card_results(card, *engine_of(card, GetParam()), data);
    if (seed == 1) first = found;
    EXPECT_EQ(found, first) << "seed " << seed;
  }
}

TEST_P(ResidentTest, BlocksOfTimeChangeNothing) {
  const LayerData data(GetParam().layer);
  const LstmShape shape = data.shape();
  std::vector<double> whole;
  for (const int frames : {shape.steps, 2, 1}) {
    LayerCard card(make_test_runtime(5));
    LayerOnCard on(card, data);
    engine_of(card, GetParam(), std::size_t{4} * frames * shape.batch * shape.hidden)
        ->forward(card.stream(), on.call, on.y, nullptr);
    const std::vector<double> y = card.get(on.y, data.dy.size());
    if (whole.empty()) whole = y;
    EXPECT_EQ(y, whole) << frames << " frames at once";
  }
}

// Backward passes of two layers, one after the other.
std::array<LayerResults, 2> two_layers(LayerCard& card, const ResidentCase& c, bool with_side) {
  const LayerData data[] = {LayerData(c.layer, 1), LayerData(c.layer, 40)};
  const auto engine = engine_of(card, c);
  LayerOnCard layers[] = {{card, data[0]}, {card, data[1]}};
  SideStream side(card.runtime());
  for (LayerOnCard& on : layers) {
    if (with_side) on.call.side = &side;
    engine->forward(card.stream(), on.call, on.y, on.tape);
  }
  for (LayerOnCard& on : layers) {
    engine->backward(card.stream(), on.call, on.y, on.tape, on.dy, on.dx, on.gradients);
  }
  EXPECT_EQ(side.is_busy(), with_side);
  side.join(card.stream());
  std::array<LayerResults, 2> results;
  for (int n = 0; n < 2; ++n) add_gradients(card, layers[n], data[n], results[n]);
  return results;
}

TEST_P(ResidentTest, ASideStreamChangesNothing) {
  LayerCard plain(make_test_runtime(1));
  const auto expected = two_layers(plain, GetParam(), false);
  for (std::uint64_t seed = 1; seed <= 2; ++seed) {
    LayerCard card(make_test_runtime(seed));
    EXPECT_EQ(two_layers(card, GetParam(), true), expected) << "seed " << seed;
  }
}

INSTANTIATE_TEST_SUITE_P(Divisions, ResidentTest, ::testing::ValuesIn(kCases),
                         [](const auto& info) { return fmt::format("Case{}", info.index); });

// cuDNN's best case, as the model divides it on an H200. gpu/RESULTS.md says what it needs.
TEST(ResidentBestCase, EqualsTheReference) {
  TACTUS_CARD_OR_SKIP();
#if defined(__SANITIZE_THREAD__) || defined(__SANITIZE_ADDRESS__)
  GTEST_SKIP() << "37,000 threads are too many under a sanitizer";
#endif
  const KnownCard& h200 = *std::ranges::find(known_cards(), "h200", &KnownCard::name);
  const LstmShape shape{2, 16, 2, 768, 1};
  const auto planned = [&](ResidentKernel kernel) {
    const ResidentChoice choice =
        estimate_resident(*predicted_card(h200.properties), Precision::kBf16, kernel, shape)
            ->choice;
    const ResidentPlan& plan = choice.plan;
    return Division{plan.exchange, plan.group,    plan.chunks,          plan.threads,
                    choice.width,  plan.gathered, choice.register_tiles};
  };
  const ResidentCase best{Precision::kBf16,
                          {2, 16, 2, 768, 1, false},
                          planned(ResidentKernel::kForward),
                          planned(ResidentKernel::kBackward)};
  SCOPED_TRACE(testing::PrintToString(best));
  const std::string impossible = why_impossible(*make_test_runtime(), best);
  if (!impossible.empty()) GTEST_SKIP() << impossible;
  expect_the_reference(best);
}

}  // namespace
}  // namespace tactus::gpu::test
