// Our side of tests/bench/peers/run. Reads one case a line, "MODE LAYERS INPUT HIDDEN DIRECTIONS
// PEEPHOLES BATCH STEPS THREADS PASSES" with MODE forward, packed (the same with weights that fit
// bf16), training, bf16, int16 or int8, runs it and answers with the seconds it took; a new case is
// run once before. "peak THREADS" is answered with multiply-adds per second.
#include <algorithm>
#include <chrono>
#include <iostream>
#include <memory>
#include <optional>
#include <sstream>
#include <string>

#include "model/backend/cpu/cpu_backend.h"
#include "model/backend/cpu/cpu_throughput.h"
#include "model/backend/cpu/kernels/cpu_kernels.h"
#include "model/backend/recurrent_workload.h"

namespace tactus {
namespace {

struct Running {
  std::string description;
  std::shared_ptr<Backend> backend;
  std::unique_ptr<RecurrentWorkload> workload;
};

void start(Running& running, const std::string& mode, std::istream& line, int& passes) {
  RecurrentCase workload;
  int threads = 1;
  line >> workload.layers >> workload.input >> workload.hidden >> workload.directions >>
      workload.peepholes >> workload.batch >> workload.steps >> threads >> passes;
  workload.training = mode == "training";
  workload.bf16_weights = mode == "packed";
  running.workload.reset();
  running.backend.reset();
  const bool narrow = std::ranges::count(kNarrowPrecisions, mode) != 0;
  const CpuNarrowKernels* kernels = narrow_kernels_of(mode);
  if (narrow && !kernels) return;
  running.backend = narrow ? make_cpu_backend(threads, *kernels) : make_cpu_backend(threads);
  running.workload = std::make_unique<RecurrentWorkload>(*running.backend, workload);
  for (int pass = 0; pass < passes; ++pass) running.workload->run();
}

int serve() {
  Running running;
  int passes = 1;
  for (std::string line; std::getline(std::cin, line);) {
    std::istringstream words(line);
    std::string mode;
    words >> mode;
    if (mode == "peak") {
      int threads = 1;
      words >> threads;
      std::cout << measure_cpu_throughput(*supported_cpu_kernels().front(), threads) << std::endl;
      continue;
    }
    if (line != running.description) start(running, mode, words, passes);
    running.description = line;
    if (!running.workload) {
      std::cout << "absent" << std::endl;
      continue;
    }
    const auto begin = std::chrono::steady_clock::now();
    for (int pass = 0; pass < passes; ++pass) running.workload->run();
    std::cout << std::chrono::duration<double>(std::chrono::steady_clock::now() - begin).count()
              << std::endl;
  }
  return 0;
}

}  // namespace
}  // namespace tactus

int main() {
  return tactus::serve();
}
