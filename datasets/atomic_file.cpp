#include "datasets/atomic_file.h"

#include <fcntl.h>
#include <fmt/format.h>
#include <sys/stat.h>
#include <unistd.h>

#include <atomic>
#include <cerrno>
#include <system_error>

namespace tactus {
namespace {

[[noreturn]] void fail(const char* what, const std::filesystem::path& path) {
  throw std::filesystem::filesystem_error(what, path,
                                          std::error_code(errno, std::generic_category()));
}

class Descriptor {
 public:
  Descriptor(const std::filesystem::path& path, int flags)
      : fd_(::open(path.c_str(), flags, 0666)) {
    if (fd_ < 0) fail("cannot open", path);
  }
  ~Descriptor() { ::close(fd_); }
  Descriptor(const Descriptor&) = delete;
  Descriptor& operator=(const Descriptor&) = delete;
  int get() const { return fd_; }

 private:
  int fd_;
};

void write_and_flush(const std::filesystem::path& path, std::string_view content) {
  const Descriptor file(path, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC);
  while (!content.empty()) {
    const ssize_t written = ::write(file.get(), content.data(), content.size());
    if (written < 0 && errno == EINTR) continue;
    if (written < 0) fail("cannot write", path);
    content.remove_prefix(static_cast<std::size_t>(written));
  }
  if (::fsync(file.get()) != 0) fail("cannot flush", path);
}

}  // namespace

void write_file_atomically(const std::filesystem::path& path, std::string_view content) {
  static std::atomic<unsigned> counter{0};  // two writers of one process never share a temporary
  const std::filesystem::path folder = path.has_parent_path() ? path.parent_path() : ".";
  std::filesystem::create_directories(folder);
  const std::filesystem::path temporary =
      folder / fmt::format(".tactus-{}-{}.tmp", ::getpid(), counter.fetch_add(1));
  try {
    write_and_flush(temporary, content);
    std::filesystem::rename(temporary, path);
  } catch (...) {
    std::error_code ignored;
    std::filesystem::remove(temporary, ignored);
    throw;
  }
  ::fsync(Descriptor(folder, O_RDONLY | O_DIRECTORY | O_CLOEXEC)
              .get());  // some file systems refuse; no harm
}

}  // namespace tactus
