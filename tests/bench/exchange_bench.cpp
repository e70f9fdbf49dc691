// mpirun -n R exchange_bench: how long the ranks of a training need to sum gradients of some sizes.
// Prints a row per size: parameters in MB, the median in milliseconds, and GB/s that leave each
// rank, 2 (R - 1) / R of the size.
#include <fmt/core.h>

#include <algorithm>
#include <chrono>
#include <vector>

#include "app/cli/program/program_places.h"
#include "app/workshop/ranks/process_groups.h"

int main() {
  using namespace tactus;
  const std::shared_ptr<ProcessGroup> group = join_ranks(program_places());
  if (group == nullptr) {
    fmt::print(stderr, "start it with mpirun -n 2 or more\n");
    return 2;
  }
  for (const double megabytes : {0.001, 1.0, 4.0, 16.0}) {
    std::vector<float> gradient(static_cast<std::size_t>(megabytes * 1e6 / sizeof(float)), 1.0f);
    std::vector<double> seconds;
    for (int i = 0; i < 25; ++i) {
      const auto begin = std::chrono::steady_clock::now();
      group->begin_sum(gradient);
      group->wait_sums();
      seconds.push_back(
          std::chrono::duration<double>(std::chrono::steady_clock::now() - begin).count());
      std::fill(gradient.begin(), gradient.end(), 1.0f);
    }
    std::sort(seconds.begin(), seconds.end());
    const double median = seconds[seconds.size() / 2];
    const double share = 2.0 * (group->ranks() - 1) / group->ranks();
    if (leads(group.get()))
      fmt::print("| {} | {:.3f} | {:.2f} |\n", megabytes, 1e3 * median,
                 share * megabytes * 1e-3 / median);
  }
  return 0;
}
