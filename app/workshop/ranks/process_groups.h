// Training on several processors or machines: the ranks that mpirun has started.
#pragma once

#include <memory>

#include "app/engine/models/places.h"
#include "model/network/process_group.h"

namespace tactus {

// Joins the ranks that were started together with this one (once per process). Throws DeviceError
// if the MPI module is missing or cannot be loaded, and if MPI finds no other rank.
std::shared_ptr<ProcessGroup> join_ranks(const Places& places);

// The threads of one of `local_ranks` processes on this machine that share its processors. A
// process that is bound to some of them takes those, as far as its quota goes.
int threads_of_rank(int local_ranks);

}  // namespace tactus
