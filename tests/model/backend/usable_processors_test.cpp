// The limits that a container or `taskset` sets to processors.
#include "model/backend/usable_processors.h"

#include <gtest/gtest.h>
#include <sched.h>

#include <algorithm>
#include <filesystem>
#include <fstream>
#include <string>
#include <thread>

#include "model/backend/worker_pool.h"
#include "tests/support/test_support.h"

namespace tactus::test {
namespace {

// Control groups as the kernel shows them: the process is in /box/inner.
class UsableProcessors : public ::testing::Test {
 protected:
  void SetUp() override {
    std::filesystem::create_directories(root() / "box" / "inner");
    write(groups(), "4:memory:/other\n0::/box/inner\n");
  }
  std::filesystem::path root() const { return folder_.path() / "cgroup"; }
  std::filesystem::path groups() const { return folder_.path() / "groups"; }
  int usable() const { return usable_processors(groups(), root()); }
  static void write(const std::filesystem::path& file, const std::string& text) {
    std::ofstream(file) << text;
  }

 private:
  ScratchFolder folder_;
};

TEST_F(UsableProcessors, WithoutLimitAreThoseOfTheProcess) {
  EXPECT_EQ(usable(), bound_processors());
  write(root() / "box" / "inner" / "cpu.max", "max 100000\n");
  EXPECT_EQ(usable(), bound_processors());
  std::filesystem::remove(groups());
  EXPECT_EQ(usable(), bound_processors());
}

TEST_F(UsableProcessors, OfTheTightestGroup) {
  write(root() / "box" / "inner" / "cpu.max", "800000 100000\n");
  write(root() / "box" / "cpu.max", "100000 100000\n");
  EXPECT_EQ(usable(), 1);
  write(root() / "box" / "cpu.max", "max 100000\n");
  write(root() / "cpu.max", "50000 100000\n");
  EXPECT_EQ(usable(), 1);
  write(root() / "cpu.max", "150000 100000\n");
  EXPECT_EQ(usable(), std::min(2, bound_processors()));
}

TEST_F(UsableProcessors, OfAThreadBoundToOne) {
  int usable_by_thread = 0, threads_of_pool = 0;
  std::thread([&] {
    cpu_set_t all, one;
    ASSERT_EQ(sched_getaffinity(0, sizeof all, &all), 0);
    CPU_ZERO(&one);
    for (int cpu = 0; CPU_COUNT(&one) == 0; ++cpu)
      if (CPU_ISSET(cpu, &all)) CPU_SET(cpu, &one);
    ASSERT_EQ(sched_setaffinity(0, sizeof one, &one), 0);
    usable_by_thread = usable();
    threads_of_pool = WorkerPool(0).threads();
  }).join();
  EXPECT_EQ(usable_by_thread, 1);
  EXPECT_EQ(threads_of_pool, 1);
}

}  // namespace
}  // namespace tactus::test
