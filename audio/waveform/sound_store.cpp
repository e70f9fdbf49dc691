#include "audio/waveform/sound_store.h"

#include <fcntl.h>
#include <fmt/core.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <cerrno>
#include <cmath>
#include <cstdlib>
#include <stdexcept>
#include <string>
#include <system_error>

namespace tactus {
namespace {

constexpr float kFullScale = 32767.0f;
constexpr std::size_t kChunk = 8192;  // samples converted at once

[[noreturn]] void fail(int reason, const std::string& what) {
  throw std::system_error(reason, std::generic_category(), what);
}

std::filesystem::path folder_for_long_files() {
  if (const char* given = std::getenv("TMPDIR"); given && *given) return given;
  std::error_code ignored;
  if (std::filesystem::is_directory("/var/tmp", ignored)) return "/var/tmp";
  return std::filesystem::temp_directory_path();
}

// A file without a name. If the file system has no such files, it removes the name at once.
int open_unnamed(const std::filesystem::path& folder) {
  const int unnamed = open(folder.c_str(), O_TMPFILE | O_RDWR | O_CLOEXEC, 0600);
  if (unnamed >= 0) return unnamed;
  std::string name = (folder / "tactus-sound-XXXXXX").string();
  const int descriptor = mkostemp(name.data(), O_CLOEXEC);
  if (descriptor < 0) {
    const int reason = errno;
    fail(reason, fmt::format("{}: cannot create the temporary file for decoded sound (set the "
                             "environment variable TMPDIR to another folder)",
                             folder.string()));
  }
  unlink(name.c_str());
  return descriptor;
}

// Returns 0 or errno.
int write_all(int descriptor, const std::int16_t* samples, std::size_t count, std::int64_t at) {
  const auto* bytes = reinterpret_cast<const char*>(samples);
  for (std::size_t left = count * sizeof *samples; left > 0;) {
    const ssize_t written = pwrite(descriptor, bytes, left, at);
    if (written < 0 && errno == EINTR) continue;
    if (written <= 0) return written < 0 ? errno : ENOSPC;
    bytes += written;
    at += written;
    left -= static_cast<std::size_t>(written);
  }
  return 0;
}

void read_all(int descriptor, std::int16_t* samples, std::size_t count, std::int64_t at) {
  auto* bytes = reinterpret_cast<char*>(samples);
  for (std::size_t left = count * sizeof *samples; left > 0;) {
    const ssize_t got = pread(descriptor, bytes, left, at);
    if (got < 0 && errno == EINTR) continue;
    if (got <= 0) fail(got < 0 ? errno : EIO, "the temporary file of decoded sound cannot be read");
    bytes += got;
    at += got;
    left -= static_cast<std::size_t>(got);
  }
}

std::int16_t to_integer(float sample) {
  return static_cast<std::int16_t>(std::lrint(std::clamp(sample, -1.0f, 1.0f) * kFullScale));
}

}  // namespace

SoundStore::SoundStore(int sample_rate, int channels, const std::filesystem::path& folder)
    : sample_rate_(sample_rate),
      channels_(channels),
      folder_(folder.empty() ? folder_for_long_files() : folder) {
  if (sample_rate < 1 || channels < 1) {
    throw std::invalid_argument(fmt::format(
        "SoundStore: {} Hz, {} channels: expected both positive", sample_rate, channels));
  }
  descriptor_ = open_unnamed(folder_);
}

SoundStore::~SoundStore() {
  close(descriptor_);
}

void SoundStore::fail_to_write(int reason) const {
  const double second = 1e-6 * sample_rate_ * channels_ * sizeof(std::int16_t);  // MB
  fail(reason,
       fmt::format("{}: the temporary file for decoded sound cannot be written after {:.0f} "
                   "MB (it takes {:.1f} MB a minute; free some space, or set the environment "
                   "variable TMPDIR to a folder with more)",
                   folder_.string(), second * seconds(), 60.0 * second));
}

void SoundStore::append(std::span<const float> interleaved) {
  const auto channels = static_cast<std::size_t>(channels_);
  if (interleaved.size() % channels != 0) {
    throw std::invalid_argument(fmt::format("SoundStore: {} samples are not whole frames of {}",
                                            interleaved.size(), channels_));
  }
  outgoing_.resize(interleaved.size());
  std::transform(interleaved.begin(), interleaved.end(), outgoing_.begin(), to_integer);
  const std::int64_t before = frames_.load(std::memory_order_relaxed);
  const int fault = write_all(descriptor_, outgoing_.data(), outgoing_.size(),
                              before * channels_ * static_cast<std::int64_t>(sizeof(std::int16_t)));
  if (fault) fail_to_write(fault);
  frames_.store(before + static_cast<std::int64_t>(interleaved.size() / channels),
                std::memory_order_release);
}

void SoundStore::read(std::int64_t first, std::span<float> out) const {
  const auto wanted = static_cast<std::int64_t>(out.size()) / channels_;
  const std::int64_t begin = std::clamp<std::int64_t>(first, 0, frames());
  const std::int64_t end = std::clamp<std::int64_t>(first + wanted, begin, frames());
  std::fill(out.begin(), out.end(), 0.0f);
  std::array<std::int16_t, kChunk> piece;
  auto left = static_cast<std::size_t>((end - begin) * channels_);
  float* to = out.data() + (begin - first) * channels_;
  std::int64_t at = begin * channels_ * static_cast<std::int64_t>(sizeof(std::int16_t));
  while (left > 0) {
    const std::size_t count = std::min(left, kChunk);
    read_all(descriptor_, piece.data(), count, at);
    for (std::size_t i = 0; i < count; ++i) *to++ = static_cast<float>(piece[i]) / kFullScale;
    at += static_cast<std::int64_t>(count * sizeof(std::int16_t));
    left -= count;
  }
}

void SoundStore::read_mono(std::int64_t first, std::span<float> out) const {
  if (channels_ == 1) return read(first, out);
  const auto channels = static_cast<std::size_t>(channels_);
  std::vector<float> frames(out.size() * channels);
  read(first, frames);
  for (std::size_t n = 0; n < out.size(); ++n) {
    float sum = 0.0f;
    for (std::size_t c = 0; c < channels; ++c) sum += frames[n * channels + c];
    out[n] = sum / static_cast<float>(channels_);
  }
}

}  // namespace tactus
