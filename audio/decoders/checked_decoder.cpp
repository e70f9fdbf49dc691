#include "audio/decoders/checked_decoder.h"

#include <fmt/core.h>

#include <algorithm>
#include <cmath>

namespace tactus {
namespace {

// A larger value cannot be sound, and its square would overflow a float.
constexpr float kLargestDecoded = 1e18F;
constexpr float kLoudSample = 100.0F;  // full scale is 1; larger ones are faulty, or scaled
// The codecs of silence need one byte for up to half a second.
constexpr double kSecondsPerByte = 2.0;
constexpr double kShortestDoubt = 0.1;  // seconds; a shorter constant sound may be meant

bool is_valid(float sample) {
  return std::abs(sample) <= kLargestDecoded;  // false for NaN
}

bool is_usual(float sample) {
  return std::abs(sample) <= kLoudSample;
}

}  // namespace

CheckedDecoder::CheckedDecoder(std::unique_ptr<Decoder> decoder, std::int64_t bytes,
                               std::optional<Problem> doubt, std::string note)
    : decoder_(std::move(decoder)),
      longest_(static_cast<double>(bytes) * kSecondsPerByte),
      problem_(std::move(doubt)),
      note_(std::move(note)) {}

bool CheckedDecoder::remove_invalid(const DecodedBlock& block) {
  int unusual = 0;  // no early end: the loop becomes vector instructions
  for (const float sample : block.samples) unusual |= !is_usual(sample);
  if (unusual == 0) return false;
  const auto& samples = block.samples;
  const auto first = std::ranges::find_if_not(samples, is_usual) - samples.begin();
  const auto last =
      std::find_if_not(samples.rbegin(), samples.rend(), is_usual).base() - samples.begin();
  const auto seconds = [&](std::ptrdiff_t n) {
    return seconds_ + static_cast<double>(n / block.channels) / block.sample_rate;
  };
  const bool invalid = !std::ranges::all_of(samples, is_valid);
  join_problem(problem_, {"damaged", seconds(first),
                          invalid ? "samples that are not numbers, or are beyond 1e18"
                                  : "samples beyond 100, where full scale is 1",
                          seconds(last + block.channels - 1)});
  if (!invalid) return false;
  clean_.assign(samples.begin(), samples.end());
  std::ranges::replace_if(
      clean_, [](float sample) { return !is_valid(sample); }, 0.0F);
  return true;
}

void CheckedDecoder::compare_with_first(const DecodedBlock& block) {
  const auto channels = static_cast<std::size_t>(block.channels);
  if (first_.empty()) first_.assign(block.samples.begin(), block.samples.begin() + block.channels);
  constant_ = first_.size() == channels;
  for (std::size_t n = 0; constant_ && n < block.samples.size(); ++n) {
    constant_ = block.samples[n] == first_[n % channels];
  }
}

void CheckedDecoder::note_end() {
  ended_ = true;
  if (problem_) problem_->seconds = std::min(problem_->seconds, seconds_);
  if (decoder_->problem()) join_problem(problem_, *decoder_->problem());
  const bool silent = std::ranges::all_of(first_, [](float sample) { return sample == 0.0F; });
  if (constant_ && !silent && seconds_ >= kShortestDoubt) {
    join_problem(problem_,
                 {"damaged", 0.0, fmt::format("all samples have the value {}", first_.front())});
  }
}

DecodedBlock CheckedDecoder::next() {
  if (ended_) return {};
  DecodedBlock block = decoder_->next();
  if (!block.samples.empty() && seconds_ > longest_) {
    join_problem(problem_, {"truncated", seconds_, "the sound is longer than its file can hold"});
    block = {};
  }
  if (block.samples.empty()) {
    note_end();
    return {};
  }
  const bool cleaned = remove_invalid(block);
  seconds_ += static_cast<double>(block.frames()) / block.sample_rate;
  if (constant_) compare_with_first(block);
  if (!cleaned) return block;
  return {block.sample_rate, block.channels, clean_};
}

}  // namespace tactus
