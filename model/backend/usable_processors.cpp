#include "model/backend/usable_processors.h"

#include <sched.h>

#include <algorithm>
#include <cmath>
#include <filesystem>
#include <fstream>
#include <string>
#include <thread>

namespace tactus {
namespace {

// "quota period" in microseconds, or "max period".
int processors_of_quota(const std::filesystem::path& file, int otherwise) {
  std::ifstream in(file);
  double quota = 0.0, period = 0.0;
  if (!(in >> quota >> period) || !(quota > 0.0) || !(period > 0.0)) return otherwise;
  return static_cast<int>(std::min(std::ceil(quota / period), double(otherwise)));
}

// The least of the group and those above it, up to `root`.
int processors_of_groups(std::filesystem::path group, const std::filesystem::path& root, int most) {
  for (;; group = group.parent_path()) {
    most = processors_of_quota(group / "cpu.max", most);
    if (group == root || group == group.parent_path()) return most;
  }
}

// The line "0::/PATH" of the list.
std::string group_of(const std::filesystem::path& groups) {
  const std::string unified = "0::/";
  std::ifstream in(groups);
  for (std::string line; std::getline(in, line);)
    if (line.starts_with(unified)) return line.substr(unified.size());
  return "";
}

}  // namespace

int bound_processors() {
  cpu_set_t set;
  CPU_ZERO(&set);
  return sched_getaffinity(0, sizeof set, &set) == 0
             ? CPU_COUNT(&set)
             : static_cast<int>(std::thread::hardware_concurrency());
}

int usable_processors(const std::filesystem::path& groups, const std::filesystem::path& root) {
  return std::max(1, processors_of_groups(root / group_of(groups), root, bound_processors()));
}

}  // namespace tactus
