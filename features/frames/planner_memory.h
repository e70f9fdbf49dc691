// Memory for the planner of FFTW. FFTW ends the process if one of its some 5,000 small allocations
// for a plan fails ("fftw: alloc.c: assertion failed: p"). It exports the two functions that it
// allocates with, so that a program can bring its own: planner_memory.cpp defines them. While a
// plan is made, what the system refuses comes from a reserve of this file. In libtactus.so, whose
// symbols are its own, FFTW keeps its functions.
#pragma once

#include <cstddef>
#include <mutex>

namespace tactus {

// FFTW's planner (not its execution) shares state between all threads of the process: hold this
// lock while you make or destroy a plan.
inline std::mutex& planner_mutex() {
  static std::mutex mutex;
  return mutex;
}

// While one exists, the reserve serves the planner. One at a time: the caller holds the lock.
class PlannerMemory {
 public:
  // Throws std::bad_alloc if the reserve is too small for a transform of `size` values and the
  // system has no more memory either.
  explicit PlannerMemory(std::size_t size);
  ~PlannerMemory();
  PlannerMemory(const PlannerMemory&) = delete;
  PlannerMemory& operator=(const PlannerMemory&) = delete;
};

}  // namespace tactus
