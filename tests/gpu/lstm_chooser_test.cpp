// The choice for each size and card: it must fit, cover the layer, and not slow down for less work.
// Layers computed by it must be right.
#include "gpu/lstm_chooser.h"

#include <fmt/core.h>
#include <gtest/gtest.h>

#include "gpu/lstm/ladder/lstm_ladder.h"
#include "gpu/runtime/device_throughput.h"
#include "tests/gpu/support/lstm_ladder_case.h"

namespace tactus::gpu::test {
namespace {

constexpr Precision kPrecisions[] = {Precision::kFp32, Precision::kTf32, Precision::kBf16};
constexpr ResidentKernel kKernels[] = {ResidentKernel::kForward, ResidentKernel::kBackward};
constexpr int kHidden[] = {1, 25, 33, 64, 128, 200, 256, 512, 768, 1024};
constexpr int kBatches[] = {1, 8, 16, 32, 64, 110, 512};

LstmShape shape_of(int hidden, int batch, int directions = 2) {
  return {1000, batch, 256, hidden, directions};
}

void expect_fits(EmulatedRuntime& card, Precision precision, ResidentKernel kernel,
                 const LstmShape& shape, const ResidentEstimate& found) {
  const ResidentPlan& plan = found.choice.plan;
  const int width = found.choice.width;
  EXPECT_GE(plan.all_units(), shape.hidden);
  EXPECT_LT((plan.group - 1) * plan.units, shape.hidden) << "a block without units";
  EXPECT_EQ(plan.units % kUnitGroup, 0);
  EXPECT_GE(plan.threads, plan.units * width) << "cells without a thread";
  EXPECT_LE(plan.threads, kResidentThreads);
  EXPECT_GE(plan.slices * plan.chunks * width, shape.batch);
  EXPECT_LT((plan.slices - 1) * plan.chunks * width, shape.batch) << "a group without sequences";
  EXPECT_LE(plan.chunks, kMaxChunks);
  EXPECT_EQ(plan.exchange == Exchange::kNone, plan.group == 1);

  const LaunchShape one = resident_launch(kernel, precision, found.choice, 1);
  const KernelEntry entry = resident_entry(kernel, precision, found.choice);
  EXPECT_LE(one.shared_bytes, card.properties().shared_bytes_per_block);
  const int blocks = card.blocks_per_multiprocessor(entry, one) * card.properties().multiprocessors;
  if (plan.cluster() > 1) {
    EXPECT_EQ(plan.group % plan.cluster(), 0);
    EXPECT_GE(card.clusters_at_once(entry, one) * plan.cluster(), plan.group);
  } else {
    EXPECT_GE(blocks, plan.group) << "a group that does not run at once";
  }
  EXPECT_GT(found.step_us, 0.0);
}

// The largest that fits in every precision.
int largest_hidden(const DeviceProperties& card) {
  return card.compute_capability >= 90 ? 1024 : card.compute_capability >= 80 ? 768 : 256;
}

TEST(LstmChooserTest, WhatIsPickedFitsTheCard) {
  for (const DeviceProperties& properties : {h200_like(), a100_like(), t4_like()}) {
    EmulatedRuntime card(1, properties);
    for (const Precision precision : kPrecisions) {
      for (const ResidentKernel kernel : kKernels) {
        for (const int H : kHidden) {
          for (const int B : kBatches) {
            for (const int D : {1, 2}) {
              SCOPED_TRACE(fmt::format(
                  "{} precision {} {} H{} B{} D{}", properties.name, static_cast<int>(precision),
                  kernel == ResidentKernel::kForward ? "forward" : "backward", H, B, D));
              const LstmShape shape = shape_of(H, B, D);
              const auto found = estimate_resident(card, precision, kernel, shape);
              const bool has_units =
                  properties.compute_capability >= 80 || precision == Precision::kFp32;
              if (has_units && H <= largest_hidden(properties)) {
                ASSERT_TRUE(found.has_value());
              }
              if (found) expect_fits(card, precision, kernel, shape, *found);
              EXPECT_TRUE(has_units || !found.has_value());
            }
          }
        }
      }
    }
  }
}

// Bounds that no division can pass, by the data sheet and by what the exchange must move.
TEST(LstmChooserTest, NoStepIsFasterThanTheCardCanBe) {
  for (const DeviceProperties& properties : {h200_like(), a100_like(), t4_like()}) {
    EmulatedRuntime card(1, properties);
    const double mhz = properties.clock_khz / 1e3, l2_bytes = card_rates(properties).l2_bytes;
    for (const Precision precision : kPrecisions) {
      for (const ResidentKernel kernel : kKernels) {
        for (const int H : kHidden) {
          for (const int B : kBatches) {
            SCOPED_TRACE(fmt::format(
                "{} precision {} {} H{} B{}", properties.name, static_cast<int>(precision),
                kernel == ResidentKernel::kForward ? "forward" : "backward", H, B));
            const auto found = estimate_resident(card, precision, kernel, shape_of(H, B));
            if (!found) continue;
            const double flops = 2.0 * 4 * H * H * B * 2;
            EXPECT_GE(found->step_us, 1e6 * flops / theoretical_flops(properties, precision));
            const ResidentPlan& plan = found->choice.plan;
            if (plan.exchange != Exchange::kWords) continue;
            // Each block reads outputs of all, or sums that as many have written for it.
            const bool forward = kernel == ResidentKernel::kForward;
            const double value = precision == Precision::kBf16 ? 2.0 : 4.0;
            const double bytes = 2.0 * plan.group * plan.parts() * plan.units * value *
                                 (forward ? 1.0 : 2.0) * B * 4 / 3;
            EXPECT_GE(found->step_us * mhz, bytes / l2_bytes);
          }
        }
      }
    }
  }
}

// The highest rates are those of the data sheets: dense TFLOP/s at the clock under which they are
// stated.
TEST(LstmChooserTest, TheRatesAreThoseOfTheDataSheets) {
  struct Card {
    int capability, multiprocessors, clock_khz;
    double fp32, tf32, bf16;
  };
  for (const Card& sheet : {Card{80, 108, 1410000, 19.5, 156, 312},           // A100
                            Card{86, 82, 1695000, 35.6, 35.6, 71.2},          // RTX 3090
                            Card{90, 132, 1830000, 61.8, 495, 989},           // H100 SXM
                            Card{120, 170, 2407000, 104.8, 104.8, 209.5}}) {  // RTX 5090
    const DeviceProperties card{.name = {},
                                .compute_capability = sheet.capability,
                                .multiprocessors = sheet.multiprocessors,
                                .clock_khz = sheet.clock_khz};
    const auto tera = [&](Precision precision) {
      return 1e-12 * theoretical_flops(card, precision);
    };
    EXPECT_NEAR(tera(Precision::kFp32) / sheet.fp32, 1.0, 0.02) << sheet.capability;
    EXPECT_NEAR(tera(Precision::kTf32) / sheet.tf32, 1.0, 0.02) << sheet.capability;
    EXPECT_NEAR(tera(Precision::kBf16) / sheet.bf16, 1.0, 0.02) << sheet.capability;
  }
}

TEST(LstmChooserTest, LessWorkIsNotSlower) {
  EmulatedRuntime card;
  const auto step_us = [&](Precision precision, ResidentKernel kernel, int H, int B, int D = 2) {
    return estimate_resident(card, precision, kernel, shape_of(H, B, D))->step_us;
  };
  for (const Precision precision : kPrecisions) {
    for (const ResidentKernel kernel : kKernels) {
      double smaller = 0.0;
      for (const int H : {64, 128, 256, 512, 1024}) {
        const double time = step_us(precision, kernel, H, 16);
        EXPECT_GE(time, smaller) << "H " << H;
        smaller = time;
      }
      double fewer = 0.0;
      for (int B = 1; B <= 64; B += 3) {
        const double time = step_us(precision, kernel, 256, B);
        EXPECT_GE(time, fewer) << "B " << B;
        EXPECT_GE(time, step_us(precision, kernel, 256, B, 1)) << "one direction, B " << B;
        fewer = time;
      }
    }
  }
  EXPECT_LT(step_us(Precision::kBf16, ResidentKernel::kForward, 512, 64),
            step_us(Precision::kTf32, ResidentKernel::kForward, 512, 64));
}

// The sizes that the design aims at: a change of the model that loses them fails here.
TEST(LstmChooserTest, SmallLayersNeedNoOthersAndLargeOnesTakeClusters) {
  EmulatedRuntime hopper, turing(1, t4_like());
  const auto plan = [](EmulatedRuntime& card, int H, int B) {
    return estimate_resident(card, Precision::kFp32, ResidentKernel::kForward, shape_of(H, B))
        ->choice.plan;
  };
  EXPECT_EQ(plan(hopper, 64, 16).exchange, Exchange::kNone);
  EXPECT_EQ(plan(hopper, 256, 16).exchange, Exchange::kCluster);
  EXPECT_EQ(plan(hopper, 1024, 1).exchange, Exchange::kWords);
  EXPECT_EQ(plan(turing, 256, 1).exchange, Exchange::kWords);
}

// Weights of 288 KB a block: with 12 tiles in the registers of each warp the rest fits.
TEST(LstmChooserTest, ALayerOf768FitsOneClusterInBf16) {
  EmulatedRuntime card;
  for (const ResidentKernel kernel : kKernels) {
    ResidentChoice choice{.plan = {}, .width = 8, .register_tiles = 12};
    choice.plan.exchange = Exchange::kCluster;
    choice.plan.group = 16;
    choice.plan.units = 48;
    choice.plan.threads = 384;
    EXPECT_GE(resident_groups_at_once(card, kernel, Precision::kBf16, choice), 7);
    choice.register_tiles = 8;
    EXPECT_EQ(resident_groups_at_once(card, kernel, Precision::kBf16, choice), 0);
  }
}

// The aim of the design: at most 4 microseconds for a step of training.
TEST(LstmChooserTest, AStepOfTrainingOf768UnitsIsExpectedWithin4Microseconds) {
  EmulatedRuntime card;
  double us = 0.0;
  for (const ResidentKernel kernel : kKernels)
    us += estimate_resident(card, Precision::kBf16, kernel, shape_of(768, 16, 1))->step_us;
  EXPECT_LT(us * card.properties().clock_khz / 1.83e6, 4.0);  // at the clock of the data sheet
}

TEST(LstmChooserTest, ADivisionThatTheCardFailsAtIsLeftOutAndSaid) {
  Card card;
  card.runtime.fail_clusters_of(16);
  const auto engine = make_lstm_engine(card.runtime, card.pool, Precision::kFp32);
  const std::string text = engine->describe(shape_of(256, 16));
  EXPECT_EQ(text.find("clusters of 16"), std::string::npos) << text;
  EXPECT_NE(text.find("left out after: no answer about clusters"), std::string::npos) << text;
}

TEST(LstmChooserTest, TheGraphIsTakenWhereNothingFits) {
  Card card(1, t4_like());
  const auto engine = make_lstm_engine(card.runtime, card.pool, Precision::kFp32, Rung::kResident);
  EXPECT_NE(engine->describe(shape_of(2000, 1)).find("forward 7 graph"), std::string::npos)
      << engine->describe(shape_of(2000, 1));
  EXPECT_NE(engine->describe(shape_of(64, 1)).find("forward 8 resident"), std::string::npos)
      << engine->describe(shape_of(64, 1));
}

TEST(LstmChooserTest, ARungThatIsAskedForIsTaken) {
  Card card;
  const auto engine = make_lstm_engine(card.runtime, card.pool, Precision::kFp32, Rung::kStreams);
  EXPECT_EQ(engine->describe(shape_of(64, 1)).substr(0, 9), "2 streams");
}

TEST(LstmChooserTest, LayersAreComputedAsPicked) {
  for (const DeviceProperties& properties : {h200_like(), a100_like(), t4_like()}) {
    for (const LayerCase& layer :
         {LayerCase{5, 3, 3, 9, 2, true}, {3, 5, 2, 70, 2, false}, {4, 2, 2, 40, 1, true}}) {
      const LayerData data(layer);
      Card card(3, properties);
      const auto engine = make_lstm_engine(card.runtime, card.pool, Precision::kFp32);
      const LayerResults found = card_results(card, *engine, data);
      for (const auto& [name, values] : reference_results(data)) {
        expect_close(fmt::format("{} {} {}", properties.name, engine->describe(data.shape()), name),
                     backend_tolerance(kind_of(name)), found.at(name), values);
      }
      const auto& calls = card.runtime.calls();
      EXPECT_TRUE(std::any_of(calls.begin(), calls.end(), [](const RecordedCall& call) {
        return call.name.find("ResidentBackward") != std::string::npos;
      }));
    }
  }
}

// Each way can read the tape of the other.
TEST(LstmChooserTest, PassesOfALayerMayBeComputedInDifferentWays) {
  const LayerData data({6, 3, 3, 9, 2, true});
  const LayerResults expected = reference_results(data);
  for (const bool resident_first : {false, true}) {
    Card card(9);
    const auto resident =
        make_lstm_engine(card.runtime, card.pool, Precision::kFp32, Rung::kResident);
    const auto ladder = make_lstm_ladder(card.runtime, card.pool, Rung::kGraph, Precision::kFp32);
    LayerOnCard on(card, data);
    (resident_first ? resident : ladder)->forward(card.stream(), on.call, on.y, on.tape);
    (resident_first ? ladder : resident)
        ->backward(card.stream(), on.call, on.y, on.tape, on.dy, on.dx, on.gradients);
    expect_close("dx", backend_tolerance(BackendResult::kLayerGradient),
                 card.get(on.dx, data.dx.size()), expected.at("dx"));
    expect_close("weights", backend_tolerance(BackendResult::kWeightGradient),
                 card.get(on.gradients[1].weight_recurrent, data.gradients[1][1].size()),
                 expected.at("weight_recurrent1"));
    expect_close("peepholes", backend_tolerance(BackendResult::kWeightGradient),
                 card.get(on.gradients[1].peephole, data.gradients[1][3].size()),
                 expected.at("peephole1"));
  }
}

}  // namespace
}  // namespace tactus::gpu::test
