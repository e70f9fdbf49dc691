#include "ui/playback/stream_converter.h"

#include <fmt/core.h>

#include <algorithm>
#include <cmath>
#include <cstring>
#include <stdexcept>

namespace tactus::ui {
namespace {

constexpr std::size_t kMostConverted = 4096;  // frames

template <class Value>
void put(char* out, Value value) {
  std::memcpy(out, &value, sizeof value);
}

void put_sample(char* out, float sample, QAudioFormat::SampleFormat format) {
  const double clipped = std::clamp(sample, -1.0f, 1.0f);
  switch (format) {
    case QAudioFormat::UInt8:
      return put(out, static_cast<std::uint8_t>(std::lround(128.0 + clipped * 127.0)));
    case QAudioFormat::Int16:
      return put(out, static_cast<std::int16_t>(std::lround(clipped * 32767.0)));
    case QAudioFormat::Int32:
      return put(out, static_cast<std::int32_t>(std::llround(clipped * 2147483647.0)));
    default:
      return put(out, sample);
  }
}

Resampler stereo_resampler(int rate, const QAudioFormat& format) {
  if (format.isValid() && rate > 0) return {rate, format.sampleRate(), 2};
  throw std::invalid_argument(fmt::format("StreamConverter: {} Hz to {} channels at {} Hz", rate,
                                          format.channelCount(), format.sampleRate()));
}

}  // namespace

QAudioFormat device_format(int rate, const std::function<bool(const QAudioFormat&)>& supported,
                           const QAudioFormat& preferred) {
  QAudioFormat format;
  format.setSampleRate(rate);
  format.setChannelCount(2);
  for (const auto samples : {QAudioFormat::Float, QAudioFormat::Int16}) {
    format.setSampleFormat(samples);
    if (supported(format)) return format;
  }
  return preferred.isValid() ? preferred : QAudioFormat();
}

StreamConverter::StreamConverter(Pull pull, int rate, const QAudioFormat& format)
    : pull_(std::move(pull)),
      rate_(rate),
      format_(format),
      resampler_(stereo_resampler(rate, format)) {}

double StreamConverter::pulledSeconds() const {
  return static_cast<double>(pulled_) / rate_;
}

// At least so many frames into ready_, unless there are no more.
void StreamConverter::fetch(std::size_t frames) {
  ready_.erase(ready_.begin(), ready_.begin() + static_cast<std::ptrdiff_t>(given_));
  given_ = 0;
  while (!ended_ && ready_.size() < 2 * frames) {
    const std::size_t missing = frames - ready_.size() / 2;
    const double ratio = static_cast<double>(rate_) / format_.sampleRate();
    const auto wanted = static_cast<std::size_t>(std::ceil(static_cast<double>(missing) * ratio));
    block_.resize(2 * std::clamp<std::size_t>(wanted, 1, kMostConverted));
    const std::size_t got = pull_(block_);
    pulled_ += static_cast<std::int64_t>(got);
    ended_ = got < block_.size() / 2;
    resampler_.process({block_.data(), 2 * got}, ready_);
    if (ended_) resampler_.finish(ready_);
  }
}

// A device with one channel gets the mean, one with more than two silence on the others.
void StreamConverter::write(const float* stereo, char* out) const {
  const int channels = format_.channelCount(), bytes = format_.bytesPerSample();
  for (int c = 0; c < channels; ++c) {
    const float sample = channels == 1 ? 0.5f * (stereo[0] + stereo[1]) : c < 2 ? stereo[c] : 0.0f;
    put_sample(out + c * bytes, sample, format_.sampleFormat());
  }
}

std::int64_t StreamConverter::read(char* data, std::int64_t most) {
  const int frame_bytes = format_.bytesPerFrame();
  const auto wanted = static_cast<std::size_t>(std::max<std::int64_t>(most, 0) / frame_bytes);
  fetch(wanted);
  const std::size_t frames = std::min(wanted, ready_.size() / 2);
  for (std::size_t n = 0; n < frames; ++n) {
    write(ready_.data() + 2 * n, data + static_cast<std::ptrdiff_t>(n) * frame_bytes);
  }
  given_ = 2 * frames;
  return static_cast<std::int64_t>(frames) * frame_bytes;
}

}  // namespace tactus::ui
