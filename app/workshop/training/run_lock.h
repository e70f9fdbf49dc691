// Lets one process at a time train an output file, and shows the others which one.
#pragma once

#include <filesystem>
#include <optional>

namespace tactus {

// Holds OUTPUT.lock during its lifetime and removes the file at the end. It is a POSIX record lock:
// it ends with the process in any case. Throws ArgumentError if another process holds it.
class RunLock {
 public:
  explicit RunLock(const std::filesystem::path& output);
  ~RunLock();
  RunLock(const RunLock&) = delete;
  RunLock& operator=(const RunLock&) = delete;

 private:
  std::filesystem::path file_;
  int descriptor_ = -1;
};

// The process that trains OUTPUT now, or none. Does not touch the lock of the holder.
std::optional<int> training_process(const std::filesystem::path& output);
// Throws ArgumentError with the number of that process if there is one.
void refuse_while_trained(const std::filesystem::path& output);

}  // namespace tactus
