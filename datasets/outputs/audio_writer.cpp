#include "audio/audio_writer.h"

#include <fcntl.h>
#include <fmt/core.h>
#include <sndfile.h>
#include <unistd.h>

#include <algorithm>
#include <memory>
#include <string>

namespace tactus {
namespace {

namespace fs = std::filesystem;

int format_of(const fs::path& path) {
  const std::string suffix = path.extension().string();
  if (suffix == ".flac") return SF_FORMAT_FLAC | SF_FORMAT_PCM_16;
  if (suffix == ".wav") return SF_FORMAT_WAV | SF_FORMAT_PCM_16;
  if (suffix == ".ogg") return SF_FORMAT_OGG | SF_FORMAT_VORBIS;
  throw AudioWriteError(
      fmt::format("{}: suffix \"{}\", expected .flac, .wav or .ogg", path.string(), suffix));
}

struct Closer {
  void operator()(SNDFILE* file) const noexcept { sf_close(file); }
};

void flush_to_disk(const fs::path& path) {
  const int descriptor = ::open(path.c_str(), O_RDONLY | O_CLOEXEC);
  const bool good = descriptor >= 0 && ::fsync(descriptor) == 0;
  if (descriptor >= 0) ::close(descriptor);
  if (!good) throw AudioWriteError(fmt::format("{}: cannot be flushed to disk", path.string()));
}

}  // namespace

struct AudioWriter::Impl {
  fs::path path;
  fs::path temporary;
  std::size_t channels;
  std::unique_ptr<SNDFILE, Closer> file;

  ~Impl() {
    file.reset();
    std::error_code ignored;
    if (!temporary.empty()) fs::remove(temporary, ignored);
  }
};

AudioWriter::AudioWriter(const fs::path& path, int channels, int sample_rate,
                         double vorbis_quality) {
  SF_INFO info{};
  info.samplerate = sample_rate;
  info.channels = channels;
  info.format = format_of(path);
  if (path.has_parent_path()) fs::create_directories(path.parent_path());
  impl_ = std::make_unique<Impl>();
  impl_->path = path;
  impl_->temporary = path;
  impl_->temporary += fmt::format(".{}.part", ::getpid());
  impl_->channels = static_cast<std::size_t>(channels);
  impl_->file.reset(sf_open(impl_->temporary.c_str(), SFM_WRITE, &info));
  if (!impl_->file) {
    throw AudioWriteError(fmt::format("{}: cannot be written with {} channels at {} Hz: {}",
                                      path.string(), channels, sample_rate, sf_strerror(nullptr)));
  }
  sf_command(impl_->file.get(), SFC_SET_CLIPPING, nullptr, SF_TRUE);
  sf_command(impl_->file.get(), SFC_SET_VBR_ENCODING_QUALITY, &vorbis_quality,
             sizeof vorbis_quality);
}
AudioWriter::~AudioWriter() = default;
AudioWriter::AudioWriter(AudioWriter&&) noexcept = default;
AudioWriter& AudioWriter::operator=(AudioWriter&&) noexcept = default;

void AudioWriter::write(std::span<const float> samples) {
  constexpr std::size_t kBlock = 1 << 14;  // libvorbis overflows its stack on long writes
  const std::size_t most = kBlock * impl_->channels;
  for (; !samples.empty(); samples = samples.subspan(std::min(most, samples.size()))) {
    const std::span<const float> block = samples.first(std::min(most, samples.size()));
    const auto frames = static_cast<sf_count_t>(block.size() / impl_->channels);
    if (sf_writef_float(impl_->file.get(), block.data(), frames) != frames) {
      throw AudioWriteError(
          fmt::format("{}: {}", impl_->path.string(), sf_strerror(impl_->file.get())));
    }
  }
}

void AudioWriter::commit() {
  impl_->file.reset();
  flush_to_disk(impl_->temporary);
  fs::rename(impl_->temporary, impl_->path);
  impl_->temporary.clear();
}

void write_audio(const fs::path& path, std::span<const float> samples, int channels,
                 int sample_rate, double vorbis_quality) {
  if (channels < 1 || samples.size() % static_cast<std::size_t>(channels) != 0)
    throw std::invalid_argument(
        fmt::format("{} samples for {} channels", samples.size(), channels));
  AudioWriter writer(path, channels, sample_rate, vorbis_quality);
  writer.write(samples);
  writer.commit();
}

}  // namespace tactus
