#include "features/files/atomic_file.h"

#include <fcntl.h>
#include <sys/stat.h>
#include <sys/xattr.h>
#include <unistd.h>

#include <atomic>
#include <cerrno>
#include <charconv>
#include <cstdio>
#include <optional>
#include <string>
#include <system_error>
#include <utility>
#include <vector>

namespace tactus {

namespace {

namespace fs = std::filesystem;

[[noreturn]] void fail(const char* action, const fs::path& path, int error) {
  throw fs::filesystem_error(action, path, std::error_code(error, std::generic_category()));
}

class Descriptor {
 public:
  explicit Descriptor(int fd) : fd_(fd) {}
  ~Descriptor() {
    if (fd_ >= 0) ::close(fd_);
  }
  Descriptor(const Descriptor&) = delete;
  Descriptor& operator=(const Descriptor&) = delete;
  int get() const { return fd_; }

 private:
  int fd_;
};

void write_all(const Descriptor& file, std::span<const std::byte> bytes, const fs::path& path) {
  while (!bytes.empty()) {
    const ssize_t written = ::write(file.get(), bytes.data(), bytes.size());
    if (written < 0 && errno == EINTR) continue;
    if (written < 0) fail("cannot be written", path, errno);
    bytes = bytes.subspan(static_cast<std::size_t>(written));
  }
}

// The open file of this process that a path like /proc/self/fd/1 names.
std::optional<int> open_file(const fs::path& path) {
  if (path.parent_path() != "/proc/self/fd" && path.parent_path() != "/dev/fd") return std::nullopt;
  const std::string number = path.filename().string();
  int fd = -1;
  const auto [end, error] = std::from_chars(number.data(), number.data() + number.size(), fd);
  if (error != std::errc() || end != number.data() + number.size()) return std::nullopt;
  return fd;
}

// The path, or the target of a link; the target need not exist. Stops at an open file: /dev/stdout
// leads to /proc/self/fd/1.
fs::path behind_links(fs::path path) {
  constexpr int kMostLinks = 40;  // limit of the kernel
  for (int links = 0; links <= kMostLinks; ++links) {
    std::error_code absent;
    if (open_file(path) || !fs::is_symlink(fs::symlink_status(path, absent))) return path;
    path = path.parent_path() / fs::read_symlink(path);
  }
  fail("cannot be written", path, ELOOP);
}

std::optional<mode_t> mode_of(const fs::path& path) {
  struct stat status;
  if (::stat(path.c_str(), &status) != 0) return std::nullopt;
  return status.st_mode;
}

class AtomicFile {
 public:
  // The folder must exist. `mode` is that of the file to replace, if it exists.
  AtomicFile(const fs::path& target, std::optional<mode_t> mode)
      : target_(target),
        folder_(target.has_parent_path() ? target.parent_path() : fs::path(".")),
        partial_(unique_name()),
        file_(open_unnamed()) {
    if (file_.get() < 0) fail("cannot be created", target_, errno);
    // Some file systems have no permissions and refuse; then there is nothing to keep.
    if (mode) static_cast<void>(::fchmod(file_.get(), *mode & 0777));
  }
  ~AtomicFile() {
    if (named_) ::unlink(partial_.c_str());
  }
  AtomicFile(const AtomicFile&) = delete;
  AtomicFile& operator=(const AtomicFile&) = delete;

  void write(std::span<const std::byte> bytes) { write_all(file_, bytes, target_); }
  int descriptor() const { return file_.get(); }

  void commit() {
    flush();
    if (!named_ && give_name(target_)) return flush_folder();
    name_partial();
    replace();
  }

  // The steps of commit() for a target that exists; only the last one touches it.
  void flush() {
    if (::fsync(file_.get()) != 0) fail("cannot be flushed", target_, errno);
  }
  // The same in parts, for a large file on a slow disk.
  void flush(const std::function<void()>& alive) {
    constexpr off_t kPart = off_t{8} << 20;
    constexpr unsigned kWrite =
        SYNC_FILE_RANGE_WAIT_BEFORE | SYNC_FILE_RANGE_WRITE | SYNC_FILE_RANGE_WAIT_AFTER;
    const off_t size = ::lseek(file_.get(), 0, SEEK_END);
    for (off_t at = 0; alive && at < size; at += kPart) {
      alive();
      if (::sync_file_range(file_.get(), at, kPart, kWrite) == 0) continue;
      if (errno == EIO || errno == ENOSPC || errno == EDQUOT)
        fail("cannot be flushed", target_, errno);
      break;  // not on this file system: fsync does it all
    }
    flush();
    if (alive) alive();
  }
  void name_partial() {
    // Another process with this number may have left a file of that name.
    while (!named_ && !(named_ = give_name(partial_))) partial_ = unique_name();
  }
  void replace() {
    if (std::rename(partial_.c_str(), target_.c_str()) != 0) {
      fail("cannot be replaced", target_, errno);
    }
    named_ = false;
    flush_folder();
  }

