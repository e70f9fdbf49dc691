// A library to preload: makes chosen allocations fail, as on a machine without memory. The script
// tests/bench/allocation uses it.
//
//   FAIL_FIRST=N   the N-th allocation of the process fails (from 1; 0 = none)
//   FAIL_LENGTH=M  and the M - 1 after it; absent = only that one, 0 = all after it
//   FAIL_IN=WORD   only in programs of this name; "-WORD": only in the others
//   FAIL_COUNT=F   the first 16 bytes of the file F count the allocations: all, and those before
//                  main()
//   FAIL_FROM=main count from main() on; without it from the start of the process
//   FAIL_TRACE=1   the first failure, an abort and a fault after main() began write their stacks to
//                  standard error
#include <dlfcn.h>
#include <errno.h>
#include <execinfo.h>
#include <fcntl.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <unistd.h>

#include <atomic>
#include <cstddef>

extern "C" {
void* __libc_malloc(std::size_t size);
void* __libc_calloc(std::size_t count, std::size_t size);
void* __libc_realloc(void* memory, std::size_t size);
void* __libc_memalign(std::size_t alignment, std::size_t size);
}

namespace {

struct Counts {
  std::atomic<long> all{0};
  std::atomic<long> before_main{0};
};

Counts own_counts;
Counts* counts = &own_counts;  // in a file, if somebody wants to know
// Of the failures; set before main() begins.
std::atomic<long> first{0};
long length = 1;
bool from_main = false, trace = false, chosen = false;
std::atomic<bool> traced{false};
using Main = int(int, char**, char**);
Main* program_main = nullptr;

long number(const char* name, long otherwise) {
  const char* text = getenv(name);
  return text ? atol(text) : otherwise;
}

// Is this the name of the program?
bool is_named(const char* name) {
  char path[4096];
  const ssize_t size = readlink("/proc/self/exe", path, sizeof path - 1);
  path[size > 0 ? size : 0] = '\0';
  const char* last = strrchr(path, '/');
  return strcmp(last ? last + 1 : path, name) == 0;
}

bool is_chosen() {
  const char* word = getenv("FAIL_IN");
  if (!word || !*word) return true;
  return *word == '-' ? !is_named(word + 1) : is_named(word);
}

void write_stack(const char* title) {
  void* frames[64];
  static_cast<void>(!write(STDERR_FILENO, title, strlen(title)));
  backtrace_symbols_fd(frames, backtrace(frames, 64), STDERR_FILENO);
}

void ended(int by) {
  write_stack("abort:\n");
  signal(by, SIG_DFL);
  raise(by);
}

// Linked with -z initfirst: comes before the initialisers of all libraries, even before that of the
// C library, which sets `environ`.
[[gnu::constructor]] void begin(int, char**, char** variables) {
  environ = variables;
  chosen = is_chosen();
  if (!chosen) return;
  if (const char* path = getenv("FAIL_COUNT")) {
    const int file = open(path, O_RDWR | O_CREAT | O_TRUNC | O_CLOEXEC, 0644);
    if (file < 0 || ftruncate(file, sizeof *counts) != 0) _exit(3);
    counts = static_cast<Counts*>(
        mmap(nullptr, sizeof *counts, PROT_READ | PROT_WRITE, MAP_SHARED, file, 0));
    close(file);
  }
  length = number("FAIL_LENGTH", 1);
  from_main = getenv("FAIL_FROM") != nullptr;
  trace = from_main && getenv("FAIL_TRACE") != nullptr;
  if (trace) {
    void* frame;
    backtrace(&frame, 1);  // loads the unwinder, which allocates
    for (const int by : {SIGABRT, SIGSEGV}) signal(by, ended);
  }
  counts->all = 0;
  if (!from_main) first = number("FAIL_FIRST", 0);
}

// The libraries have made their objects, and so has the program.
void begin_main() {
  if (!chosen) return;
  const long before = counts->all;
  counts->before_main = before;
  if (!from_main) return;
  counts->all = 0;
  first = number("FAIL_FIRST", 0);
}

bool fails() {
  const long n = ++counts->all;
  const long from = first;
  if (from == 0 || n < from || (length > 0 && n >= from + length)) return false;
  if (trace && !traced.exchange(true)) write_stack("fails:\n");
  errno = ENOMEM;
  return true;
}

}  // namespace

extern "C" {

int main_of_program(int argc, char** argv, char** environment) {
  begin_main();
  return program_main(argc, argv, environment);
}

// What starts main() in every program.
int __libc_start_main(Main* main, int argc, char** argv, void (*init)(), void (*fini)(),
                      void (*rtld_fini)(), void* stack_end) {
  using Start = int(Main*, int, char**, void (*)(), void (*)(), void (*)(), void*);
  program_main = main;
  auto* start = reinterpret_cast<Start*>(dlsym(RTLD_NEXT, "__libc_start_main"));
  return start(main_of_program, argc, argv, init, fini, rtld_fini, stack_end);
}

void* malloc(std::size_t size) {
  return fails() ? nullptr : __libc_malloc(size);
}
void* calloc(std::size_t items, std::size_t size) {
  return fails() ? nullptr : __libc_calloc(items, size);
}
void* realloc(void* memory, std::size_t size) {
  return fails() ? nullptr : __libc_realloc(memory, size);
}
void* memalign(std::size_t alignment, std::size_t size) {
  return fails() ? nullptr : __libc_memalign(alignment, size);
}
void* aligned_alloc(std::size_t alignment, std::size_t size) {
  return memalign(alignment, size);
}
int posix_memalign(void** memory, std::size_t alignment, std::size_t size) {
  void* made = memalign(alignment, size);
  if (!made) return ENOMEM;
  *memory = made;
  return 0;
}
}
