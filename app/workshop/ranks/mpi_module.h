// The interface of libtactus_mpi.so for the program that loads it (process_groups.h). One compiler
// must build both from the same sources.
#pragma once

#include <memory>

#include "model/network/process_group.h"

namespace tactus {

struct MpiModule {
  // Increase it with every change of this struct or of ProcessGroup.
  static constexpr int kInterface = 1;
  int interface = kInterface;
  // The ranks that mpirun has started. Once per process: MPI begins here, and ends with the group.
  std::unique_ptr<ProcessGroup> (*join)() = nullptr;
};

// Name of the exported function: const MpiModule* tactus_mpi_module().
inline constexpr const char* kMpiModuleEntry = "tactus_mpi_module";
using MpiModuleEntry = const MpiModule* (*)();

}  // namespace tactus
