// One child process and the pipe that it writes to: work with libraries that may crash or hang.
#pragma once

#include <sys/types.h>

#include <chrono>
#include <cstddef>
#include <optional>
#include <span>
#include <string>
#include <vector>

namespace tactus {

class ChildProcess {
 public:
  // Starts `command` (program and arguments) in its own process group, with the pipe as its
  // descriptor `descriptor` and an empty standard input. Throws std::system_error.
  ChildProcess(const std::vector<std::string>& command, int descriptor);
  ~ChildProcess();  // kills and waits
  ChildProcess(const ChildProcess&) = delete;
  ChildProcess& operator=(const ChildProcess&) = delete;

  enum class Read { kFull, kEnd, kStalled };
  // Fills `out`. kEnd: the child closed the pipe before; kStalled: nothing came for `patience`.
  Read read(std::span<std::byte> out, std::chrono::milliseconds patience);
  // Gives the child `patience` to end, then kills it. Returns how it ended: "crashed (signal 11,
  // Segmentation fault)".
  std::string end(std::chrono::milliseconds patience);

 private:
  void close_pipe();
  pid_t pid_ = -1;  // -1 after the wait
  int pipe_ = -1;
};

// For the child: no core file, and a limit of its address space.
inline constexpr std::size_t kChildAddressSpace = std::size_t{1} << 30;  // bytes
void limit_child_process();

}  // namespace tactus
