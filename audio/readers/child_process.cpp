#include "audio/readers/child_process.h"

#include <fcntl.h>
#include <fmt/core.h>
#include <poll.h>
#include <spawn.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <cerrno>
#include <csignal>
#include <cstring>
#include <system_error>
#include <thread>

extern char** environ;

namespace tactus {
namespace {

constexpr int kPipeBytes = 1 << 20;  // some seconds of sound

// posix_spawn's two parameter objects, freed at the end of the scope.
struct SpawnOptions {
  posix_spawn_file_actions_t actions;
  posix_spawnattr_t attributes;

  SpawnOptions(int pipe_end, int descriptor) {
    posix_spawn_file_actions_init(&actions);
    posix_spawn_file_actions_adddup2(&actions, pipe_end, descriptor);
    posix_spawn_file_actions_addclosefrom_np(&actions, descriptor + 1);
    posix_spawn_file_actions_addopen(&actions, STDIN_FILENO, "/dev/null", O_RDONLY, 0);
    posix_spawn_file_actions_addopen(&actions, STDOUT_FILENO, "/dev/null", O_WRONLY, 0);
    sigset_t none;
    sigset_t defaults;
    sigemptyset(&none);
    sigemptyset(&defaults);
    for (const int signal : {SIGPIPE, SIGINT, SIGTERM, SIGHUP, SIGXFSZ})
      sigaddset(&defaults, signal);
    posix_spawnattr_init(&attributes);
    posix_spawnattr_setsigmask(&attributes, &none);
    posix_spawnattr_setsigdefault(&attributes, &defaults);
    posix_spawnattr_setpgroup(&attributes, 0);
    posix_spawnattr_setflags(
        &attributes, POSIX_SPAWN_SETSIGMASK | POSIX_SPAWN_SETSIGDEF | POSIX_SPAWN_SETPGROUP);
  }
  ~SpawnOptions() {
    posix_spawnattr_destroy(&attributes);
    posix_spawn_file_actions_destroy(&actions);
  }
  SpawnOptions(const SpawnOptions&) = delete;
  SpawnOptions& operator=(const SpawnOptions&) = delete;
};

// waitpid() with a deadline: 0 if the child still runs then.
pid_t wait_until(pid_t child, int& status, std::chrono::steady_clock::time_point deadline) {
  for (;;) {
    const pid_t waited = ::waitpid(child, &status, WNOHANG);
    if (waited > 0 || (waited < 0 && errno != EINTR)) return waited;
    if (std::chrono::steady_clock::now() >= deadline) return 0;
    std::this_thread::sleep_for(std::chrono::milliseconds(1));
  }
}

const char* words_for(int signal) {
  switch (signal) {
    case SIGSYS:  // the filter of system calls
    case SIGXFSZ:
      return "was stopped because it tried to do something forbidden";
    case SIGXCPU:
      return "was stopped because it used too much processor time";
    case SIGKILL:
      return "was killed, perhaps because memory ran out";
    default:
      return "crashed";
  }
}

}  // namespace

ChildProcess::ChildProcess(const std::vector<std::string>& command, int descriptor) {
  // Both ends close on exec: no other child started meanwhile may keep the pipe open.
  std::array<int, 2> ends = {-1, -1};
  if (::pipe2(ends.data(), O_CLOEXEC) != 0) {
    throw std::system_error(errno, std::generic_category(), "cannot create a pipe");
  }
  pipe_ = ends[0];
  ::fcntl(pipe_, F_SETPIPE_SZ, kPipeBytes);  // at best: the child works ahead while this one does
  std::vector<char*> arguments;
  for (const std::string& word : command) arguments.push_back(const_cast<char*>(word.c_str()));
  arguments.push_back(nullptr);
  int error = 0;
  {
    const SpawnOptions options(ends[1], descriptor);
    error = ::posix_spawnp(&pid_, arguments[0], &options.actions, &options.attributes,
                           arguments.data(), environ);
  }
  ::close(ends[1]);
  if (error != 0) {
    pid_ = -1;
    close_pipe();
    throw std::system_error(error, std::generic_category(), command[0] + " cannot be started");
  }
}

ChildProcess::~ChildProcess() {
  end(std::chrono::milliseconds(0));
}

void ChildProcess::close_pipe() {
  if (pipe_ >= 0) ::close(pipe_);
  pipe_ = -1;
}

ChildProcess::Read ChildProcess::read(std::span<std::byte> out,
                                      std::chrono::milliseconds patience) {
  using Clock = std::chrono::steady_clock;
  Clock::time_point deadline = Clock::now() + patience;
  while (!out.empty()) {
    const auto left =
        std::chrono::duration_cast<std::chrono::milliseconds>(deadline - Clock::now()).count();
    pollfd waited = {pipe_, POLLIN, 0};
    const int ready = ::poll(&waited, 1, static_cast<int>(std::max<long long>(0, left)));
    if (ready < 0 && errno == EINTR) continue;
    if (ready == 0) return Read::kStalled;
    const ssize_t got = ::read(pipe_, out.data(), out.size());
    if (got < 0 && errno == EINTR) continue;
    if (got <= 0) return Read::kEnd;
    out = out.subspan(static_cast<std::size_t>(got));
    deadline = Clock::now() + patience;
  }
  return Read::kFull;
}

std::string ChildProcess::end(std::chrono::milliseconds patience) {
  close_pipe();
  if (pid_ < 0) return "has ended";
  int status = 0;
  pid_t waited = wait_until(pid_, status, std::chrono::steady_clock::now() + patience);
  const bool lingers = waited == 0;
  if (lingers) {
    ::kill(pid_, SIGKILL);
    do {
      waited = ::waitpid(pid_, &status, 0);
    } while (waited < 0 && errno == EINTR);
  }
  pid_ = -1;
  if (waited < 0 || lingers) return "stopped answering";
  if (WIFSIGNALED(status)) {
    const int signal = WTERMSIG(status);
    const char* name = sigdescr_np(signal);
    return fmt::format("{} (signal {}, {})", words_for(signal), signal,
                       name != nullptr ? name : "unknown");
  }
  return fmt::format("stopped (exit status {})", WEXITSTATUS(status));
}

void limit_child_process(std::size_t address_space) {
  const rlimit no_core = {0, 0};
  setrlimit(RLIMIT_CORE, &no_core);
  const rlimit space = {address_space, address_space};
  if (!kSanitized) setrlimit(RLIMIT_AS, &space);
}

}  // namespace tactus
