#include "audio/readers/channel_reader.h"

#include <fmt/core.h>

#include "audio/readers/block_source.h"

namespace tactus {

struct ChannelReader::Impl {
  std::filesystem::path path;
  std::unique_ptr<BlockSource> source;
  AudioInfo info;
  bool ended = false;

  std::span<const float> decode() {
    const DecodedBlock block = source->next();
    ended = block.samples.empty();
    if (!ended && (block.sample_rate != info.sample_rate || block.channels != info.channels)) {
      throw AudioError(fmt::format(
          "{}: changes from {} Hz, {} channels to {} Hz, {} channels: convert it to FLAC first",
          path.string(), info.sample_rate, info.channels, block.sample_rate, block.channels));
    }
    return block.samples;
  }
};

ChannelReader::ChannelReader(const std::filesystem::path& path,
                             const std::vector<std::string>& decoder)
    : impl_(std::make_unique<Impl>()) {
  impl_->path = path;
  impl_->source = open_blocks(path, decoder);
  impl_->info = impl_->source->info();
}
ChannelReader::~ChannelReader() = default;
ChannelReader::ChannelReader(ChannelReader&&) noexcept = default;
ChannelReader& ChannelReader::operator=(ChannelReader&&) noexcept = default;

const AudioInfo& ChannelReader::info() const {
  return impl_->info;
}
int ChannelReader::sample_rate() const {
  return impl_->info.sample_rate;
}
int ChannelReader::channels() const {
  return impl_->info.channels;
}

std::span<const float> ChannelReader::next() {
  if (impl_->ended) return {};
  return impl_->decode();
}

std::optional<std::string> ChannelReader::warning() const {
  return impl_->ended ? impl_->source->warning() : std::nullopt;
}

}  // namespace tactus
