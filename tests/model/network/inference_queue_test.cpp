// Songs of several threads meet in the batches of one device.
#include "model/network/inference_queue.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <atomic>
#include <thread>

#include "model/network/network.h"
#include "tests/model/support/bounded_backend.h"
#include "tests/model/support/random_network.h"

namespace tactus::test {
namespace {

struct Call {
  Network* network;
  FrameMatrix x;
  std::vector<FrameMatrix> outputs = {};
  bool failed = false;
};

FrameMatrix frames_of(const NetworkSpec& spec, std::size_t frames, unsigned seed) {
  FrameMatrix x(frames, static_cast<std::size_t>(spec.input), 50.0);
  x.data = random_values<float>(x.data.size(), seed);
  return x;
}

class Queue : public ::testing::Test {
 protected:
  Network make_network(unsigned seed) {
    Network network(small_spec(true), backend);
    network.initialise(seed);
    return network;
  }

  // Makes the calls so that all but the first wait, in their order, while the device computes the
  // first.
  void make(std::vector<Call>& calls, InferenceQueue& queue) {
    std::atomic<bool> first_is_there = false;
    bool held = true;  // by the one thread that computes
    backend->at_layer = [&](const LstmShape& shape) {
      if (batches.empty() || shape.input == small_spec(true).input) batches.push_back(shape.batch);
      first_is_there = true;
      while (held && queue.waiting() + 1 < calls.size()) std::this_thread::yield();
      held = false;
    };
    std::vector<std::jthread> threads;
    for (Call& call : calls) {
      threads.emplace_back([&] {
        const FrameMatrix* const alone = &call.x;
        try {
          call.outputs = queue.infer(*call.network, {&alone, 1}).at(0);
        } catch (const std::exception&) {
          call.failed = true;
        }
      });
      const bool last = threads.size() == calls.size();
      while (!first_is_there || (!last && queue.waiting() + 1 < threads.size()))
        std::this_thread::yield();
    }
    threads.clear();
    backend->at_layer = {};
  }

  std::shared_ptr<BoundedBackend> backend = std::make_shared<BoundedBackend>();
  std::vector<int> batches;  // sequences of each, in their order
};

TEST_F(Queue, WhatWaitsForANetworkIsItsNextBatch) {
  Network one = make_network(1), other = make_network(2);
  std::vector<Call> calls;
  for (unsigned i = 0; i < 7; ++i)
    calls.push_back({i == 3 ? &other : &one, frames_of(one.spec(), 9 + i, i)});
  InferenceQueue queue(16);
  make(calls, queue);
  EXPECT_EQ(batches, std::vector<int>(3, 16)) << "the first, five together, the other network";
  for (Call& call : calls) {
    const auto alone = call.network->infer(call.x);
    ASSERT_EQ(call.outputs.size(), alone.size());
    for (std::size_t h = 0; h < alone.size(); ++h)
      EXPECT_EQ(call.outputs[h].data, alone[h].data) << "of " << call.x.frames << " frames";
  }
}

TEST_F(Queue, ABatchHasItsSizeAtMost) {
  Network network = make_network(1);
  std::vector<Call> calls;
  for (unsigned i = 0; i < 8; ++i) calls.push_back({&network, frames_of(network.spec(), 9, i)});
  InferenceQueue queue(3);
  make(calls, queue);
  EXPECT_EQ(batches, std::vector<int>(4, 3)) << "1, 3, 3 and 1, filled up";
  batches.clear();
  InferenceQueue alone(1);
  make(calls, alone);
  EXPECT_EQ(batches, std::vector<int>(8, 1));
}

TEST_F(Queue, AShortSongDoesNotWaitForALongOne) {
  Network network = make_network(1);
  std::vector<Call> calls;
  for (const std::size_t frames : {5, 5, 90, 6})
    calls.push_back({&network, frames_of(network.spec(), frames, 3)});
  InferenceQueue queue(4);
  make(calls, queue);
  EXPECT_EQ(batches.size(), 3u) << "the first, then 5 and 6, then 90";
}

TEST_F(Queue, ErrorsAreThoseOfTheirSong) {
  Network network = make_network(1);
  std::vector<Call> calls;
  for (unsigned i = 0; i < 4; ++i) calls.push_back({&network, frames_of(network.spec(), 9, i)});
  calls[2].x = FrameMatrix(9, 1, 50.0);  // too few bins
  InferenceQueue queue(4);
  make(calls, queue);
  for (std::size_t i = 0; i < calls.size(); ++i) {
    EXPECT_EQ(calls[i].failed, i == 2) << i;
    if (i == 2) continue;
    EXPECT_EQ(calls[i].outputs.at(0).data, network.infer(calls[i].x).at(0).data) << i;
  }
}

TEST_F(Queue, SongsAreComputedOneByOneWhereMemoryIsShort) {
  Network network = make_network(1);
  const std::size_t weights = backend->peak = backend->in_use;
  const FrameMatrix x = frames_of(network.spec(), 40, 1);
  network.infer(x);
  backend->bound = weights + (backend->peak - weights) * 2;
  std::vector<Call> calls(4, {&network, x});
  InferenceQueue queue(4);
  make(calls, queue);
  EXPECT_TRUE(std::ranges::none_of(calls, &Call::failed));
  EXPECT_EQ(calls[3].outputs.at(0).data, network.infer(x).at(0).data);
}

}  // namespace
}  // namespace tactus::test
