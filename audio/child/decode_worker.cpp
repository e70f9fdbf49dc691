#include "audio/child/decode_worker.h"

#include <fmt/core.h>
#include <poll.h>
#include <unistd.h>

#include <cerrno>
#include <csignal>
#include <ctime>
#include <new>
#include <thread>

#include "audio/child/sandbox.h"
#include "audio/decoders/byte_source.h"
#include "audio/decoders/libav_library.h"
#include "audio/readers/audio_reader.h"
#include "audio/readers/child_process.h"
#include "audio/readers/decode_messages.h"
#include "audio/tags/read_tags.h"

namespace tactus {
namespace {

constexpr std::size_t kBlockSamples = 16384;
// A decoder that gives sound may still never end. The slowest formats take a second for far more.
constexpr long kLeastCpuSeconds = 600;
constexpr std::int64_t kBytesPerCpuSecond = 16384;

// Ends this process when no process reads from the pipe any more, even if a decoder never returns.
void watch_reader(int descriptor) {
  std::thread([descriptor] {
    pollfd watched = {descriptor, 0, 0};
    while ((watched.revents & (POLLERR | POLLHUP | POLLNVAL)) == 0) poll(&watched, 1, -1);
    _exit(1);
  }).detach();
}

bool write_all(int descriptor, std::span<const std::byte> bytes) {
  while (!bytes.empty()) {
    const ssize_t done = ::write(descriptor, bytes.data(), bytes.size());
    if (done < 0 && errno != EINTR) return false;
    if (done > 0) bytes = bytes.subspan(static_cast<std::size_t>(done));
  }
  return true;
}

bool send(int descriptor, DecodeMessage kind, std::span<const std::byte> payload) {
  const DecodeMessageHead head = {kind, static_cast<std::uint32_t>(payload.size())};
  return write_all(descriptor, std::as_bytes(std::span(&head, 1))) &&
         write_all(descriptor, payload);
}

bool send_text(int descriptor, DecodeMessage kind, const std::string& text) {
  return send(descriptor, kind, std::as_bytes(std::span(text)));
}

bool send_info(int descriptor, const AudioReader& reader) {
  const AudioInfo& info = reader.info();
  const DecodeInfoHead head = {info.claimed_frames.value_or(-1), reader.sample_rate(),
                               info.sample_rate, info.channels, 0};
  std::string payload(reinterpret_cast<const char*>(&head), sizeof head);
  return send_text(descriptor, DecodeMessage::kInfo, payload + info.format);
}

bool decode_into(int descriptor, const std::shared_ptr<ByteSource>& source, int sample_rate) {
  AudioReader reader(source, sample_rate);
  if (!send_info(descriptor, reader)) return false;
  std::vector<float> block(kBlockSamples);
  while (const std::size_t count = reader.read(block)) {
    const auto samples = std::as_bytes(std::span(block).first(count));
    if (!send(descriptor, DecodeMessage::kSamples, samples)) return false;
  }
  return send_text(descriptor, DecodeMessage::kEnd, reader.warning().value_or("")) &&
         send_text(descriptor, DecodeMessage::kTags, packed_tags(reader.tags()));
}

// What libraries would open later.
void load_files(bool with_libav) {
  tzset();
  if (with_libav) libav();
  refuse_to_load_libav();
}

SandboxLimits limits_for(std::int64_t bytes) {
  return {kDecoderAddressSpace, kLeastCpuSeconds + static_cast<long>(bytes / kBytesPerCpuSecond)};
}

// Gives up what decoding does not need. All that it needs is open.
Sandbox enter_sandbox(std::int64_t bytes, int out_descriptor) {
  Sandbox sandbox = give_up_files(limits_for(bytes));
  watch_reader(out_descriptor);
  filter_calls(sandbox, out_descriptor);
  return sandbox;
}

// Passes on what `decode` throws.
template <class Decode>
int deliver(int descriptor, const std::filesystem::path& path, const Decode& decode) {
  std::signal(SIGPIPE, SIG_IGN);
  bool sent = false;
  try {
    sent = decode();
  } catch (const LibavRefused&) {
    sent = send_text(descriptor, DecodeMessage::kWantsLibav, "");
  } catch (const std::bad_alloc&) {
    sent = send_text(descriptor, DecodeMessage::kError,
                     fmt::format("{}: decoding needs more than {} MiB of memory: the file is "
                                 "probably damaged",
                                 path.string(), kDecoderAddressSpace >> 20));
  } catch (const std::exception& error) {
    sent = send_text(descriptor, DecodeMessage::kError, error.what());
  }
  return sent ? 0 : 1;
}

}  // namespace

int run_decode_worker(const DecodeWork& work, int out_descriptor) {
  return deliver(out_descriptor, work.path, [&] {
    const auto source = std::make_shared<ByteSource>(work.path);
    load_files(work.libav);
    enter_sandbox(source->size(), out_descriptor);
    return decode_into(out_descriptor, source, work.sample_rate);
  });
}

int report_sandbox(int out_descriptor) {
  const Sandbox sandbox = enter_sandbox(0, out_descriptor);
  return send_text(out_descriptor, DecodeMessage::kSandbox, sandbox.text()) ? 0 : 1;
}

}  // namespace tactus
