// Loaded before the C library (LD_PRELOAD): the FAIL_AT-th call that writes to a file, a folder or
// a name fails with FAIL_HOW (ENOSPC, EIO), or kills the process ("kill"). 0 = none fails.
#include <dlfcn.h>
#include <sys/stat.h>
#include <sys/xattr.h>
#include <unistd.h>

#include <cerrno>
#include <csignal>
#include <cstdio>
#include <cstdlib>
#include <cstring>

namespace {

int calls = 0;

bool fails() {
  const char* at = std::getenv("FAIL_AT");
  if (!at || ++calls != std::atoi(at)) return false;
  const char* how = std::getenv("FAIL_HOW");
  if (std::strcmp(how, "kill") == 0) raise(SIGKILL);
  errno = std::strcmp(how, "EIO") == 0 ? EIO : ENOSPC;
  return true;
}

template <class Function>
Function* real(const char* name) {
  return reinterpret_cast<Function*>(dlsym(RTLD_NEXT, name));
}

}  // namespace

extern "C" {

ssize_t write(int fd, const void* bytes, size_t size) {
  if (fd > 2 && fails()) return -1;
  return real<decltype(write)>("write")(fd, bytes, size);
}
ssize_t pwrite(int fd, const void* bytes, size_t size, off_t at) {
  // The first part of a write still reaches the disk.
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
int linkat(int from, const char* name, int to, const char* made, int flags) noexcept {
  return fails() ? -1
                 : real<int(int, const char*, int, const char*, int)>("linkat")(from, name, to,
                                                                                made, flags);
}
int rename(const char* from, const char* to) noexcept {
  return fails() ? -1 : real<int(const char*, const char*)>("rename")(from, to);
}
}
