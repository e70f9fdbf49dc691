#include "audio/child/decode_worker.h"

#include <fmt/core.h>
#include <poll.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <csignal>
#include <cstdlib>
#include <ctime>
#include <new>
#include <thread>

#include "audio/child/sandbox.h"
#include "audio/decoders/interface/byte_source.h"
#include "audio/decoders/libav/libav_library.h"
#include "audio/file_tags/read_tags.h"
#include "audio/readers/audio_reader.h"
#include "audio/readers/block_source.h"
#include "audio/readers/child_process.h"
#include "audio/readers/decode_messages.h"
#include "audio/waveform/rough_envelope.h"

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

bool send_info(int descriptor, const AudioInfo& info, int sample_rate) {
  const DecodeInfoHead head = {info.claimed_frames.value_or(-1), sample_rate, info.sample_rate,
                               info.channels, 0};
  std::string payload(reinterpret_cast<const char*>(&head), sizeof head);
  return send_text(descriptor, DecodeMessage::kInfo, payload + info.format);
}

// After the end, so that tags that cannot be read never cost the sound.
bool send_tags(int descriptor, const AudioReader* reader) {
  std::string failure;
  try {
    const SongTags tags = reader ? reader->tags() : SongTags();
    return send_text(descriptor, DecodeMessage::kTags, packed_tags(tags));
  } catch (const std::bad_alloc&) {
    failure = fmt::format("they need more than {} MiB of memory", kDecoderAddressSpace >> 20);
  } catch (const std::exception& error) {
    failure = error.what();
  }
  return send_text(descriptor, DecodeMessage::kError, failure);
}

bool send_end(int descriptor, const std::optional<std::string>& warning,
              const AudioReader* reader = nullptr) {
  return send_text(descriptor, DecodeMessage::kEnd, warning.value_or("")) &&
         send_tags(descriptor, reader);
}

bool send_mono(int descriptor, const SharedSource& source, int sample_rate) {
  AudioReader reader(source, sample_rate);
  if (!send_info(descriptor, reader.info(), reader.sample_rate())) return false;
  std::vector<float> block(kBlockSamples);
  while (const std::size_t count = reader.read(block)) {
    const auto samples = std::as_bytes(std::span(block).first(count));
    if (!send(descriptor, DecodeMessage::kSamples, samples)) return false;
  }
  const std::string note = reader.note();
  if (!note.empty() && !send_text(descriptor, DecodeMessage::kNote, note)) return false;
  return send_end(descriptor, reader.warning(), &reader);
}

// In messages of whole frames.
bool send_block(int descriptor, const DecodedBlock& block) {
  const auto channels = static_cast<std::size_t>(block.channels);
  const std::size_t most = std::max<std::size_t>(kBlockSamples / channels, 1) * channels;
  for (auto left = block.samples; !left.empty();) {
    const auto part = left.first(std::min(most, left.size()));
    if (!send(descriptor, DecodeMessage::kSamples, std::as_bytes(part))) return false;
    left = left.subspan(part.size());
  }
  return true;
}

bool send_blocks(int descriptor, const SharedSource& source) {
  const auto blocks = open_blocks(source);
  if (!send_info(descriptor, blocks->info(), blocks->info().sample_rate)) return false;
  DecodeFormat sent = {};
  for (auto block = blocks->next(); !block.samples.empty(); block = blocks->next()) {
    const DecodeFormat format = {block.sample_rate, block.channels};
    if (format != sent &&
        !send(descriptor, DecodeMessage::kFormat, std::as_bytes(std::span(&format, 1))))
      return false;
    sent = format;
    if (!send_block(descriptor, block)) return false;
  }
  return send_end(descriptor, blocks->warning());
}

// The levels of a rough envelope, each as one message.
bool send_spots(int descriptor, const SharedSource& source) {
  std::optional<SpotReader> reader = SpotReader::open(source);
  if (!reader) throw source->error("has no places to jump to");
  if (!send_info(descriptor, reader->info(), reader->info().sample_rate)) return false;
  RoughEnvelope rough(reader->seconds());
  while (rough.refine(*reader)) {
    if (!send(descriptor, DecodeMessage::kSamples, std::as_bytes(std::span(rough.spots()))))
      return false;
  }
  return send_end(descriptor, std::nullopt);
}

bool decode_into(int descriptor, const SharedSource& source, const std::string& what) {
  if (what == kBlocksArgument) return send_blocks(descriptor, source);
  if (what == kSpotsArgument) return send_spots(descriptor, source);
  return send_mono(descriptor, source, std::atoi(what.c_str()));
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
    return decode_into(out_descriptor, source, work.what);
  });
}

int report_sandbox(int out_descriptor) {
  const Sandbox sandbox = enter_sandbox(0, out_descriptor);
  return send_text(out_descriptor, DecodeMessage::kSandbox, sandbox.text()) ? 0 : 1;
}

}  // namespace tactus
