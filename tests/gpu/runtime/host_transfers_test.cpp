// Copies that fail because no more memory can be pinned leave a consistent state.
#include "gpu/runtime/host_transfers.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cstdint>
#include <memory>
#include <string>
#include <vector>

#include "gpu/cuda_backend.h"
#include "model/backend/cpu/cpu_backend.h"
#include "model/network/network.h"
#include "tests/gpu/emulation/emulated_runtime.h"
#include "tests/model/support/random_network.h"

namespace tactus::gpu::test {
namespace {

constexpr std::size_t kPart = PinnedBlocks::kLargest / sizeof(float);
constexpr std::size_t kCount = 2 * kPart + 3;  // three parts

std::vector<float> rising(std::size_t count) {
  std::vector<float> values(count);
  for (std::size_t i = 0; i < count; ++i) values[i] = static_cast<float>(i % 8191);
  return values;
}

// Memory of a card, and the copies to and from it.
struct Transfers {
  explicit Transfers(std::uint64_t seed)
      : runtime(seed),
        memory(static_cast<float*>(runtime.allocate(kCount * sizeof(float)))),
        transfers(runtime) {}
  ~Transfers() {
    transfers.finish();
    runtime.release(memory);
  }
  void fail_in_the_second_part(const std::vector<float>& values) {
    runtime.refuse_pinned(1);
    EXPECT_THROW(transfers.upload_ahead(memory, values.data(), kCount * sizeof(float)),
                 OutOfMemory);
  }
  Transfers(const Transfers&) = delete;
  Transfers& operator=(const Transfers&) = delete;

  EmulatedRuntime runtime;
  float* memory;
  HostTransfers transfers;
};

TEST(HostTransfers, APartThatFindsNoMemoryLeavesTheOthersInOrder) {
  const std::vector<float> values = rising(kCount);
  for (std::uint64_t seed = 1; seed <= 8; ++seed) {
    Transfers on(seed);
    on.fail_in_the_second_part(values);
    on.runtime.refuse_pinned(-1);
    // The main stream waits for the pending parts: none of them overwrites this.
    on.runtime.set_zero(on.transfers.main(), on.memory, kCount * sizeof(float));
    std::vector<float> found(kCount, -1.0f);
    on.transfers.download(found.data(), on.memory, kCount * sizeof(float));
    ASSERT_EQ(found, std::vector<float>(kCount)) << seed;
    on.transfers.upload_ahead(on.memory, values.data(), kCount * sizeof(float));
    on.transfers.download(found.data(), on.memory, kCount * sizeof(float));
    ASSERT_EQ(found, values) << seed;
  }
}

TEST(HostTransfers, NothingIsUnderWayAfterItsEnd) {
  const std::vector<float> values = rising(kCount);
  for (std::uint64_t seed = 1; seed <= 8; ++seed) {
    Transfers on(seed);
    on.fail_in_the_second_part(values);
    on.transfers.finish();
    ASSERT_EQ(on.runtime.operations_waiting(), 0u) << seed;
  }
}

TEST(HostTransfers, BlocksOfWhatFailedAreUsedAgain) {
  const std::vector<float> values = rising(kCount);
  Transfers on(3);
  std::vector<float> found(kCount, -1.0f), later(kCount, -1.0f);
  const std::size_t taken = 2 * kPart;
  on.transfers.upload(on.memory, values.data(), kCount * sizeof(float));
  on.transfers.finish();
  const auto ticket = on.transfers.download_later(found.data(), on.memory, taken * sizeof(float));
  on.runtime.refuse_pinned(1);  // all large blocks are held: one more can be pinned, then none
  EXPECT_THROW(on.transfers.download_later(later.data(), on.memory, taken * sizeof(float)),
               OutOfMemory);
  on.transfers.finish();
  EXPECT_THROW(on.transfers.download(later.data(), on.memory, taken * sizeof(float)), OutOfMemory);
  on.transfers.finish();
  on.transfers.await(ticket + 1);
  EXPECT_EQ(later, std::vector<float>(kCount, -1.0f)) << "what failed is not fetched";
  EXPECT_TRUE(std::equal(found.begin(), found.begin() + taken, values.begin()));
  std::vector<float> all(3 * kPart);  // as many blocks as exist, all of them free
  std::vector<std::uint64_t> tickets;
  for (std::size_t part = 0; part < 3; ++part) {
    ASSERT_NO_THROW(tickets.push_back(
        on.transfers.download_later(all.data() + part * kPart, on.memory, kPart * sizeof(float))));
  }
  for (const auto later_ticket : tickets) on.transfers.await(later_ticket);
  EXPECT_TRUE(std::equal(all.begin() + taken, all.end(), values.begin()));
}

// The copy itself may fail too: this address is not on the card.
TEST(HostTransfers, ABlockIsFreeAgainWhenItsCopyFails) {
  const std::vector<float> values = rising(kPart);
  Transfers on(4);
  std::vector<float> elsewhere(kPart);
  EXPECT_ANY_THROW(on.transfers.upload(elsewhere.data(), values.data(), kPart * sizeof(float)));
  EXPECT_ANY_THROW(
      on.transfers.download(elsewhere.data(), elsewhere.data(), kPart * sizeof(float)));
  on.runtime.refuse_pinned(0);
  EXPECT_NO_THROW(on.transfers.upload(on.memory, values.data(), kPart * sizeof(float)));
}

// A wait in between, for example because memory is released, ends nothing.
TEST(HostTransfers, WorkOfTheSideStreamMayFollowAWait) {
  const std::vector<float> values = rising(100);
  for (std::uint64_t seed = 1; seed <= 8; ++seed) {
    Transfers on(seed);
    on.transfers.upload(on.memory, values.data(), 100 * sizeof(float));
    float* copy = on.memory + 100;
    const Stream side = on.transfers.side().fork(
        on.transfers.main(), {{{on.memory, 100 * sizeof(float)}}, {{copy, 100 * sizeof(float)}}});
    on.transfers.wait_for_side();
    on.runtime.copy_on_device(side, copy, on.memory, 100 * sizeof(float));
    std::vector<float> found(100);
    on.transfers.download(found.data(), copy, 100 * sizeof(float));
    ASSERT_EQ(found, values) << seed;
  }
}

TEST(HostTransfers, ABatchThatCannotBePinnedIsTooLarge) {
  NetworkSpec spec = tactus::test::small_spec(true);
  spec.input = 2000;  // the batch is larger than all copies before
  const OptimiserSettings settings{.learning_rate = 0.01};
  const TrainBatch batch = tactus::test::random_batch(spec, 14, 4, 1);
  Network expected(spec, make_cpu_backend(1));
  expected.initialise(3);
  const double loss = expected.train_step(batch, settings, 5).loss;
  const auto runtime = std::make_shared<EmulatedRuntime>(5);
  Network network(spec, make_cuda_backend(runtime, {}));
  network.initialise(3);
  runtime->refuse_pinned(0);
  try {
    network.train_step(batch, settings, 5);
    FAIL() << "a batch went through memory that was not there";
  } catch (const BatchTooLarge& error) {
    EXPECT_NE(std::string(error.what()).find("allocate_pinned"), std::string::npos) << error.what();
  }
  runtime->refuse_pinned(-1);
  EXPECT_NEAR(network.train_step(batch, settings, 5).loss, loss, 1e-3 * loss);
}

}  // namespace
}  // namespace tactus::gpu::test
