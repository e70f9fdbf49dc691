// Loaded before the C library (LD_PRELOAD): the FAIL_AT-th call that writes to a file, a folder or
// a name fails with FAIL_HOW (ENOSPC, EIO), or kills the process ("kill"). 0 = none fails. Each
// process counts for itself. If FAIL_LOG is set, a call that fails creates that file.
#include <dlfcn.h>
#include <fcntl.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <sys/uio.h>
#include <sys/xattr.h>
#include <unistd.h>

#include <atomic>
#include <cerrno>
#include <csignal>
#include <cstdio>
#include <cstdlib>
#include <cstring>

namespace {

std::atomic<int> calls = 0;

bool fails() {
  const char* at = std::getenv("FAIL_AT");
  if (!at || ++calls != std::atoi(at)) return false;
  if (const char* log = std::getenv("FAIL_LOG"))
    syscall(SYS_close, syscall(SYS_openat, AT_FDCWD, log, O_CREAT | O_WRONLY, 0666));
  const char* how = std::getenv("FAIL_HOW");
  if (std::strcmp(how, "kill") == 0) raise(SIGKILL);
  errno = std::strcmp(how, "EIO") == 0 ? EIO : ENOSPC;
  return true;
}

// Pipes to child processes and terminals are no disks.
bool is_file(int fd) {
  struct stat status;
  return fd > 2 && fstat(fd, &status) == 0 && S_ISREG(status.st_mode);
}

template <class Function>
Function* real(const char* name) {
  return reinterpret_cast<Function*>(dlsym(RTLD_NEXT, name));
}

}  // namespace

extern "C" {

ssize_t write(int fd, const void* bytes, size_t size) {
  // The first part of a write still reaches the disk.
  if (is_file(fd) && fails())
    return real<decltype(write)>("write")(fd, bytes, size / 2),
           errno = std::strcmp(std::getenv("FAIL_HOW"), "EIO") == 0 ? EIO : ENOSPC, -1;
  return real<decltype(write)>("write")(fd, bytes, size);
}
ssize_t writev(int fd, const struct iovec* parts, int count) {
  if (is_file(fd) && fails()) return -1;
  return real<decltype(writev)>("writev")(fd, parts, count);
}
ssize_t pwrite(int fd, const void* bytes, size_t size, off_t at) {
  if (fails()) return real<decltype(pwrite)>("pwrite")(fd, bytes, size / 2, at), errno = ENOSPC, -1;
  return real<decltype(pwrite)>("pwrite")(fd, bytes, size, at);
}
ssize_t pwrite64(int fd, const void* bytes, size_t size, off_t at) {
  if (fails()) return real<decltype(pwrite)>("pwrite")(fd, bytes, size / 2, at), errno = ENOSPC, -1;
  return real<decltype(pwrite)>("pwrite")(fd, bytes, size, at);
}
int ftruncate(int fd, off_t size) noexcept {
  return fails() ? -1 : real<int(int, off_t)>("ftruncate")(fd, size);
}
int fsync(int fd) {
  return fails() ? -1 : real<int(int)>("fsync")(fd);
}
int fchmod(int fd, mode_t mode) noexcept {
  return fails() ? -1 : real<int(int, mode_t)>("fchmod")(fd, mode);
}
int link(const char* from, const char* to) noexcept {
  return fails() ? -1 : real<int(const char*, const char*)>("link")(from, to);
}
int linkat(int from, const char* name, int to, const char* made, int flags) noexcept {
  return fails() ? -1
                 : real<int(int, const char*, int, const char*, int)>("linkat")(from, name, to,
                                                                                made, flags);
}
int rename(const char* from, const char* to) noexcept {
  return fails() ? -1 : real<int(const char*, const char*)>("rename")(from, to);
}
int renameat2(int from, const char* name, int to, const char* made, unsigned flags) noexcept {
  return fails() ? -1
                 : real<int(int, const char*, int, const char*, unsigned)>("renameat2")(
                       from, name, to, made, flags);
}
}