 private:
  void flush_folder() const {
    const Descriptor folder(::open(folder_.c_str(), O_RDONLY | O_DIRECTORY | O_CLOEXEC));
    if (folder.get() >= 0) ::fsync(folder.get());  // some file systems refuse; no harm
  }

  // Shortens a long name, so that there is room for the suffix.
  fs::path unique_name() const {
    constexpr std::size_t kMostOfTheName = 200;  // bytes, of 255
    static std::atomic<unsigned> counter{0};
    const std::string name = "." + target_.filename().string().substr(0, kMostOfTheName) + "." +
                             std::to_string(::getpid()) + "-" +
                             std::to_string(counter.fetch_add(1)) + ".partial";
    return folder_ / name;
  }

  int open_unnamed() {
    int fd = ::open(folder_.c_str(), O_TMPFILE | O_RDWR | O_CLOEXEC, 0666);
    if (fd >= 0) return fd;
    named_ = true;
    const auto create = [this] {
      return ::open(partial_.c_str(), O_RDWR | O_CREAT | O_EXCL | O_CLOEXEC, 0666);
    };
    for (fd = create(); fd < 0 && errno == EEXIST; fd = create()) partial_ = unique_name();
    return fd;
  }

  // False if a file of that name already exists.
  bool give_name(const fs::path& name) const {
    const std::string source = "/proc/self/fd/" + std::to_string(file_.get());
    if (::linkat(AT_FDCWD, source.c_str(), AT_FDCWD, name.c_str(), AT_SYMLINK_FOLLOW) == 0) {
      return true;
    }
    if (errno != EEXIST) fail("cannot be named", target_, errno);
    return false;
  }

  fs::path target_, folder_, partial_;
  bool named_ = false;  // partial_ exists
  Descriptor file_;
};

// Devices, pipes and open files have no content to replace, and must remain as they are.
void write_through(const fs::path& path, std::span<const std::span<const std::byte>> parts) {
  const std::optional<int> open = open_file(path);
  const Descriptor file(open ? ::dup(*open)
                             : ::open(path.c_str(), O_WRONLY | O_NOCTTY | O_CLOEXEC));
  if (file.get() < 0) fail("cannot be written", path, errno);
  for (const auto& part : parts) write_all(file, part, path);
}

// The bytes of a list of extended attributes, or of one. Empty if there are none, or if the file
// system has no such thing.
template <class Get>
std::vector<char> attribute_bytes(const fs::path& path, const Get& get) {
  for (;;) {
    const ssize_t size = get(nullptr, 0);
    if (size == 0 || (size < 0 && (errno == ENOTSUP || errno == ENODATA))) return {};
    if (size < 0) fail("extended attributes cannot be read", path, errno);
    std::vector<char> bytes(static_cast<std::size_t>(size));
    const ssize_t got = get(bytes.data(), bytes.size());
    if (got < 0 && errno == ERANGE) continue;  // it has grown meanwhile
    if (got < 0) fail("extended attributes cannot be read", path, errno);
    bytes.resize(static_cast<std::size_t>(got));
    return bytes;
  }
}

// The kernel gives a new file its own labels of security; those that it refuses are left to it.
void copy_attributes(int from, int to, const fs::path& path) {
  const std::vector<char> names = attribute_bytes(
      path, [from](char* out, std::size_t size) { return ::flistxattr(from, out, size); });
  for (std::size_t at = 0; at < names.size();) {
    const std::string name(names.data() + at);
    at += name.size() + 1;
    const std::vector<char> value = attribute_bytes(path, [&](char* out, std::size_t size) {
      return ::fgetxattr(from, name.c_str(), out, size);
    });
    if (::fsetxattr(to, name.c_str(), value.data(), value.size(), 0) == 0) continue;
    if (name.starts_with("security.") || name.starts_with("trusted.")) continue;
    fail("extended attributes cannot be kept", path, errno);
  }
  // A new file takes the access list that its folder prescribes.
  constexpr const char* kAccess = "system.posix_acl_access";
  if (::fgetxattr(from, kAccess, nullptr, 0) >= 0 || errno != ENODATA) return;
  if (::fremovexattr(to, kAccess) != 0 && errno != ENODATA && errno != ENOTSUP)
    fail("access list cannot be kept", path, errno);
}

void copy_owner(const struct stat& from, int to, const fs::path& path) {
  struct stat made;
  if (::fstat(to, &made) != 0) fail("cannot be written", path, errno);
  if (made.st_uid == from.st_uid && made.st_gid == from.st_gid) return;
  if (::fchown(to, from.st_uid, from.st_gid) != 0) fail("owner cannot be kept", path, errno);
}

bool same_time(const timespec& a, const timespec& b) {
  return a.tv_sec == b.tv_sec && a.tv_nsec == b.tv_nsec;
}

}  // namespace

struct FileReplacement::Impl {
  Impl(const fs::path& file, std::function<void()> called)
      : path(file),
        alive(std::move(called)),
        original(::open(file.c_str(), O_RDONLY | O_CLOEXEC | O_NOCTTY | O_NOFOLLOW)),
        status(status_of(original, file)),
        copy(file, status.st_mode) {
    copy_content();
    copy_owner(status, copy.descriptor(), path);
    // After the owner: a change of it takes special permissions away.
    if (::fchmod(copy.descriptor(), status.st_mode & 07777) != 0)
      fail("permissions cannot be kept", path, errno);
    copy_attributes(original.get(), copy.descriptor(), path);
  }

