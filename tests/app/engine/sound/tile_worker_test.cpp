#include "app/engine/sound/tile_worker.h"

#include <gtest/gtest.h>

#include <semaphore>
#include <string>
#include <vector>

namespace tactus {
namespace {

using Worker = TileWorker<int, std::string>;

std::size_t size_of(const std::string& tile) {
  return tile.size();
}
Worker::TilePtr text(int key) {
  return std::make_shared<const std::string>(std::to_string(key) + ", ten bytes");
}

// A worker whose computations wait until the test releases them; it reports each finished tile.
class Stepwise {
 public:
  explicit Stepwise(std::size_t budget)
      : worker(
            budget, size_of,
            [this](int key, const std::stop_token& stop) -> Worker::TilePtr {
              computed.push_back(key);
              started.release();
              go.acquire();
              return stop.stop_requested() ? nullptr : text(key);
            },
            [this](int) { ready.release(); }) {}
  ~Stepwise() { go.release(1000); }
  void finish_one() {
    go.release();
    ready.acquire();
  }

  std::counting_semaphore<> started{0}, go{0}, ready{0};
  std::vector<int> computed;  // read only while the worker waits
  Worker worker;
};

TEST(TileWorker, ComputesTheNewestRequestFirst) {
  Stepwise s(1000);
  s.worker.request(1);
  s.started.acquire();  // 1 is being computed
  for (int key = 2; key <= 4; ++key) s.worker.request(key);
  s.worker.request(2);  // requested again: now the newest
  for (int i = 0; i < 4; ++i) s.finish_one();
  EXPECT_EQ(s.computed, (std::vector{1, 2, 4, 3}));
  ASSERT_TRUE(s.worker.find(3));
  EXPECT_EQ(*s.worker.find(3), *text(3));
  EXPECT_FALSE(s.worker.find(5));
}

TEST(TileWorker, ForgetsTheOldestOfTooManyRequests) {
  Stepwise s(1 << 20);
  s.worker.request(-1);
  s.started.acquire();
  const int many = static_cast<int>(Worker::kWaiting) + 10;
  for (int key = 0; key < many; ++key) s.worker.request(key);
  for (int i = 0; i <= static_cast<int>(Worker::kWaiting); ++i) s.finish_one();
  EXPECT_FALSE(s.worker.find(9));
  EXPECT_TRUE(s.worker.find(10));
  EXPECT_TRUE(s.worker.find(many - 1));
}

TEST(TileWorker, KeepsWhatWasUsedLastWithinItsBudget) {
  Stepwise s(3 * text(1)->size());
  for (int key = 1; key <= 3; ++key) {
    s.worker.request(key);
    s.finish_one();
  }
  EXPECT_TRUE(s.worker.find(1));  // now 2 is the oldest
  s.worker.request(4);
  s.finish_one();
  EXPECT_TRUE(s.worker.find(1));
  EXPECT_FALSE(s.worker.find(2));
  EXPECT_TRUE(s.worker.find(3));
  EXPECT_TRUE(s.worker.find(4));
  EXPECT_EQ(s.worker.bytes(), 3 * text(1)->size());
}

TEST(TileWorker, WhatIsClearedWhileItIsComputedDoesNotAppear) {
  Stepwise s(1000);
  s.worker.request(1);
  s.started.acquire();
  s.worker.request(2);
  s.worker.clear();
  s.worker.request(3);
  s.go.release();  // 1, stopped
  s.started.acquire();
  s.finish_one();  // 3
  EXPECT_EQ(s.computed, (std::vector{1, 3}));
  EXPECT_FALSE(s.worker.find(1));
  EXPECT_TRUE(s.worker.find(3));
  EXPECT_EQ(s.worker.bytes(), text(3)->size());
}

TEST(TileWorker, DroppedRequestsAreNotComputedAndTilesStay) {
  Stepwise s(1000);
  s.worker.request(1);
  s.finish_one();
  s.worker.request(2);
  s.started.acquire();  // 1
  s.started.acquire();  // 2 is being computed
  s.worker.request(3);
  s.worker.dropRequests();
  s.worker.request(4);
  s.finish_one();
  s.finish_one();
  EXPECT_EQ(s.computed, (std::vector{1, 2, 4}));
  EXPECT_TRUE(s.worker.find(1));
}

TEST(TileWorker, IsIdleWhenNothingWaitsAndNothingIsComputed) {
  Stepwise s(1000);
  EXPECT_TRUE(s.worker.idle());
  s.worker.request(1);
  EXPECT_FALSE(s.worker.idle());
  s.started.acquire();
  EXPECT_FALSE(s.worker.idle());  // being computed
  s.finish_one();
  EXPECT_TRUE(s.worker.idle());
}

TEST(TileWorker, ComputesAnewWhatItHasWhenAsked) {
  Stepwise s(1000);
  for (int i = 0; i < 2; ++i) {
    s.worker.request(1);
    s.finish_one();
  }
  EXPECT_EQ(s.computed, (std::vector{1, 1}));
  EXPECT_EQ(s.worker.bytes(), text(1)->size());
}

}  // namespace
}  // namespace tactus
