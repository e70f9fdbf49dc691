#include "tests/gpu/ptx/ptx_thread.h"

#include <gtest/gtest.h>

#include <chrono>
#include <cmath>
#include <cstring>
#include <limits>
#include <string>
#include <utility>

#include "gpu/runtime/kernel_entry.h"
#include "tests/gpu/emulation/emulated_runtime.h"
#include "tests/gpu/lost_wait_kernels.h"

namespace tactus::gpu::test {
namespace {

// What translated PTX could do wrong.
struct Wrong {
  static constexpr int kMaxThreads = 32;
  enum Kind { kLostWord, kNotMapped, kTwoBlocks, kBeyondShared, kUnaligned, kSomeOfAWarp, kTrap };
  struct Params {
    Kind kind;
  };
  static void run(EmulatedThread& thread, const void* params) {
    PtxThread t(thread, params);
    alignas(16) static const std::byte kNever[16] = {};
    switch (static_cast<const Params*>(params)->kind) {
      case kLostWord:
        while (t.load_word(kNever).high == 0) {
        }
        break;
      case kNotMapped:
        return t.store_remote<1>(0, {{7}});
      case kTwoBlocks:
        return t.send<1>(t.mapped(16, 0), t.mapped(0, 1), {{7}});
      case kBeyondShared:
        return store(t.shared_at(64, 4), Row<float, 1>{{1.0f}});
      case kUnaligned:
        return store(t.shared_at(4, 8), Row<float, 2>{{1.0f, 2.0f}});
      case kSomeOfAWarp:
        t.shuffle_xor(1, 1, 31, 0xffff);
        break;
      case kTrap:
        t.trap();
    }
  }
};
const EmulatedKernel kWrong = {&Wrong::run, sizeof(Wrong::Params)};

}  // namespace
}  // namespace tactus::gpu::test

template <>
tactus::gpu::KernelEntry tactus::gpu::kernel_entry<tactus::gpu::test::Wrong>() {
  return {"Wrong", &tactus::gpu::test::kWrong, 32};
}

namespace tactus::gpu::test {
namespace {

TEST(PtxValues, KeepTheirBitsInInstructionsOfOtherTypes) {
  EXPECT_EQ(get<float>(std::uint32_t{0x3f800000}), 1.0f);
  EXPECT_EQ(get<std::int32_t>(std::uint32_t{0xffffffff}), -1);
  EXPECT_EQ(get<std::uint64_t>(std::int32_t{-1}), 0xffffffffffffffffu);
  EXPECT_EQ(get<std::uint8_t>(std::int64_t{0x1ff}), 0xff);
  EXPECT_EQ((low_half<std::uint32_t>(std::uint64_t{0x100000002})), 2u);
  EXPECT_EQ((high_half<std::uint32_t>(std::uint64_t{0x100000002})), 1u);
  EXPECT_EQ((joined<std::uint64_t>(std::uint32_t{2}, std::uint32_t{1})), 0x100000002u);
}

TEST(PtxValues, ShiftsBeyondTheWidthAreThoseOfTheCard) {
  EXPECT_EQ(shift_left(std::uint32_t{1}, 32), 0u);
  EXPECT_EQ(shift_right(std::uint32_t{0x80000000}, 33), 0u);
  EXPECT_EQ(shift_right(std::int32_t{-8}, 99), -1);
  EXPECT_EQ(insert_bits(std::uint32_t{0xff}, std::uint32_t{0}, 4, 8), 0xff0u);
  EXPECT_EQ(insert_bits(std::uint32_t{0}, std::uint32_t{0xffffffff}, 28, 8), 0x0fffffffu);
}

TEST(PtxValues, RoundInTheDirectionOfTheInstruction) {
  const float tiny = std::ldexp(1.0f, -30);
  EXPECT_EQ(add_towards_zero(1.0f, -tiny), std::nextafter(1.0f, 0.0f));
  EXPECT_EQ(add_towards_zero(-1.0f, tiny), std::nextafter(-1.0f, 0.0f));
  EXPECT_EQ(add_towards_zero(1.0f, tiny), 1.0f);
  EXPECT_EQ(fma_downwards(1.0f, 1.0f, -tiny), std::nextafter(1.0f, 0.0f));
  EXPECT_EQ(fma_downwards(-1.0f, 1.0f, -tiny), std::nextafter(-1.0f, -2.0f));
  EXPECT_EQ(saturated(std::numeric_limits<float>::quiet_NaN()), 0.0f);
  EXPECT_EQ(to_integer<std::int32_t>(3e9f), std::numeric_limits<std::int32_t>::max());
}

// What the emulation says of a launch.
template <class Kernel, class MakeParams>
std::string fault_of(const LaunchShape& shape, const MakeParams& make_params) {
  EmulatedRuntime runtime(1, h200_like());
  const OwnedStream stream(runtime, runtime.create_stream(false));
  try {
    launch<Kernel>(runtime, stream.get(), shape, make_params(runtime));
    runtime.synchronize(stream.get());
  } catch (const EmulationFault& fault) {
    return fault.what();
  }
  return "none";
}

TEST(PtxThread, WhatACardWouldNotBearIsAFault) {
  PtxThread::patience = std::chrono::milliseconds(10);
  const std::pair<Wrong::Kind, const char*> all[] = {
      {Wrong::kLostWord, "waits for a word that nobody sends"},
      {Wrong::kNotMapped, "shared::cluster at 0x0, which mapa did not make"},
      {Wrong::kTwoBlocks, "st.async to one block with a barrier of another"},
      {Wrong::kBeyondShared, "shared memory at 0x40, of 64 bytes"},
      {Wrong::kUnaligned, "8 bytes of shared memory at 4, no multiple"},
      {Wrong::kSomeOfAWarp, "shfl among some threads of a warp"},
      {Wrong::kTrap, "trap"}};
  for (const auto& [kind, expected] : all) {
    const std::string found =
        fault_of<Wrong>({2, 32, 64, 2}, [&](Runtime&) { return Wrong::Params{kind}; });
    EXPECT_NE(found.find("kernel Wrong"), std::string::npos) << found;
    EXPECT_NE(found.find(expected), std::string::npos) << found;
  }
  PtxThread::patience = std::chrono::seconds(60);
}

TEST(PtxThread, AWaitThatDoesNotEndReportsItselfAndTraps) {
  const std::string word = fault_of<LostWord>({2, 32, 0, 1, true}, [](Runtime& runtime) {
    void* words = runtime.allocate(32 * sizeof(TaggedWord));
    std::memset(words, 0, 32 * sizeof(TaggedWord));
    return LostWord::Params{static_cast<TaggedWord*>(words)};
  });
  EXPECT_NE(word.find("trap: block 1 thread 5 waits for tag 7 of its word 0, which has tag 0"),
            std::string::npos)
      << word;
  const std::string bytes = fault_of<LostBytes>({2, 32, sizeof(LostBytes::Shared), 2},
                                                [](Runtime&) { return LostBytes::Params{}; });
  EXPECT_NE(bytes.find("trap: block 1 thread 5 waits for phase 0 of the barrier at byte 0"),
            std::string::npos)
      << bytes;
}

}  // namespace
}  // namespace tactus::gpu::test
