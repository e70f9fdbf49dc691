// The decoding child of the tests: decode_worker_helper MODE PATH RATE [libav]. Depending on the
// mode it starts tactus-decode or fails, to test how the reader handles a broken codec library.
#include <fcntl.h>
#include <sys/resource.h>
#include <unistd.h>

#include <csignal>
#include <cstdlib>
#include <limits>
#include <string>

#include "audio/readers/child_process.h"
#include "audio/readers/decode_messages.h"
#include "audio/readers/isolated_reader.h"

namespace {

constexpr int kOut = tactus::kDecodeWorkerDescriptor;

const std::string kDecoder = TACTUS_BINARY_DIR "/tactus-decode";

tactus::ChildProcess started(const char* path, const char* rate) {
  return tactus::ChildProcess({kDecoder, path, rate}, kOut);
}

void pass_on(tactus::ChildProcess& decoder, void* bytes, std::size_t size) {
  const std::span out(static_cast<std::byte*>(bytes), size);
  if (decoder.read(out, std::chrono::seconds(20)) != tactus::ChildProcess::Read::kFull ||
      write(kOut, bytes, size) != static_cast<ssize_t>(size)) {
    std::exit(9);
  }
}

// Decodes and passes on the first messages.
void deliver_a_part(const char* path, const char* rate) {
  tactus::ChildProcess decoder = started(path, rate);
  char bytes[100'000];
  pass_on(decoder, bytes, sizeof bytes);
}

// Decodes and passes on all messages up to the end of the sound.
void deliver_the_sound(const char* path, const char* rate) {
  tactus::ChildProcess decoder = started(path, rate);
  tactus::DecodeMessageHead head = {};
  while (head.kind != tactus::DecodeMessage::kEnd) {
    pass_on(decoder, &head, sizeof head);
    std::string payload(head.bytes, '\0');
    pass_on(decoder, payload.data(), payload.size());
  }
}

void decode(const char* path, const char* rate, const char* libav) {
  execl(kDecoder.c_str(), kDecoder.c_str(), path, rate, libav, nullptr);
}

void send(tactus::DecodeMessage kind, const std::string& payload) {
  const tactus::DecodeMessageHead head = {kind, static_cast<std::uint32_t>(payload.size())};
  if (write(kOut, &head, sizeof head) != sizeof head ||
      write(kOut, payload.data(), payload.size()) != static_cast<ssize_t>(payload.size()))
    std::exit(9);
}

// What an attacker may send.
int lie(const std::string& mode) {
  using tactus::DecodeMessage;
  tactus::DecodeInfoHead info = {-1, 44100, 44100, 1, 0};
  if (mode == "lie-text") send(DecodeMessage::kError, "\x1B[31mred\x1B[0m");
  if (mode == "lie-rate") info.sample_rate = 2'000'000'000;
  if (mode == "lie-channels") info.channels = -1;
  send(DecodeMessage::kInfo, std::string(reinterpret_cast<char*>(&info), sizeof info));
  const float sample = std::numeric_limits<float>::quiet_NaN();
  if (mode == "lie-nan")
    send(DecodeMessage::kSamples, std::string(reinterpret_cast<const char*>(&sample), 4));
  const tactus::DecodeFormat format = {44100, mode == "lie-format" ? 1000 : 2};
  if (mode == "lie-format" || mode == "lie-frames")
    send(DecodeMessage::kFormat,
         std::string(reinterpret_cast<const char*>(&format), sizeof format));
  if (mode == "lie-format" || mode == "lie-frames")
    send(DecodeMessage::kSamples, std::string(4, '\0'));
  if (mode == "lie-size") send(DecodeMessage::kSamples, "abc");
  if (mode == "lie-kind") send(DecodeMessage::kTags, "");
  return 0;
}

[[noreturn]] void sleep_forever() {
  for (;;) pause();
}

}  // namespace

int main(int argc, char** argv) {
  if (argc < 4) return 2;
  const std::string mode = argv[1];
  const char* rate = argv[3];
  const rlimit no_core = {0, 0};
  setrlimit(RLIMIT_CORE, &no_core);
  std::signal(SIGSEGV, SIG_DFL);  // AddressSanitizer has a handler that exits with 1
  if (mode == "crash") std::raise(SIGSEGV);
  if (mode == "abort") std::abort();
  if (mode == "forbidden") std::raise(SIGSYS);
  if (mode == "time") std::raise(SIGXCPU);
  if (mode == "killed") std::raise(SIGKILL);
  if (mode == "descriptor 50") return fcntl(50, F_GETFD) < 0 ? 50 : 51;
  if (mode == "exit") return 7;
  if (mode == "sleep") sleep_forever();
  if (mode == "close") close(kOut), sleep_forever();
  if (mode == "garbage") {
    for (int i = 0; i < 1000; ++i) {
      if (write(kOut, "garbage!garbage!", 16) != 16) return 1;
    }
    return 0;
  }
  if (mode.starts_with("lie-")) return lie(mode);
  if (mode == "part-crash") deliver_a_part(argv[2], rate), std::raise(SIGSEGV);
  if (mode == "part-sleep") deliver_a_part(argv[2], rate), sleep_forever();
  if (mode == "tags-crash") deliver_the_sound(argv[2], rate), std::raise(SIGSEGV);
  decode(argv[2], rate, argc > 4 ? argv[4] : nullptr);
  return 8;
}
