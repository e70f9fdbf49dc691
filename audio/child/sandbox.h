// What a decoding child gives up before it looks into its file, so that a file that takes over a
// codec library gains nothing: no privileges, files, programs or network. Each layer that the
// kernel lacks is left out; the others stand without it.
#pragma once

#include <cstddef>
#include <string>

namespace tactus {

struct Sandbox {
  bool filter = false;  // seccomp: every call but a few ends the process
  int landlock = 0;     // version of the kernel's Landlock; 0 = none
  std::string missing;  // why a layer is missing; "" = all are there

  std::string text() const;  // "system calls filtered, no files (Landlock 4), ..."
};

struct SandboxLimits {
  std::size_t memory = 0;  // bytes of address space
  long cpu_seconds = 0;    // SIGXCPU ends the process afterwards
};

// First step, with one thread and all files open: no new privileges, Landlock, and limits of
// memory, time, open files (none more) and size of written files (nothing). No core file.
Sandbox give_up_files(const SandboxLimits& limits);

// Last step, for all threads. From here on the process reads and seeks in its open files, writes to
// `out_descriptor`, takes memory that is not executable, and ends. Calls that libraries make
// without need, such as opening a file, fail (EACCES). Any other call ends the process by SIGSYS:
// new processes and threads, other programs, sockets, writing elsewhere. libseccomp knows the
// numbers of the calls of each architecture.
void filter_calls(Sandbox& sandbox, int out_descriptor);

}  // namespace tactus
