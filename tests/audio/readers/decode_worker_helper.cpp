// The decoding child of the tests: decode_worker_helper MODE PATH RATE. Depending on the mode it
// decodes or fails, to test how the reader handles a broken codec library.
#include <sys/resource.h>
#include <unistd.h>

#include <csignal>
#include <cstdlib>
#include <string>
#include <thread>

#include "audio/readers/decode_messages.h"
#include "audio/readers/isolated_reader.h"

namespace {

constexpr int kOut = tactus::kDecodeWorkerDescriptor;

// Decodes into a pipe that breaks after the first messages went through.
void deliver_a_part(const char* path, int rate) {
  int ends[2];
  if (pipe(ends) != 0) std::exit(9);
  std::thread([=] { tactus::run_decode_worker(path, rate, ends[1]); }).detach();
  char bytes[100'000];
  for (std::size_t done = 0; done < sizeof bytes;) {
    const ssize_t got = read(ends[0], bytes, sizeof bytes - done);
    if (got <= 0 || write(kOut, bytes, static_cast<std::size_t>(got)) != got) std::exit(9);
    done += static_cast<std::size_t>(got);
  }
}

// Decodes into a pipe and passes on all messages up to the end of the sound.
void deliver_the_sound(const char* path, int rate) {
  int ends[2];
  if (pipe(ends) != 0) std::exit(9);
  std::thread([=] { tactus::run_decode_worker(path, rate, ends[1]); }).detach();
  const auto pass_on = [&](void* bytes, std::size_t size) {
    for (std::size_t done = 0; done < size;) {
      const ssize_t got = read(ends[0], static_cast<char*>(bytes) + done, size - done);
      if (got <= 0) std::exit(9);
      done += static_cast<std::size_t>(got);
    }
    if (write(kOut, bytes, size) != static_cast<ssize_t>(size)) std::exit(9);
  };
  tactus::DecodeMessageHead head = {};
  while (head.kind != tactus::DecodeMessage::kEnd) {
    pass_on(&head, sizeof head);
    std::string payload(head.bytes, '\0');
    pass_on(payload.data(), payload.size());
  }
}

[[noreturn]] void sleep_forever() {
  for (;;) pause();
}

}  // namespace

int main(int argc, char** argv) {
  if (argc != 4) return 2;
  const std::string mode = argv[1];
  const int rate = std::atoi(argv[3]);
  const rlimit no_core = {0, 0};
  setrlimit(RLIMIT_CORE, &no_core);
  if (mode == "crash") std::raise(SIGSEGV);
  if (mode == "abort") std::abort();
  if (mode == "exit") return 7;
  if (mode == "sleep") sleep_forever();
  if (mode == "close") close(kOut), sleep_forever();
  if (mode == "garbage") {
    for (int i = 0; i < 1000; ++i) {
      if (write(kOut, "garbage!garbage!", 16) != 16) return 1;
    }
    return 0;
  }
  if (mode == "part-crash") deliver_a_part(argv[2], rate), std::raise(SIGSEGV);
  if (mode == "part-sleep") deliver_a_part(argv[2], rate), sleep_forever();
  if (mode == "tags-crash") deliver_the_sound(argv[2], rate), std::raise(SIGSEGV);
  if (mode == "half-gib") {  // an address space of 512 MiB, which bounds the resident memory too
#if !defined(__SANITIZE_ADDRESS__) && !defined(__SANITIZE_THREAD__)
    const rlimit space = {rlim_t{512} << 20, rlim_t{512} << 20};
    setrlimit(RLIMIT_AS, &space);
#endif
  }
  return tactus::run_decode_worker(argv[2], rate, kOut);
}
