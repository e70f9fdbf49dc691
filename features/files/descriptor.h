// A file descriptor that is closed at the end of its scope.
#pragma once

#include <unistd.h>

namespace tactus {

class Descriptor {
 public:
  explicit Descriptor(int fd) : fd_(fd) {}  // below 0: none
  ~Descriptor() {
    if (fd_ >= 0) ::close(fd_);
  }
  Descriptor(const Descriptor&) = delete;
  Descriptor& operator=(const Descriptor&) = delete;
  int get() const { return fd_; }

 private:
  int fd_;
};

}  // namespace tactus
