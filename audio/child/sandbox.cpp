#include "audio/child/sandbox.h"

#include <fmt/core.h>
#include <sys/resource.h>

#include "audio/child/sandbox_layers.h"
#include "audio/readers/child_process.h"

namespace tactus {
namespace {

using Resource = decltype(RLIMIT_CPU);  // an enumeration in glibc, a number elsewhere

void limit(Resource resource, rlim_t value, rlim_t margin = 0) {
  const rlimit bounds = {value, value + margin};
  setrlimit(resource, &bounds);
}

void note_missing(Sandbox& sandbox, const char* what, const std::string& why) {
  if (why.empty()) return;
  sandbox.missing += fmt::format("{}{}: {}", sandbox.missing.empty() ? "" : "; ", what, why);
}

}  // namespace

std::string Sandbox::text() const {
  return fmt::format("{}, {}, limits of memory and time{}",
                     filter ? "system calls are filtered" : "system calls are NOT filtered",
                     landlock > 0 ? fmt::format("no files (Landlock {})", landlock) : "no Landlock",
                     missing.empty() ? "" : " (" + missing + ")");
}

Sandbox give_up_files(const SandboxLimits& limits) {
  Sandbox sandbox;
  limit_child_process(limits.memory);
  if (kSanitized) {
    sandbox.missing = "built for a sanitizer, which needs what the sandbox forbids";
    return sandbox;
  }
  note_missing(sandbox, "Landlock", forbid_files(sandbox.landlock));
  limit(RLIMIT_CPU, static_cast<rlim_t>(limits.cpu_seconds), 5);
  limit(RLIMIT_FSIZE, 0);
  limit(RLIMIT_NOFILE, 1);  // poll() takes as many; no descriptor is free below it
  return sandbox;
}

void filter_calls(Sandbox& sandbox, int out_descriptor) {
  if (kSanitized) return;
  limit(RLIMIT_NPROC, 0);
  const std::string missing = forbid_calls(out_descriptor);
  sandbox.filter = missing.empty();
  note_missing(sandbox, "seccomp", missing);
}

}  // namespace tactus
