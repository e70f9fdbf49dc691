// The sizes of the benchmarks: see recurrent_benchmark.h.
#include <fmt/core.h>

#include <algorithm>
#include <set>
#include <tuple>

#include "app/workshop/bench/recurrent_benchmark.h"
#include "audio/error.h"
#include "gpu/lstm/lstm_layer.h"
#include "model/backend/cpu/kernels/cpu_kernels.h"
#include "model/backend/usable_processors.h"

namespace tactus {
namespace {

struct TableSizes {
  std::vector<int> hidden, batch, steps;
};

TableSizes table_sizes(bool quick) {
  if (quick) return {{128}, {1, 16}, {250}};
  return {{64, 128, 256, 512}, {1, 8, 16, 32}, {1000}};
}

TableSizes peer_sizes(bool quick) {
  if (quick) return {{128, 512}, {1, 16}, {500}};
  return {{64, 128, 256, 512, 1024}, {1, 8, 16, 32, 64}, {500, 1000, 3000}};
}

std::vector<RecurrentCase> workloads_of(const TableSizes& sizes) {
  std::vector<RecurrentCase> workloads;
  for (const bool training : {false, true}) {
    for (const int H : sizes.hidden) {
      for (const int B : sizes.batch) {
        for (const int T : sizes.steps) {
          workloads.push_back({.training = training, .hidden = H, .batch = B, .steps = T});
        }
      }
    }
  }
  return workloads;
}

RecurrentCase one_way(int layers, int input, int hidden, int batch, int steps) {
  return {.layers = layers,
          .input = input,
          .hidden = hidden,
          .directions = 1,
          .batch = batch,
          .steps = steps};
}

std::vector<RecurrentCase> both_modes(RecurrentCase workload) {
  RecurrentCase training = workload;
  training.training = true;
  return {workload, training};
}

std::vector<RecurrentCase> workloads_of_set(const std::string& set, bool quick) {
  if (set == "table") return workloads_of(table_sizes(quick));
  if (set == "peers") return workloads_of(peer_sizes(quick));
  if (set == "ladder") return {one_way(1, 512, 512, 64, 100), one_way(4, 512, 512, 64, 100)};
  if (set == "single") return both_modes(one_way(1, 768, 768, 16, quick ? 128 : 1024));
  if (set == "forum") {
    RecurrentCase forum = one_way(1, 700, 500, 1, 80);
    forum.peepholes = true;
    return both_modes(forum);
  }
  throw ArgumentError(fmt::format("--set {}: expected table, peers, ladder, forum or single", set));
}

std::vector<std::string> all_rungs() {
  std::vector<std::string> names;
  for (int rung = 0; rung < gpu::kRungs; ++rung) {
    names.push_back(gpu::name_of(static_cast<gpu::Rung>(rung)));
  }
  return names;
}

}  // namespace

std::vector<BenchmarkCase> cpu_benchmark_cases(const CpuBenchmarkOptions& options) {
  std::vector<std::string> rungs = options.rungs;
  if (rungs.empty()) rungs = {supported_cpu_kernels().front()->name};
  std::vector<int> threads = options.threads;
  if (threads.empty()) {
    threads = {1};
    const int processors = usable_processors();
    if (processors > 1) threads.push_back(processors);
  }
  std::vector<BenchmarkCase> cases;
  const auto add = [&](const std::string& rung, const char* precision, bool training) {
    for (const std::string& set : options.sets) {
      for (const RecurrentCase& workload : workloads_of_set(set, options.quick)) {
        if (workload.training != training) continue;
        for (const int count : threads) {
          cases.push_back(
              {.rung = rung, .precision = precision, .workload = workload, .threads = count});
        }
      }
    }
  };
  for (const std::string& rung : rungs) {
    cpu_kernels_by_name(rung);  // throws if it is unknown
    for (const bool training : {false, true}) add(rung, "fp32", training);
  }
  for (const char* precision : kNarrowPrecisions) {
    if (narrow_kernels_of(precision) && rungs.front() == supported_cpu_kernels().front()->name) {
      add(rungs.front(), precision, false);
    }
  }
  return cases;
}

// Sorted by precision and rung, so that a device is opened once for all its cases of a set.
std::vector<BenchmarkCase> gpu_benchmark_cases(const GpuBenchmarkOptions& options) {
  std::vector<BenchmarkCase> cases;
  for (const std::string& set : options.sets) {
    const std::vector<RecurrentCase> workloads = workloads_of_set(set, options.quick);
    std::vector<std::string> rungs = options.rungs;
    if (rungs.empty()) rungs = set == "ladder" ? all_rungs() : std::vector<std::string>{"auto"};
    for (const std::string& precision : options.precisions) {
      for (const std::string& rung : rungs) {
        for (const RecurrentCase& workload : workloads) {
          cases.push_back({.device = options.device,
                           .rung = rung,
                           .precision = precision,
                           .workload = workload});
        }
        parse_cuda_device(device_name(cases.back()));  // throws if it is unknown
      }
    }
  }
  return cases;
}

std::vector<bool> BenchmarkSizes::modes() const {
  if (mode.empty()) return {false, true};
  return {mode == "training"};
}

bool BenchmarkSizes::given() const {
  return !hidden.empty() || !batch.empty() || steps > 0 || layers > 0 || input > 0;
}

std::vector<BenchmarkCase> with_sizes(const std::vector<BenchmarkCase>& cases,
                                      const BenchmarkSizes& sizes) {
  using Way = std::tuple<std::string, std::string, std::string, int, bool>;
  std::set<Way> seen;
  std::vector<BenchmarkCase> made;
  for (BenchmarkCase benchmark : cases) {
    RecurrentCase& workload = benchmark.workload;
    if (!sizes.mode.empty() && (sizes.mode == "training") != workload.training) continue;
    if (!sizes.given()) {
      made.push_back(benchmark);
      continue;
    }
    if (!seen.insert({benchmark.device, benchmark.rung, benchmark.precision, benchmark.threads,
                      workload.training})
             .second) {
      continue;
    }
    if (sizes.steps > 0) workload.steps = sizes.steps;
    if (sizes.layers > 0) workload.layers = sizes.layers;
    if (sizes.input > 0) workload.input = sizes.input;
    for (const int H : sizes.hidden.empty() ? std::vector{workload.hidden} : sizes.hidden) {
      for (const int B : sizes.batch.empty() ? std::vector{workload.batch} : sizes.batch) {
        workload.hidden = H;
        workload.batch = B;
        made.push_back(benchmark);
      }
    }
  }
  return made;
}

}  // namespace tactus
