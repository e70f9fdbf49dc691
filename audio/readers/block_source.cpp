#include "audio/readers/block_source.h"

#include <cmath>
#include <cstring>

#include "audio/readers/decoding_child.h"
#include "audio/readers/mono_mix.h"

namespace tactus {
namespace {

constexpr double kStallSeconds = 20.0;

class OwnBlocks : public BlockSource {
 public:
  explicit OwnBlocks(const SharedSource& source) : decoder_(open_decoder(source)) {}

  const AudioInfo& info() const override { return decoder_->info(); }
  DecodedBlock next() override {
    DecodedBlock block = decoder_->next();
    samples_.assign(block.samples.begin(), block.samples.end());
    for (float& sample : samples_) {
      if (!(std::abs(sample) <= kLargestSample)) sample = 0.0f;  // NaN compares false
    }
    block.samples = samples_;
    return block;
  }
  std::optional<std::string> warning() const override {
    const auto& problem = decoder_->problem();
    return problem ? std::optional(problem_text(*problem)) : std::nullopt;
  }

 private:
  std::unique_ptr<Decoder> decoder_;
  std::vector<float> samples_;
};

class IsolatedBlocks : public BlockSource {
 public:
  IsolatedBlocks(const std::filesystem::path& path, const std::vector<std::string>& decoder)
      : child_(path, decoder, kBlocksArgument, kStallSeconds) {}

  const AudioInfo& info() const override { return child_.info(); }
  DecodedBlock next() override {
    const std::span<const std::byte> bytes = child_.next();
    samples_.resize(bytes.size() / sizeof(float));
    if (!bytes.empty()) std::memcpy(samples_.data(), bytes.data(), bytes.size());
    return {child_.format().sample_rate, child_.format().channels, samples_};
  }
  std::optional<std::string> warning() const override { return child_.warning(); }

 private:
  DecodingChild child_;
  std::vector<float> samples_;
};

}  // namespace

std::unique_ptr<BlockSource> open_blocks(const std::filesystem::path& path,
                                         const std::vector<std::string>& decoder) {
  if (decoder.empty()) return open_blocks(std::make_shared<ByteSource>(path));
  return std::make_unique<IsolatedBlocks>(path, decoder);
}

std::unique_ptr<BlockSource> open_blocks(const SharedSource& source) {
  return std::make_unique<OwnBlocks>(source);
}

}  // namespace tactus
