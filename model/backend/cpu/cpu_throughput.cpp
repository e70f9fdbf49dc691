#include "model/backend/cpu/cpu_throughput.h"

#include <atomic>
#include <chrono>
#include <thread>
#include <vector>

namespace tactus {
namespace {

using Clock = std::chrono::steady_clock;

constexpr long kRounds = 20000;  // between two readings of the clock: some tens of microseconds

// All threads begin together and count their operations until the time is over.
double rate_of_thread(const CpuKernels& kernels, std::atomic<int>& waiting, double seconds) {
  --waiting;
  while (waiting > 0) {
  }
  const auto start = Clock::now();
  double operations = 0.0, elapsed = 0.0;
  while (elapsed < seconds) {
    operations += kernels.multiply_add_chains(kRounds);
    elapsed = std::chrono::duration<double>(Clock::now() - start).count();
  }
  return operations / elapsed;
}

}  // namespace

double measure_cpu_throughput(const CpuKernels& kernels, int threads, double seconds) {
  std::atomic<int> waiting = threads;
  std::vector<double> rates(static_cast<std::size_t>(threads));
  std::vector<std::thread> others;
  for (std::size_t i = 1; i < rates.size(); ++i) {
    others.emplace_back([&, i] { rates[i] = rate_of_thread(kernels, waiting, seconds); });
  }
  rates[0] = rate_of_thread(kernels, waiting, seconds);
  for (std::thread& other : others) other.join();
  double total = 0.0;
  for (const double rate : rates) total += rate;
  return total;
}

}  // namespace tactus
