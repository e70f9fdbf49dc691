// A library to preload: makes chosen allocations fail, as on a machine without memory. The script
// tests/bench/allocation uses it.
//
//   FAIL_FIRST=N   the N-th allocation of the process fails (from 1; 0 = none)
//   FAIL_LENGTH=M  and the M - 1 after it; absent = only that one, 0 = all after it
//   FAIL_IN=WORD   only in processes with this word as an argument; "-WORD": only in the others
//   FAIL_COUNT=F   the first 8 bytes of the file F count the allocations
#include <errno.h>
#include <fcntl.h>
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

std::atomic<long> own_count{0};
std::atomic<long>* count = &own_count;  // in a file, if somebody wants to know
long first = 0, length = 1;             // of the failures; set before main begins

long number(const char* name, long otherwise) {
  const char* text = getenv(name);
  return text ? atol(text) : otherwise;
}

// Is the word an argument of this process?
bool has_argument(const char* word) {
  char line[4096];
  const int file = open("/proc/self/cmdline", O_RDONLY | O_CLOEXEC);
  const ssize_t size = file < 0 ? 0 : read(file, line, sizeof line - 1);
  if (file >= 0) close(file);
  line[size > 0 ? size : 0] = '\0';
  for (ssize_t at = 0; at < size; at += static_cast<ssize_t>(strlen(line + at)) + 1)
    if (strcmp(line + at, word) == 0) return true;
  return false;
}

bool is_chosen() {
  const char* word = getenv("FAIL_IN");
  if (!word || !*word) return true;
  return *word == '-' ? !has_argument(word + 1) : has_argument(word);
}

[[gnu::constructor]] void begin() {
  if (!is_chosen()) return;
  if (const char* path = getenv("FAIL_COUNT")) {
    const int file = open(path, O_RDWR | O_CREAT | O_TRUNC | O_CLOEXEC, 0644);
    if (file < 0 || ftruncate(file, sizeof own_count) != 0) _exit(3);
    count = static_cast<std::atomic<long>*>(
        mmap(nullptr, sizeof own_count, PROT_READ | PROT_WRITE, MAP_SHARED, file, 0));
    close(file);
  }
  length = number("FAIL_LENGTH", 1);
  *count = 0;
  first = number("FAIL_FIRST", 0);
}

bool fails() {
  const long n = ++*count;
  if (first == 0 || n < first || (length > 0 && n >= first + length)) return false;
  errno = ENOMEM;
  return true;
}

}  // namespace

extern "C" {

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
