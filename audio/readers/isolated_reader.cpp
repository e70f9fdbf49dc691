#include "audio/readers/isolated_reader.h"

#include <fmt/core.h>

#include <algorithm>
#include <system_error>

#include "audio/decoders/interface/decoder.h"
#include "audio/readers/decoding_child.h"

namespace tactus {
namespace {

constexpr std::chrono::milliseconds kPatienceForSandbox{5000};
constexpr std::chrono::milliseconds kLastMomentsAtStart{2000};

}  // namespace

struct IsolatedAudioReader::Impl {
  template <class... Arguments>
  explicit Impl(const Arguments&... arguments) : child(arguments...) {}

  DecodingChild child;
  std::span<const std::byte> waiting;  // that read() has not returned
};

IsolatedAudioReader::IsolatedAudioReader(const std::filesystem::path& path, int sample_rate,
                                         const std::vector<std::string>& worker,
                                         double stall_seconds) {
  check_wanted_rate(sample_rate);
  impl_ = std::make_unique<Impl>(path, worker, std::to_string(sample_rate), stall_seconds);
}

IsolatedAudioReader::~IsolatedAudioReader() = default;
IsolatedAudioReader::IsolatedAudioReader(IsolatedAudioReader&&) noexcept = default;
IsolatedAudioReader& IsolatedAudioReader::operator=(IsolatedAudioReader&&) noexcept = default;

const std::filesystem::path& IsolatedAudioReader::path() const {
  return impl_->child.path();
}
const AudioInfo& IsolatedAudioReader::info() const {
  return impl_->child.info();
}
int IsolatedAudioReader::sample_rate() const {
  return impl_->child.sample_rate();
}
std::optional<std::string> IsolatedAudioReader::warning() const {
  return impl_->child.warning();
}
std::string IsolatedAudioReader::note() const {
  return impl_->child.note();
}
SongTags IsolatedAudioReader::tags() const {
  return impl_->child.tags();
}

std::size_t IsolatedAudioReader::read(std::span<float> block) {
  auto out = std::as_writable_bytes(block);
  std::size_t done = 0;
  while (done < out.size()) {
    auto& waiting = impl_->waiting;
    if (waiting.empty()) waiting = impl_->child.next();
    if (waiting.empty()) break;
    const std::size_t count = std::min(out.size() - done, waiting.size());
    std::copy_n(waiting.data(), count, out.data() + done);
    waiting = waiting.subspan(count);
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
    throw AudioError(fmt::format("{}: the decoder {} before it reported its sandbox", worker.at(0),
                                 child.end(kLastMomentsAtStart)));
  } catch (const std::system_error& error) {
    throw AudioError(fmt::format("the decoder cannot be started: {}", error.what()));
  }
}

}  // namespace tactus
