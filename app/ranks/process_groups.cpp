#include "app/ranks/process_groups.h"

#include <unistd.h>

#include <algorithm>
#include <thread>

#include "app/models/device.h"
#include "app/models/module_file.h"
#include "app/ranks/mpi_module.h"

namespace tactus {

std::shared_ptr<ProcessGroup> join_ranks(const Places& places) {
  const auto found = load_module<MpiModule>(
      places.mpi_modules,
      {"MPI", kMpiModuleEntry, "install Open MPI (Debian: libopenmpi-dev) and build again",
       "is Open MPI installed (Debian: openmpi-bin)?",
       true});  // Open MPI's own plug-ins look for its symbols
  if (found.module == nullptr)
    throw DeviceError("mpirun has started several ranks, but " + found.why);
  std::shared_ptr<ProcessGroup> group = found.module->join();
  return group->ranks() > 1 ? group : nullptr;
}

int threads_of_rank(int local_ranks) {
  const int usable = static_cast<int>(std::thread::hardware_concurrency());
  const bool bound = usable < sysconf(_SC_NPROCESSORS_ONLN);
  return std::max(1, bound ? usable : usable / std::max(1, local_ranks));
}

}  // namespace tactus
