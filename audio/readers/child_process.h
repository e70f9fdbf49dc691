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

// The child's descriptor of the pipe that it writes to.
inline constexpr int kDecodeWorkerDescriptor = 3;

class ChildProcess {
 public:
  // Starts `command` (program and arguments) in its own process group, with the pipe as its
  // descriptor `descriptor`, an empty standard input, and no other open file but the standard
  // error. Throws std::system_error.
  ChildProcess(const std::vector<std::string>& command, int descriptor);
  ~ChildProcess();  // kills and waits
  ChildProcess(const ChildProcess&) = delete;
  ChildProcess& operator=(const ChildProcess&) = delete;

  enum class Read { kFull, kEnd, kStalled };
  // Fills `out`. kEnd: the child closed the pipe before; kStalled: nothing came for `patience`.
  Read read(std::span<std::byte> out, std::chrono::milliseconds patience);
  // Gives the child `patience` to end, then kills it. Returns how it ended: "crashed (signal 11,
  // Segmentation fault)"; a limit and a forbidden call have words of their own.
  std::string end(std::chrono::milliseconds patience);

 private:
  void close_pipe();
  pid_t pid_ = -1;  // -1 after the wait
  int pipe_ = -1;
};

// A build for a sanitizer: its shadow memory needs terabytes of address space.
#if defined(__SANITIZE_ADDRESS__) || defined(__SANITIZE_THREAD__)
inline constexpr bool kSanitized = true;
#elif defined(__has_feature)
inline constexpr bool kSanitized =
    __has_feature(address_sanitizer) || __has_feature(thread_sanitizer);
#else
inline constexpr bool kSanitized = false;
#endif

// For the child: no core file, and at most this many bytes of address space (no such limit in a
// build for a sanitizer).
void limit_child_process(std::size_t address_space);
inline constexpr std::size_t kTagWriterAddressSpace = std::size_t{1} << 30;
inline constexpr std::size_t kDecoderAddressSpace = std::size_t{1} << 29;

}  // namespace tactus
