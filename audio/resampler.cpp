#include "audio/resampler.h"

#include <algorithm>
#include <stdexcept>
#include <string>

namespace tactus {
namespace {

constexpr std::size_t kBlockOut = 8192;  // frames

}  // namespace

Resampler::Resampler(int in_rate, int out_rate, int channels, ResampleQuality quality)
    : in_rate_(in_rate),
      out_rate_(out_rate),
      channels_(static_cast<std::size_t>(channels)),
      soxr_(nullptr, soxr_delete) {
  if (in_rate == out_rate) return;
  soxr_error_t error = nullptr;
  const soxr_quality_spec_t recipe =
      soxr_quality_spec(quality == ResampleQuality::kHigh ? SOXR_HQ : SOXR_LQ, 0);
  const soxr_runtime_spec_t runtime = soxr_runtime_spec(1);
  soxr_.reset(soxr_create(in_rate, out_rate, static_cast<unsigned>(channels), &error, nullptr,
                          &recipe, &runtime));
  if (error != nullptr || !soxr_) {
    throw std::invalid_argument("cannot resample from " + std::to_string(in_rate) + " to " +
                                std::to_string(out_rate) +
                                " Hz: " + (error ? error : "out of memory"));
  }
}

void Resampler::process(std::span<const float> in, std::vector<float>& out) {
  taken_ += static_cast<std::int64_t>(in.size() / channels_);
  if (in.empty()) return;
  if (soxr_) {
    convert(in, out);
  } else {
    out.insert(out.end(), in.begin(), in.end());
  }
}

// An empty `in` tells soxr that the input has ended.
void Resampler::convert(std::span<const float> in, std::vector<float>& out) {
  const bool ending = in.empty();
  for (;;) {
    const std::size_t before = out.size();
    out.resize(before + kBlockOut * channels_);
    std::size_t used = 0;
    std::size_t made = 0;
    const soxr_error_t error =
        soxr_process(soxr_.get(), ending ? nullptr : in.data(), in.size() / channels_, &used,
                     out.data() + before, kBlockOut, &made);
    out.resize(before + made * channels_);
    given_ += static_cast<std::int64_t>(made);
    if (error != nullptr) throw std::runtime_error(std::string("resampling failed: ") + error);
    in = in.subspan(used * channels_);
    if (made < kBlockOut && in.empty()) return;
  }
}

void Resampler::finish(std::vector<float>& out) {
  if (!soxr_) return;
  const std::int64_t total = (taken_ * out_rate_ * 2 + in_rate_) / (in_rate_ * 2);
  const std::size_t start = out.size();
  const std::int64_t missing = (total - given_) * static_cast<std::int64_t>(channels_);
  if (taken_ > 0) convert({}, out);
  const auto wanted = static_cast<std::int64_t>(start) + missing;
  out.resize(static_cast<std::size_t>(std::max<std::int64_t>(0, wanted)), 0.0F);
}

std::vector<float> resample(std::span<const float> samples, int in_rate, int out_rate, int channels,
                            ResampleQuality quality) {
  Resampler resampler(in_rate, out_rate, channels, quality);
  std::vector<float> out;
  resampler.process(samples, out);
  resampler.finish(out);
  return out;
}

}  // namespace tactus
