#include "model/atomic_file.h"

#include <fcntl.h>
#include <fmt/format.h>
#include <unistd.h>

#include <cerrno>
#include <cstdio>
#include <system_error>
#include <utility>

namespace tactus {
namespace {

[[noreturn]] void fail(const std::filesystem::path& path, const char* action) {
  throw std::system_error(errno, std::generic_category(),
                          fmt::format("{}: {}", path.string(), action));
}

// A file under construction: removed unless it was renamed to its final name.
class Temporary {
 public:
  explicit Temporary(const std::filesystem::path& target)
      : target_(target), path_(target.string() + fmt::format(".{}.tmp", ::getpid())) {
    descriptor_ = ::open(path_.c_str(), O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0666);
    if (descriptor_ < 0) fail(path_, "cannot create");
  }
  ~Temporary() {
    if (descriptor_ >= 0) ::close(descriptor_);
    if (!path_.empty()) ::unlink(path_.c_str());
  }
  Temporary(const Temporary&) = delete;
  Temporary& operator=(const Temporary&) = delete;

  void write(std::span<const std::byte> bytes) {
    while (!bytes.empty()) {
      const ssize_t written = ::write(descriptor_, bytes.data(), bytes.size());
      if (written < 0 && errno == EINTR) continue;
      if (written < 0) fail(path_, "cannot write");
      bytes = bytes.subspan(static_cast<std::size_t>(written));
    }
  }
  void finish() {
    if (::fsync(descriptor_) != 0) fail(path_, "cannot flush");
    const int closed = ::close(std::exchange(descriptor_, -1));
    if (closed != 0) fail(path_, "cannot close");
    if (std::rename(path_.c_str(), target_.c_str()) != 0) fail(target_, "cannot replace");
    path_.clear();
    flush_folder();
  }

 private:
  // Makes the rename itself durable; not every file system can, so a failure is not an error.
  void flush_folder() const {
    const auto folder =
        target_.has_parent_path() ? target_.parent_path() : std::filesystem::path(".");
    const int descriptor = ::open(folder.c_str(), O_RDONLY | O_DIRECTORY | O_CLOEXEC);
    if (descriptor < 0) return;
    ::fsync(descriptor);
    ::close(descriptor);
  }

  std::filesystem::path target_;
  std::filesystem::path path_;
  int descriptor_ = -1;
};

}  // namespace

void write_file_atomically(const std::filesystem::path& path,
                           std::span<const std::span<const std::byte>> pieces) {
  Temporary file(path);
  for (const auto piece : pieces) file.write(piece);
  file.finish();
}

}  // namespace tactus
