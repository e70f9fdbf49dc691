#include "app/cli/program/out_of_memory.h"

#include <unistd.h>

#include <exception>
#include <new>

#include "audio/standard_streams.h"

namespace tactus {
namespace {

std::terminate_handler otherwise = nullptr;

[[noreturn]] void terminate() {
  if (std::current_exception()) {
    try {
      throw;
    } catch (const std::bad_alloc&) {
      _exit(out_of_memory());
    } catch (...) {
      otherwise();
    }
  }
  otherwise();
  _exit(kSomeInputsFailed);  // a handler does not return
}

}  // namespace

ExitCode out_of_memory() noexcept {
  write_log("tactus: not enough memory\n");
  return kSomeInputsFailed;
}

void end_where_memory_ends() noexcept {
  if (std::get_terminate() != terminate) otherwise = std::set_terminate(terminate);
}

}  // namespace tactus
