// Who trains a model: one process at a time per output file, and others can see which one.
#pragma once

#include <filesystem>
#include <optional>

namespace tactus {

// Holds OUTPUT.lock while it lives (a POSIX record lock: gone with the process however that ends)
// and removes the file afterwards. Throws ArgumentError when another process holds it.
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

// The process that trains OUTPUT now; none when nobody does. Takes nothing from the holder.
std::optional<int> training_process(const std::filesystem::path& output);
// Throws ArgumentError that names it.
void refuse_while_trained(const std::filesystem::path& output);

}  // namespace tactus
