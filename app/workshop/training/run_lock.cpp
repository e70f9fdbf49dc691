#include "app/workshop/training/run_lock.h"

#include <fcntl.h>
#include <fmt/core.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cerrno>
#include <cstring>

#include "audio/error.h"

namespace tactus {
namespace {

std::filesystem::path lock_file(const std::filesystem::path& output) {
  return output.string() + ".lock";
}

struct flock whole_file() {
  struct flock lock {};
  lock.l_type = F_WRLCK;
  lock.l_whence = SEEK_SET;
  return lock;
}

// Does the path still name the open file?
bool is_at(int descriptor, const std::filesystem::path& path) {
  struct stat open {
  }, named{};
  return fstat(descriptor, &open) == 0 && stat(path.c_str(), &named) == 0 &&
         open.st_ino == named.st_ino && open.st_dev == named.st_dev;
}

[[noreturn]] void refuse(const std::filesystem::path& output, int process) {
  throw ArgumentError(
      fmt::format("{}: process {} is training this model already; wait for it, stop it, or choose "
                  "another output",
                  output.string(), process));
}

}  // namespace

RunLock::RunLock(const std::filesystem::path& output) : file_(lock_file(output)) {
  while (true) {
    descriptor_ = open(file_.c_str(), O_RDWR | O_CREAT | O_CLOEXEC, 0644);
    if (descriptor_ < 0) {
      throw ArgumentError(
          fmt::format("{}: cannot be written: {}", file_.string(), std::strerror(errno)));
    }
    struct flock lock = whole_file();
    if (fcntl(descriptor_, F_SETLK, &lock) != 0) {
      const int process = training_process(output).value_or(0);
      close(descriptor_);
      refuse(output, process);
    }
    if (is_at(descriptor_, file_)) return;
    close(descriptor_);  // the previous holder removed it in between
  }
}

RunLock::~RunLock() {
  unlink(file_.c_str());
  close(descriptor_);
}

std::optional<int> training_process(const std::filesystem::path& output) {
  const int descriptor = open(lock_file(output).c_str(), O_RDWR | O_CLOEXEC);
  if (descriptor < 0) return std::nullopt;
  struct flock lock = whole_file();
  const bool asked = fcntl(descriptor, F_GETLK, &lock) == 0;
  close(descriptor);
  if (!asked || lock.l_type == F_UNLCK) return std::nullopt;
  return static_cast<int>(lock.l_pid);
}

void refuse_while_trained(const std::filesystem::path& output) {
  if (const auto process = training_process(output)) refuse(output, *process);
}

}  // namespace tactus
