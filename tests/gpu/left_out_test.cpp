// TACTUS_CUDA_WITHOUT really leaves out what it names, and nothing else changes.
#include "gpu/runtime/left_out.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cstdlib>
#include <set>
#include <string>
#include <vector>

#include "gpu/cuda_backend.h"
#include "model/backend/recurrent_workload.h"
#include "tests/gpu/emulation/emulated_runtime.h"

namespace tactus::gpu::test {
namespace {

class LeftOutTest : public ::testing::Test {
 protected:
  void TearDown() override { unsetenv("TACTUS_CUDA_WITHOUT"); }
  static void leave_out(const char* words) { setenv("TACTUS_CUDA_WITHOUT", words, 1); }
};

// A pass over two layers of that many units: what the card was asked to do, and what came out.
struct Pass {
  Pass(Rung rung, int hidden) {
    const auto runtime = std::make_shared<EmulatedRuntime>(1);
    CudaOptions options;
    options.rung = rung;
    const auto backend = make_cuda_backend(runtime, options);
    name = backend->name();
    RecurrentWorkload workload(
        *backend,
        {.training = true, .layers = 2, .input = 4, .hidden = hidden, .directions = 1, .steps = 2});
    workload.run();  // takes memory
    runtime->clear_calls();
    workload.run();
    results = workload.results();
    for (const RecordedCall& call : runtime->calls()) {
      largest_cluster = std::max(largest_cluster, call.shape.cluster);
      cooperative = cooperative || call.shape.cooperative;
      graph = graph || call.kind == RecordedCall::kLaunchGraph;
      if (call.kind == RecordedCall::kMultiply) streams_of_products.insert(call.stream);
    }
  }
  std::string name;
  WorkloadResults results;
  int largest_cluster = 0;
  bool cooperative = false, graph = false;
  std::set<int> streams_of_products;
};

TEST_F(LeftOutTest, SideStream) {
  const Pass with(Rung::kResident, 40);
  leave_out("side");
  const Pass without(Rung::kResident, 40);
  EXPECT_EQ(with.streams_of_products.size(), 2u);
  EXPECT_EQ(without.streams_of_products.size(), 1u);
  EXPECT_EQ(without.results, with.results);
  EXPECT_EQ(without.name, with.name + ", without side");
}

TEST_F(LeftOutTest, ClustersAndWords) {
  const Pass with(Rung::kResident, 136);
  EXPECT_GT(with.largest_cluster, 1);
  leave_out("clusters");
  const Pass no_clusters(Rung::kResident, 136);
  EXPECT_EQ(no_clusters.largest_cluster, 1);
  EXPECT_TRUE(no_clusters.cooperative) << "words take their place";
  EXPECT_LT(largest_difference(no_clusters.results, with.results),
            allowed_difference(Precision::kFp32));
  leave_out("clusters,words");
  const Pass neither(Rung::kResident, 136);
  EXPECT_EQ(neither.largest_cluster, 1);
  EXPECT_FALSE(neither.cooperative);
  EXPECT_LT(largest_difference(neither.results, with.results),
            allowed_difference(Precision::kFp32));
  EXPECT_EQ(neither.name, with.name + ", without clusters, words");
}

TEST_F(LeftOutTest, WordsAlone) {
  leave_out("words");
  const Pass without(Rung::kResident, 136);
  EXPECT_GT(without.largest_cluster, 1);
  EXPECT_FALSE(without.cooperative);
}

TEST_F(LeftOutTest, Graph) {
  const Pass with(Rung::kGraph, 8);
  EXPECT_TRUE(with.graph);
  leave_out("graph");
  const Pass without(Rung::kGraph, 8);
  EXPECT_FALSE(without.graph);
  EXPECT_EQ(without.results, with.results);
}

TEST_F(LeftOutTest, AnUnknownWordIsAnError) {
  leave_out("side,cluster");
  try {
    left_out();
    FAIL() << "expected a GpuError";
  } catch (const GpuError& error) {
    EXPECT_STREQ(error.what(),
                 "TACTUS_CUDA_WITHOUT=\"side,cluster\": \"cluster\" is unknown, expected side, "
                 "clusters, words or graph, separated by commas");
  }
}

}  // namespace
}  // namespace tactus::gpu::test