  static struct stat status_of(const Descriptor& file, const fs::path& path) {
    struct stat status;
    if (file.get() < 0 || ::fstat(file.get(), &status) != 0) fail("cannot be read", path, errno);
    if (!S_ISREG(status.st_mode)) fail("cannot be replaced", path, EINVAL);
    return status;
  }

  void copy_content() {
    constexpr std::size_t kBlock = std::size_t{1} << 20;
    std::vector<std::byte> block(kBlock);
    for (;;) {
      const ssize_t got = ::read(original.get(), block.data(), block.size());
      if (got < 0 && errno == EINTR) continue;
      if (got < 0) fail("cannot be read", path, errno);
      if (got == 0) return;
      if (alive) alive();
      copy.write(std::span(block).first(static_cast<std::size_t>(got)));
    }
  }

  bool is_current() const {
    struct stat now;
    return ::lstat(path.c_str(), &now) == 0 && now.st_dev == status.st_dev &&
           now.st_ino == status.st_ino && now.st_size == status.st_size &&
           same_time(now.st_mtim, status.st_mtim);
  }

  fs::path path;
  std::function<void()> alive;
  Descriptor original;
  struct stat status;
  AtomicFile copy;
};

FileReplacement::FileReplacement(const fs::path& path, std::function<void()> alive)
    : impl_(std::make_unique<Impl>(path, std::move(alive))) {}
FileReplacement::~FileReplacement() = default;

int FileReplacement::descriptor() const {
  return impl_->copy.descriptor();
}

fs::path FileReplacement::readable_path() const {
  return "/proc/self/fd/" + std::to_string(descriptor());
}

bool FileReplacement::commit(bool keep_times) {
  if (keep_times) {
    const timespec times[] = {impl_->status.st_atim, impl_->status.st_mtim};
    if (::futimens(descriptor(), times) != 0) fail("times cannot be kept", impl_->path, errno);
  }
  // This may take minutes, in which another program may change the file.
  impl_->copy.flush(impl_->alive);
  impl_->copy.name_partial();
  if (!impl_->is_current()) return false;
  impl_->copy.replace();
  return true;
}

void write_file_atomically(const fs::path& path,
                           std::span<const std::span<const std::byte>> parts) {
  const std::optional<mode_t> mode = mode_of(path);
  const fs::path target = behind_links(path);
  if (open_file(target) || (mode && !S_ISREG(*mode))) return write_through(target, parts);
  // A link may point to a disk that is not mounted now.
  if (target == path && path.has_parent_path()) fs::create_directories(path.parent_path());
  AtomicFile file(target, mode);
  for (const auto& part : parts) file.write(part);
  file.commit();
}

void write_file_atomically(const fs::path& path, std::string_view content) {
  const std::span<const std::byte> part = std::as_bytes(std::span(content));
  write_file_atomically(path, std::span(&part, 1));
}

}  // namespace tactus
