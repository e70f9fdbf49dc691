#include <linux/landlock.h>
#include <seccomp.h>
#include <sys/mman.h>
#include <sys/prctl.h>
#include <sys/syscall.h>
#include <unistd.h>

#include <cerrno>
#include <cstdint>
#include <cstring>
#include <memory>

#include "audio/child/sandbox_layers.h"

namespace tactus {
namespace {

// struct landlock_ruleset_attr of newer kernels: Debian's header ends after the first member. A
// kernel takes a longer structure than its own if the rest is zero.
struct LandlockRules {
  std::uint64_t files = 0;
  std::uint64_t network = 0;
  std::uint64_t scopes = 0;
};

// The rights that a version of Landlock can take away: all of them, without an exception.
LandlockRules everything(long version) {
  const int file_rights = version >= 5 ? 16 : version >= 3 ? 15 : version == 2 ? 14 : 13;
  LandlockRules rules;
  rules.files = (std::uint64_t{1} << file_rights) - 1;
  if (version >= 4) rules.network = 3;  // bind and connect of TCP
  if (version >= 6) rules.scopes = 3;   // abstract sockets, signals to other processes
  return rules;
}

// Returns the version of Landlock in force; 0 with errno where there is none.
int restrict_files() {
  const long version =
      syscall(SYS_landlock_create_ruleset, nullptr, 0, LANDLOCK_CREATE_RULESET_VERSION);
  if (version < 1) return 0;
  const LandlockRules rules = everything(version);
  const long ruleset = syscall(SYS_landlock_create_ruleset, &rules, sizeof rules, 0);
  if (ruleset < 0) return 0;
  const bool done = syscall(SYS_landlock_restrict_self, ruleset, 0) == 0;
  const int error = errno;
  close(static_cast<int>(ruleset));
  errno = error;
  return done ? static_cast<int>(version) : 0;
}

// Work on what is open, memory, threads that exist, and the end.
constexpr int kAllowed[] = {SCMP_SYS(read),         SCMP_SYS(readv),
                            SCMP_SYS(pread64),      SCMP_SYS(lseek),
                            SCMP_SYS(fstat),        SCMP_SYS(close),
                            SCMP_SYS(poll),         SCMP_SYS(ppoll),
                            SCMP_SYS(brk),          SCMP_SYS(munmap),
                            SCMP_SYS(mremap),       SCMP_SYS(madvise),
                            SCMP_SYS(futex),        SCMP_SYS(set_robust_list),
                            SCMP_SYS(rseq),         SCMP_SYS(sched_yield),
                            SCMP_SYS(getpid),       SCMP_SYS(gettid),
                            SCMP_SYS(getrandom),    SCMP_SYS(clock_gettime),
                            SCMP_SYS(gettimeofday), SCMP_SYS(clock_nanosleep),
                            SCMP_SYS(nanosleep),    SCMP_SYS(sched_getaffinity),
                            SCMP_SYS(rt_sigaction), SCMP_SYS(rt_sigprocmask),
                            SCMP_SYS(rt_sigreturn), SCMP_SYS(restart_syscall),
                            SCMP_SYS(exit),         SCMP_SYS(exit_group)};

// Libraries ask for these and go on without them.
constexpr int kUseless[] = {
    SCMP_SYS(open),     SCMP_SYS(openat),     SCMP_SYS(openat2),   SCMP_SYS(stat),
    SCMP_SYS(lstat),    SCMP_SYS(newfstatat), SCMP_SYS(statx),     SCMP_SYS(access),
    SCMP_SYS(readlink), SCMP_SYS(readlinkat), SCMP_SYS(faccessat), SCMP_SYS(faccessat2),
    SCMP_SYS(getcwd),   SCMP_SYS(ioctl),      SCMP_SYS(fcntl),     SCMP_SYS(uname),
    SCMP_SYS(sysinfo),  SCMP_SYS(prlimit64),  SCMP_SYS(getrusage), SCMP_SYS(prctl)};

class Filter {
 public:
  Filter() : context_(seccomp_init(SCMP_ACT_KILL_PROCESS), seccomp_release) {
    if (!context_) error_ = ENOMEM;
  }
  template <class... Conditions>
  void add(std::uint32_t action, int call, Conditions... conditions) {
    if (error_ != 0) return;
    const int code =
        seccomp_rule_add(context_.get(), action, call, sizeof...(conditions), conditions...);
    if (code != 0 && code != -EDOM) error_ = -code;  // EDOM: this architecture has no such call
  }
  void set(scmp_filter_attr attribute, std::uint32_t value) {
    if (error_ == 0) error_ = -seccomp_attr_set(context_.get(), attribute, value);
  }
  // Returns 0, or what went wrong.
  int load() { return error_ != 0 ? error_ : -seccomp_load(context_.get()); }

 private:
  std::unique_ptr<void, decltype(&seccomp_release)> context_;
  int error_ = 0;
};

// The first argument of a call. The macros of libseccomp are C, which clang warns of.
scmp_arg_cmp first_is(int value) {
  return {0, SCMP_CMP_EQ, static_cast<scmp_datum_t>(value), 0};
}

void add_rules(Filter& filter, int out_descriptor) {
  for (const int call : kAllowed) filter.add(SCMP_ACT_ALLOW, call);
  for (const int call : kUseless) filter.add(SCMP_ACT_ERRNO(EACCES), call);
  const scmp_arg_cmp not_executable = {2, SCMP_CMP_MASKED_EQ, PROT_EXEC, 0};
  for (const int call : {SCMP_SYS(mmap), SCMP_SYS(mmap2), SCMP_SYS(mprotect)})
    filter.add(SCMP_ACT_ALLOW, call, not_executable);
  filter.add(SCMP_ACT_ALLOW, SCMP_SYS(write), first_is(out_descriptor));
  for (const int descriptor : {STDOUT_FILENO, STDERR_FILENO}) {  // what libraries say
    filter.add(SCMP_ACT_ERRNO(EBADF), SCMP_SYS(write), first_is(descriptor));
    filter.add(SCMP_ACT_ERRNO(EBADF), SCMP_SYS(writev), first_is(descriptor));
  }
  filter.add(SCMP_ACT_ALLOW, SCMP_SYS(tgkill), first_is(getpid()));  // abort()
}

}  // namespace

std::string forbid_files(int& landlock) {
  prctl(PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0);
  landlock = restrict_files();
  return landlock == 0 ? std::strerror(errno) : "";
}

std::string forbid_calls(int out_descriptor) {
  Filter filter;
  filter.set(SCMP_FLTATR_CTL_TSYNC, 1);  // all threads
  filter.set(SCMP_FLTATR_ACT_BADARCH, SCMP_ACT_KILL_PROCESS);
  add_rules(filter, out_descriptor);
  const int error = filter.load();
  return error != 0 ? std::strerror(error) : "";
}

}  // namespace tactus
