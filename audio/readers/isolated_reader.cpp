#include "audio/readers/isolated_reader.h"

#include <fmt/core.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <system_error>

#include "audio/decoders/decoder.h"
#include "audio/readers/child_process.h"
#include "audio/readers/decode_messages.h"
#include "audio/tags/read_tags.h"

namespace tactus {
namespace {

// Time for a child to end by itself after its pipe is closed.
constexpr std::chrono::milliseconds kLastMoments{2000};
constexpr std::chrono::milliseconds kPatienceForTags{5000};
constexpr std::chrono::milliseconds kPatienceForSandbox{5000};

// The child may be in the hands of its file, so nothing that it sends is believed. Its texts reach
// terminals: no control characters but the line breaks of a file's name, and the zero bytes between
// tags.
std::string without_controls(std::string text) {
  for (char& c : text) {
    const auto code = static_cast<unsigned char>(c);
    if ((code < 0x20 && c != '\n' && c != '\0') || code == 0x7F) c = '?';
  }
  return text;
}

bool are_finite(std::span<const std::byte> bytes) {
  std::array<float, 256> samples;
  for (; !bytes.empty(); bytes = bytes.subspan(std::min(bytes.size(), sizeof samples))) {
    const std::size_t count = std::min(bytes.size() / sizeof(float), samples.size());
    std::memcpy(samples.data(), bytes.data(), count * sizeof(float));
    if (!std::all_of(samples.begin(), samples.begin() + static_cast<std::ptrdiff_t>(count),
                     [](float sample) { return std::isfinite(sample); }))
      return false;
  }
  return true;
}

bool is_possible(const DecodeInfoHead& head) {
  return head.sample_rate > 0 && head.sample_rate <= kMaxSampleRate && head.file_rate > 0 &&
         head.file_rate <= kMaxSampleRate && head.channels > 0 && head.channels <= kMaxChannels;
}

}  // namespace

struct IsolatedAudioReader::Impl {
  std::filesystem::path path;
  double stall_seconds = 0;
  std::optional<ChildProcess> child;  // empty after the end of the stream
  AudioInfo info;
  int rate = 0;
  std::vector<std::byte> payload;
  std::size_t taken = 0;  // bytes of a samples payload that read() has returned
  std::optional<std::string> warning;
  SongTags tags;

