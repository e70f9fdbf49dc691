#include "audio/readers/decoding_child.h"

#include <fmt/core.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>
#include <system_error>

#include "audio/decoders/interface/decoder.h"
#include "audio/file_tags/read_tags.h"

namespace tactus {
namespace {

// Time for a child to end by itself after its pipe is closed.
constexpr std::chrono::milliseconds kLastMoments{2000};
constexpr std::chrono::milliseconds kPatienceForTags{5000};

bool are_finite(std::span<const std::byte> bytes) {
  std::array<float, 256> samples;
  for (; !bytes.empty(); bytes = bytes.subspan(std::min(bytes.size(), sizeof samples))) {
    const std::size_t count = std::min(bytes.size() / sizeof(float), samples.size());
    std::memcpy(samples.data(), bytes.data(), count * sizeof(float));
    int infinite = 0;  // no early end: the loop becomes vector instructions
    for (std::size_t i = 0; i < count; ++i)
      infinite |= !(std::abs(samples[i]) <= std::numeric_limits<float>::max());
    if (infinite != 0) return false;
  }
  return true;
}

bool is_possible(int sample_rate, int channels) {
  return sample_rate > 0 && sample_rate <= kMaxSampleRate && channels > 0 &&
         channels <= kMaxChannels;
}

std::size_t frame_bytes(const DecodeFormat& format) {
  return sizeof(float) * static_cast<std::size_t>(std::max(format.channels, 1));
}

}  // namespace

// Texts of the child reach terminals. Names of files have line breaks, and tags zero bytes between
// them.
std::string without_controls(std::string text) {
  for (char& c : text) {
    const auto code = static_cast<unsigned char>(c);
    if ((code < 0x20 && c != '\n' && c != '\0') || code == 0x7F) c = '?';
  }
  return text;
}

void DecodingChild::fail(const std::string& what) {
  child_.reset();
  payload_.clear();
  throw AudioError(path_.string() + ": " + what);
}

void DecodingChild::start(const std::vector<std::string>& command) {
  try {
    child_.emplace(command, kDecodeWorkerDescriptor);
  } catch (const std::system_error& error) {
    fail(fmt::format("the decoder cannot be started: {}", error.what()));
  }
}

void DecodingChild::receive(std::span<std::byte> out) {
  const auto patience = std::chrono::milliseconds(std::llround(stall_seconds_ * 1000));
  switch (child_->read(out, patience)) {
    case ChildProcess::Read::kFull:
      return;
    case ChildProcess::Read::kStalled:
      fail(fmt::format("the decoder sent nothing for {} s: the file is probably damaged",
                       stall_seconds_));
    case ChildProcess::Read::kEnd:
      fail(fmt::format("the decoder {} while it read the file: the file is probably damaged",
                       child_->end(kLastMoments)));
  }
}

DecodeMessage DecodingChild::next_message() {
  DecodeMessageHead head = {};
  receive(std::as_writable_bytes(std::span(&head, 1)));
  if (head.bytes > kMaxDecodeMessage) fail("the decoder sent an invalid answer");
  payload_.resize(head.bytes);
  receive(payload_);
  if (head.kind == DecodeMessage::kError) {
    const std::string text = payload_text();
    child_.reset();
    throw AudioError(text);
  }
  return head.kind;
}

std::string DecodingChild::payload_text() const {
  return without_controls({reinterpret_cast<const char*>(payload_.data()), payload_.size()});
}

bool DecodingChild::take_info() {
  DecodeInfoHead head = {};
  const DecodeMessage kind = next_message();
  if (kind == DecodeMessage::kWantsLibav) return false;
  if (kind != DecodeMessage::kInfo || payload_.size() < sizeof head) {
    fail("the decoder sent an invalid answer");
  }
  std::memcpy(&head, payload_.data(), sizeof head);
  if (!is_possible(head.sample_rate, 1) || !is_possible(head.file_rate, head.channels))
    fail("the decoder sent an invalid answer");
  rate_ = head.sample_rate;
  info_.sample_rate = head.file_rate;
  info_.channels = head.channels;
  info_.format = without_controls({reinterpret_cast<const char*>(payload_.data()) + sizeof head,
                                   payload_.size() - sizeof head});
  if (head.claimed_frames >= 0) info_.claimed_frames = head.claimed_frames;
  payload_.clear();
  return true;
}

void DecodingChild::take_format() {
  DecodeFormat format = {};
  if (payload_.size() != sizeof format) fail("the decoder sent an invalid answer");
  std::memcpy(&format, payload_.data(), sizeof format);
  if (!is_possible(format.sample_rate, format.channels)) fail("the decoder sent an invalid answer");
  format_ = format;
}

void DecodingChild::take_end() {
  if (!payload_.empty()) warning_ = payload_text();
  take_tags();
  payload_.clear();
  child_.reset();
}

std::span<const std::byte> DecodingChild::next() {
  if (!child_) return {};
  DecodeMessage kind = next_message();
  if (kind == DecodeMessage::kFormat) {
    take_format();
    kind = next_message();
  }
  if (kind == DecodeMessage::kNote) {
    note_ = payload_text();
    kind = next_message();
  }
  if (kind == DecodeMessage::kEnd) {
    take_end();
  } else if (kind != DecodeMessage::kSamples || payload_.empty() ||
             payload_.size() % frame_bytes(format_) != 0 || !are_finite(payload_)) {
    fail("the decoder sent an invalid answer");
  }
  return payload_;
}

// The sound is complete: a fault here costs the tags alone.
void DecodingChild::take_tags() {
  DecodeMessageHead head = {};
  using Read = ChildProcess::Read;
  Read state = child_->read(std::as_writable_bytes(std::span(&head, 1)), kPatienceForTags);
  if (state == Read::kFull) {
    payload_.resize(std::min<std::size_t>(head.bytes, kMaxDecodeMessage));
    state = child_->read(payload_, kPatienceForTags);
  }
  if (state == Read::kFull && head.kind == DecodeMessage::kTags) {
    tags_ = unpacked_tags(payload_text());
    return;
  }
  const std::string why = state == Read::kFull      ? payload_text()
                          : state == Read::kStalled ? "their reader stopped answering"
                                                    : "their reader " + child_->end(kLastMoments);
  note_ +=
      fmt::format("{}the tags of the file could not be read: {}", note_.empty() ? "" : "; ", why);
}

DecodingChild::DecodingChild(const std::filesystem::path& path,
                             const std::vector<std::string>& worker, const std::string& work,
                             double stall_seconds)
    : path_(path), stall_seconds_(stall_seconds) {
  if (worker.empty()) throw std::invalid_argument("the command of the decoding worker is empty");
  if (!(stall_seconds > 0 && stall_seconds < 1e6)) {
    throw std::invalid_argument(fmt::format(
        "stall limit of {} s, expected more than 0 and less than 1000000 s", stall_seconds));
  }
  std::vector<std::string> command = worker;
  command.push_back(path.string());
  command.push_back(work);
  start(command);
  if (take_info()) return;
  command.emplace_back(kLibavArgument);
  start(command);
  if (!take_info()) fail("the decoder sent an invalid answer");
}

}  // namespace tactus
