// How many processors this process may use.
#pragma once

#include <filesystem>

namespace tactus {

// The processors that the process is bound to (taskset, cpusets of containers).
int bound_processors();

// The same, or fewer if the control groups of the process limit its time (`docker run --cpus`;
// version 2 of Linux). At least 1. `groups` and `root` are where the kernel lists the groups.
int usable_processors(const std::filesystem::path& groups = "/proc/self/cgroup",
                      const std::filesystem::path& root = "/sys/fs/cgroup");

}  // namespace tactus