  [[noreturn]] void fail(const std::string& what);
  void start(const std::vector<std::string>& command);
  void receive(std::span<std::byte> out);
  DecodeMessage next_message();
  // False if the child wants to be started with FFmpeg's libraries.
  bool take_info();
  bool take_samples();  // false at the end
  void take_tags();
  std::string payload_text() const;
};

void IsolatedAudioReader::Impl::fail(const std::string& what) {
  child.reset();
  payload.clear();
  taken = 0;
  throw AudioError(path.string() + ": " + what);
}

void IsolatedAudioReader::Impl::start(const std::vector<std::string>& command) {
  try {
    child.emplace(command, kDecodeWorkerDescriptor);
  } catch (const std::system_error& error) {
    fail(fmt::format("the decoder cannot be started: {}", error.what()));
  }
}

void IsolatedAudioReader::Impl::receive(std::span<std::byte> out) {
  const auto patience = std::chrono::milliseconds(std::llround(stall_seconds * 1000));
  switch (child->read(out, patience)) {
    case ChildProcess::Read::kFull:
      return;
    case ChildProcess::Read::kStalled:
      fail(fmt::format("the decoder sent nothing for {} s: the file is probably damaged",
                       stall_seconds));
    case ChildProcess::Read::kEnd:
      fail(fmt::format("the decoder {} while it read the file: the file is probably damaged",
                       child->end(kLastMoments)));
  }
}

DecodeMessage IsolatedAudioReader::Impl::next_message() {
  DecodeMessageHead head = {};
  receive(std::as_writable_bytes(std::span(&head, 1)));
  if (head.bytes > kMaxDecodeMessage) fail("the decoder sent an invalid answer");
  payload.resize(head.bytes);
  taken = 0;
  receive(payload);
  if (head.kind == DecodeMessage::kError) {
    const std::string text = payload_text();
    child.reset();
    throw AudioError(text);
  }
  return head.kind;
}

std::string IsolatedAudioReader::Impl::payload_text() const {
  return without_controls({reinterpret_cast<const char*>(payload.data()), payload.size()});
}

bool IsolatedAudioReader::Impl::take_info() {
  DecodeInfoHead head = {};
  const DecodeMessage kind = next_message();
  if (kind == DecodeMessage::kWantsLibav) return false;
  if (kind != DecodeMessage::kInfo || payload.size() < sizeof head) {
    fail("the decoder sent an invalid answer");
  }
  std::memcpy(&head, payload.data(), sizeof head);
  if (!is_possible(head)) fail("the decoder sent an invalid answer");
  rate = head.sample_rate;
  info.sample_rate = head.file_rate;
  info.channels = head.channels;
  info.format = without_controls(
      {reinterpret_cast<const char*>(payload.data()) + sizeof head, payload.size() - sizeof head});
  if (head.claimed_frames >= 0) info.claimed_frames = head.claimed_frames;
  payload.clear();
  return true;
}

bool IsolatedAudioReader::Impl::take_samples() {
  if (!child) return false;
  const DecodeMessage kind = next_message();
  if (kind == DecodeMessage::kSamples && payload.size() % sizeof(float) == 0 && are_finite(payload))
    return true;
  if (kind != DecodeMessage::kEnd) fail("the decoder sent an invalid answer");
  if (!payload.empty()) warning = payload_text();
  take_tags();
  payload.clear();
  child.reset();
  return false;
}

// The sound is complete: a fault here costs the tags alone.
void IsolatedAudioReader::Impl::take_tags() {
  DecodeMessageHead head = {};
  using Read = ChildProcess::Read;
  Read state = child->read(std::as_writable_bytes(std::span(&head, 1)), kPatienceForTags);
  if (state == Read::kFull && head.kind == DecodeMessage::kTags && head.bytes < kMaxDecodeMessage) {
    payload.resize(head.bytes);
    state = child->read(payload, kPatienceForTags);
    if (state == Read::kFull) tags = unpacked_tags(payload_text());
  }
  if (state == Read::kFull && head.kind == DecodeMessage::kTags) return;
  const std::string how = state == Read::kStalled ? "stopped answering"
                          : state == Read::kFull  ? "found a fault"
                                                  : child->end(kLastMoments);
  warning = fmt::format("{}the tags of the file could not be read: their reader {}",
                        warning ? *warning + "; " : "", how);
}

IsolatedAudioReader::IsolatedAudioReader(const std::filesystem::path& path, int sample_rate,
                                         const std::vector<std::string>& worker,
                                         double stall_seconds)
    : impl_(std::make_unique<Impl>()) {
  check_wanted_rate(sample_rate);
  if (worker.empty()) throw std::invalid_argument("the command of the decoding worker is empty");
  if (!(stall_seconds > 0 && stall_seconds < 1e6)) {
    throw std::invalid_argument(fmt::format(
        "stall limit of {} s, expected more than 0 and less than 1000000 s", stall_seconds));
  }
  impl_->path = path;
  impl_->stall_seconds = stall_seconds;
  std::vector<std::string> command = worker;
  command.push_back(path.string());
  command.push_back(std::to_string(sample_rate));
  impl_->start(command);
  if (impl_->take_info()) return;
  command.emplace_back(kLibavArgument);
  impl_->start(command);
  if (!impl_->take_info()) impl_->fail("the decoder sent an invalid answer");
}

IsolatedAudioReader::~IsolatedAudioReader() = default;
IsolatedAudioReader::IsolatedAudioReader(IsolatedAudioReader&&) noexcept = default;
IsolatedAudioReader& IsolatedAudioReader::operator=(IsolatedAudioReader&&) noexcept = default;

const std::filesystem::path& IsolatedAudioReader::path() const {
  return impl_->path;
}
const AudioInfo& IsolatedAudioReader::info() const {
  return impl_->info;
}
int IsolatedAudioReader::sample_rate() const {
  return impl_->rate;
}
std::optional<std::string> IsolatedAudioReader::warning() const {
  return impl_->warning;
}

SongTags IsolatedAudioReader::tags() const {
  return impl_->tags;
}

std::size_t IsolatedAudioReader::read(std::span<float> block) {
  auto out = std::as_writable_bytes(block);
  std::size_t done = 0;
  while (done < out.size()) {
    if (impl_->taken == impl_->payload.size() && !impl_->take_samples()) break;
    const std::size_t count = std::min(out.size() - done, impl_->payload.size() - impl_->taken);
    std::copy_n(impl_->payload.data() + impl_->taken, count, out.data() + done);
    impl_->taken += count;
    done += count;
  }
  return done / sizeof(float);
}

std::string sandbox_of(const std::vector<std::string>& worker) {
  std::vector<std::string> command = worker;
  command.emplace_back(kSandboxArgument);
  try {
    ChildProcess child(command, kDecodeWorkerDescriptor);
    DecodeMessageHead head = {};
    const auto take = [&](std::span<std::byte> out) {
      return child.read(out, kPatienceForSandbox) == ChildProcess::Read::kFull;
    };
    if (take(std::as_writable_bytes(std::span(&head, 1))) && head.kind == DecodeMessage::kSandbox &&
        head.bytes < kMaxDecodeMessage) {
      std::string text(head.bytes, '\0');
      if (take(std::as_writable_bytes(std::span(text)))) return without_controls(text);
    }
    throw AudioError(fmt::format("{}: the decoder {} before it named its sandbox", worker.at(0),
                                 child.end(kLastMoments)));
  } catch (const std::system_error& error) {
    throw AudioError(fmt::format("the decoder cannot be started: {}", error.what()));
  }
}

}  // namespace tactus
