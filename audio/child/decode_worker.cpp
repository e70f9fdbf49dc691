#include <fmt/core.h>
#include <poll.h>
#include <unistd.h>

#include <cerrno>
#include <csignal>
#include <new>
#include <thread>

#include "audio/readers/child_process.h"
#include "audio/readers/decode_messages.h"
#include "audio/readers/isolated_reader.h"
#include "audio/tags/read_tags.h"

namespace tactus {
namespace {

constexpr std::size_t kBlockSamples = 16384;

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

bool decode_into(int descriptor, const std::filesystem::path& path, int sample_rate) {
  try {
    AudioReader reader(path, sample_rate);
    if (!send_info(descriptor, reader)) return false;
    std::vector<float> block(kBlockSamples);
    while (const std::size_t count = reader.read(block)) {
      const auto samples = std::as_bytes(std::span(block).first(count));
      if (!send(descriptor, DecodeMessage::kSamples, samples)) return false;
    }
    return send_text(descriptor, DecodeMessage::kEnd, reader.warning().value_or("")) &&
           send_text(descriptor, DecodeMessage::kTags, packed_tags(reader.tags()));
  } catch (const std::bad_alloc&) {
    return send_text(descriptor, DecodeMessage::kError,
                     fmt::format("{}: decoding needs more than {} MiB of memory: the file is "
                                 "probably damaged",
                                 path.string(), kChildAddressSpace >> 20));
  } catch (const std::exception& error) {
    return send_text(descriptor, DecodeMessage::kError, error.what());
  }
}

}  // namespace

int run_decode_worker(const std::filesystem::path& path, int sample_rate, int out_descriptor) {
  std::signal(SIGPIPE, SIG_IGN);
  watch_reader(out_descriptor);
  limit_child_process();
  return decode_into(out_descriptor, path, sample_rate) ? 0 : 1;
}

}  // namespace tactus
