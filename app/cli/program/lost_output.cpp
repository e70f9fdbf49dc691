#include "app/cli/program/lost_output.h"

#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cerrno>
#include <cstring>
#include <string>

#include "app/cli/program/exit_code.h"
#include "audio/standard_streams.h"

namespace tactus {
namespace {

bool is_pipe(int descriptor) {
  struct stat status;
  return ::fstat(descriptor, &status) == 0 && S_ISFIFO(status.st_mode);
}

// Also true for what fill_closed_descriptors() has put there.
bool is_closed(int descriptor) {
  const int flags = ::fcntl(descriptor, F_GETFL);
  return flags < 0 || (flags & O_ACCMODE) == O_RDONLY;
}

std::string reason_of(int error) {
  if (is_closed(STDOUT_FILENO)) return ": it is closed";
  return error == 0 ? "" : std::string(": ") + std::strerror(error);
}

}  // namespace

int after_output(int code) {
  if (flush_data()) return code;
  const int error = data_fault;
  if (error == EPIPE || (error == 0 && is_pipe(STDOUT_FILENO))) return code;
  print_log("tactus: standard output: cannot be written{}\n", reason_of(error));
  return code == kSuccess || code == kDamaged ? static_cast<int>(kSomeInputsFailed) : code;
}

}  // namespace tactus
