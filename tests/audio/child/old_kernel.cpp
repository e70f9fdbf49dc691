// Starts tactus-decode as on a kernel without seccomp and Landlock: old_kernel ARGUMENT...
#include <seccomp.h>
#include <unistd.h>

#include <cerrno>
#include <initializer_list>

int main(int, char** argv) {
  scmp_filter_ctx filter = seccomp_init(SCMP_ACT_ALLOW);
  for (const int call : {SCMP_SYS(seccomp), SCMP_SYS(landlock_create_ruleset)})
    seccomp_rule_add(filter, SCMP_ACT_ERRNO(ENOSYS), call, 0);
  // PR_SET_SECCOMP, the older way to the same
  const scmp_arg_cmp set_seccomp = {0, SCMP_CMP_EQ, 22, 0};
  seccomp_rule_add(filter, SCMP_ACT_ERRNO(EINVAL), SCMP_SYS(prctl), 1, set_seccomp);
  if (seccomp_load(filter) != 0) return 9;
  execv(TACTUS_BINARY_DIR "/tactus-decode", argv);
  return 8;
}
