#include "app/workshop/ranks/process_groups.h"

#include <unistd.h>

#include <algorithm>

#include "app/engine/models/device.h"
#include "app/engine/models/module_file.h"
#include "app/workshop/ranks/mpi_module.h"
#include "model/backend/usable_processors.h"

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
  if (group->ranks() == 1)
    throw DeviceError(
        "several ranks were started, but MPI connects none of them; start them with "
        "mpirun "
        "of Open MPI, or with srun --mpi=pmix");
  return group;
}

int threads_of_rank(int local_ranks) {
  const int all = static_cast<int>(sysconf(_SC_NPROCESSORS_ONLN));
  const int bound = bound_processors();
  const int usable = usable_processors();
  return bound < all ? usable : std::max(1, usable / std::max(1, local_ranks));
}

}  // namespace tactus
