#include "features/files/atomic_file.h"

#include <fcntl.h>
#include <signal.h>
#include <sys/file.h>
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

#include "features/files/descriptor.h"
#include "features/files/file_error.h"

namespace tactus {

namespace {

namespace fs = std::filesystem;

[[noreturn]] void fail(const char* action, const fs::path& path, int error) {
  throw FileError(action, path, std::error_code(error, std::generic_category()));
}

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

constexpr std::string_view kOfTactus = ".tactus-";
constexpr std::string_view kPartial = ".partial";

bool is_number(std::string_view text) {
  return !text.empty() && text.find_first_not_of("0123456789") == std::string_view::npos;
}

bool is_gone(int process) {
  return ::kill(process, 0) != 0 && errno == ESRCH;
}

// May this file of a partial name be removed? Its writer holds a lock on it as long as it lives;
// the number of its process says the same where the file system has no locks.
bool is_left_over(const fs::path& path, int process) {
  const Descriptor file(::open(path.c_str(), O_RDONLY | O_CLOEXEC | O_NOFOLLOW | O_NONBLOCK));
  struct stat status;
  return file.get() >= 0 && ::fstat(file.get(), &status) == 0 && S_ISREG(status.st_mode) &&
         status.st_uid == ::geteuid() && is_gone(process) &&
         ::flock(file.get(), LOCK_EX | LOCK_NB) == 0;
}

}  // namespace

// The steps of a write; only the last one touches the target.
struct StagedFile::Impl {
  // The folder must exist. `mode` is that of the file to replace, if it exists.
  Impl(const fs::path& file, std::optional<mode_t> mode)
      : target(file),
        folder(target.has_parent_path() ? target.parent_path() : fs::path(".")),
        partial(unique_name()),
        descriptor(open_unnamed()) {
    if (descriptor.get() < 0) fail("cannot be created", target, errno);
    // Shows sweep_partials() that somebody is at work.
    static_cast<void>(::flock(descriptor.get(), LOCK_EX | LOCK_NB));
    // Some file systems have no permissions and refuse; then there is nothing to keep.
    if (mode) static_cast<void>(::fchmod(descriptor.get(), *mode & 0777));
  }
  ~Impl() {
    if (named) ::unlink(partial.c_str());
  }
  Impl(const Impl&) = delete;
  Impl& operator=(const Impl&) = delete;

  void write(std::span<const std::byte> bytes) {
    write_all(descriptor, bytes, target);
    written += static_cast<off_t>(bytes.size());
  }

  void commit() {
    flush();
    if (!named && give_name(target)) return flush_folder();
    replace();
  }

  void flush() {
    if (::fsync(descriptor.get()) != 0) fail("cannot be flushed", target, errno);
    if (::lseek(descriptor.get(), 0, SEEK_END) < written) fail("was cut short", target, EIO);
  }
  // The same in parts, for a large file on a slow disk.
  void flush(const std::function<void()>& alive) {
    constexpr off_t kPart = off_t{8} << 20;
    constexpr unsigned kWrite =
        SYNC_FILE_RANGE_WAIT_BEFORE | SYNC_FILE_RANGE_WRITE | SYNC_FILE_RANGE_WAIT_AFTER;
    const off_t size = ::lseek(descriptor.get(), 0, SEEK_END);
    for (off_t at = 0; alive && at < size; at += kPart) {
      alive();
      if (::sync_file_range(descriptor.get(), at, kPart, kWrite) == 0) continue;
      if (errno == EIO || errno == ENOSPC || errno == EDQUOT)
        fail("cannot be flushed", target, errno);
      break;  // not on this file system: fsync does it all
    }
    if (::fsync(descriptor.get()) != 0) fail("cannot be flushed", target, errno);
    if (alive) alive();
  }
  void name_partial() {
    // Another process with this number may have left a file of that name.
    while (!named && !(named = give_name(partial))) partial = unique_name();
  }
  bool place() {
    if (!named) {
      if (!give_name(target)) return false;
    } else if (::renameat2(AT_FDCWD, partial.c_str(), AT_FDCWD, target.c_str(), RENAME_NOREPLACE) !=
               0) {
      struct stat there;
      if (errno == EEXIST || ::lstat(target.c_str(), &there) == 0) return false;
      // The file system knows no such renaming (NFS). A second name is as good: there is one
      // winner.
      if (::link(partial.c_str(), target.c_str()) != 0) {
        if (errno == EEXIST) return false;
        replace();  // it knows no second names either
        return true;
      }
      ::unlink(partial.c_str());
    }
    named = false;
    flush_folder();
    return true;
  }
  void replace() {
    name_partial();
    if (std::rename(partial.c_str(), target.c_str()) != 0) {
      fail("cannot be replaced", target, errno);
    }
    named = false;
    flush_folder();
  }

  void flush_folder() const {
    const Descriptor open(::open(folder.c_str(), O_RDONLY | O_DIRECTORY | O_CLOEXEC));
    if (open.get() >= 0) ::fsync(open.get());  // some file systems refuse; no harm
  }

  // Shortens a long name, so that there is room for the suffix.
  fs::path unique_name() const {
    constexpr std::size_t kMostOfTheName = 200;  // bytes, of 255
    static std::atomic<unsigned> counter{0};
    std::string name = ".";
    name.append(shortened_name(target.filename().string(), kMostOfTheName));
    name.append(kOfTactus).append(std::to_string(::getpid())).append("-");
    name.append(std::to_string(counter.fetch_add(1))).append(kPartial);
    return folder / name;
  }

  int open_unnamed() {
    int fd = ::open(folder.c_str(), O_TMPFILE | O_RDWR | O_CLOEXEC, 0666);
    if (fd >= 0) return fd;
    named = true;
    const auto create = [this] {
      return ::open(partial.c_str(), O_RDWR | O_CREAT | O_EXCL | O_CLOEXEC, 0666);
    };
    for (fd = create(); fd < 0 && errno == EEXIST; fd = create()) partial = unique_name();
    if (fd < 0) named = false;
    return fd;
  }

  // False if a file of that name already exists.
  bool give_name(const fs::path& name) const {
    const std::string source = "/proc/self/fd/" + std::to_string(descriptor.get());
    if (::linkat(AT_FDCWD, source.c_str(), AT_FDCWD, name.c_str(), AT_SYMLINK_FOLLOW) == 0) {
      return true;
    }
    if (errno != EEXIST) fail("cannot be given its name", target, errno);
    return false;
  }

  fs::path target, folder, partial;
  bool named = false;  // `partial` exists
  off_t written = 0;   // bytes by write()
  Descriptor descriptor;
};

namespace {

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
    fail("extended attributes cannot be preserved", path, errno);
  }
  // A new file takes the access list that its folder prescribes.
  constexpr const char* kAccess = "system.posix_acl_access";
  if (::fgetxattr(from, kAccess, nullptr, 0) >= 0 || errno != ENODATA) return;
  if (::fremovexattr(to, kAccess) != 0 && errno != ENODATA && errno != ENOTSUP)
    fail("access list cannot be preserved", path, errno);
}

void copy_owner(const struct stat& from, int to, const fs::path& path) {
  struct stat made;
  if (::fstat(to, &made) != 0) fail("cannot be written", path, errno);
  if (made.st_uid == from.st_uid && made.st_gid == from.st_gid) return;
  if (::fchown(to, from.st_uid, from.st_gid) != 0) fail("owner cannot be preserved", path, errno);
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
    copy_owner(status, copy.descriptor.get(), path);
    // After the owner: a change of it takes special permissions away.
    if (::fchmod(copy.descriptor.get(), status.st_mode & 07777) != 0)
      fail("permissions cannot be preserved", path, errno);
    copy_attributes(original.get(), copy.descriptor.get(), path);
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
  StagedFile::Impl copy;
};

StagedFile::StagedFile(const fs::path& path) : impl_(std::make_unique<Impl>(path, mode_of(path))) {}
StagedFile::~StagedFile() = default;
StagedFile::StagedFile(StagedFile&&) noexcept = default;
StagedFile& StagedFile::operator=(StagedFile&&) noexcept = default;

const fs::path& StagedFile::path() const {
  return impl_->target;
}
int StagedFile::descriptor() const {
  return impl_->descriptor.get();
}
void StagedFile::write(std::span<const std::byte> bytes) {
  impl_->write(bytes);
}
void StagedFile::flush() {
  impl_->flush();
}
bool StagedFile::place() {
  return impl_->place();
}
void StagedFile::replace() {
  impl_->replace();
}
void StagedFile::commit() {
  impl_->commit();
}

std::string shortened_name(std::string_view name, std::size_t bytes) {
  if (name.size() <= bytes) return std::string(name);
  while (bytes > 0 && (name[bytes] & 0xC0) == 0x80) --bytes;  // whole characters of UTF-8
  return std::string(name.substr(0, bytes));
}

std::optional<PartialName> partial_name(std::string_view name) {
  if (!name.starts_with('.') || !name.ends_with(kPartial)) return std::nullopt;
  const std::size_t mark = name.rfind(kOfTactus);
  if (mark == std::string_view::npos || mark == 0) return std::nullopt;
  std::string_view numbers = name.substr(mark + kOfTactus.size());
  numbers.remove_suffix(kPartial.size());
  const std::size_t dash = numbers.find('-');
  if (dash == std::string_view::npos || !is_number(numbers.substr(dash + 1))) return std::nullopt;
  PartialName found{name.substr(1, mark - 1)};
  const char* end = numbers.data() + dash;
  const auto [stop, error] = std::from_chars(numbers.data(), end, found.process);
  if (error != std::errc() || stop != end || found.process <= 0) return std::nullopt;
  return found;
}

void sweep_partials(const fs::path& folder) {
  std::error_code error;
  std::vector<fs::path> left;
  for (fs::directory_iterator entry(folder, error); !error && entry != fs::directory_iterator();
       entry.increment(error)) {
    const std::string name = entry->path().filename().string();
    const auto partial = partial_name(name);
    if (partial && is_left_over(entry->path(), partial->process)) left.push_back(entry->path());
  }
  for (const fs::path& path : left) ::unlink(path.c_str());
}

FileReplacement::FileReplacement(const fs::path& path, std::function<void()> alive)
    : impl_(std::make_unique<Impl>(path, std::move(alive))) {
  sweep_partials(impl_->copy.folder);
}
FileReplacement::~FileReplacement() = default;

int FileReplacement::descriptor() const {
  return impl_->copy.descriptor.get();
}

fs::path FileReplacement::readable_path() const {
  return "/proc/self/fd/" + std::to_string(descriptor());
}

bool FileReplacement::commit(bool keep_times) {
  if (keep_times) {
    const timespec times[] = {impl_->status.st_atim, impl_->status.st_mtim};
    if (::futimens(descriptor(), times) != 0) fail("times cannot be preserved", impl_->path, errno);
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
  StagedFile file(target);
  for (const auto& part : parts) file.write(part);
  file.commit();
}

void write_file_atomically(const fs::path& path, std::string_view content) {
  const std::span<const std::byte> part = std::as_bytes(std::span(content));
  write_file_atomically(path, std::span(&part, 1));
}

}  // namespace tactus
