#include "datasets/audio_writer.h"

#include <fcntl.h>
#include <fmt/format.h>
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

void encode(const fs::path& path, int format, std::span<const float> samples, int channels,
            int sample_rate, double quality) {
  SF_INFO info{};
  info.samplerate = sample_rate;
  info.channels = channels;
  info.format = format;
  std::unique_ptr<SNDFILE, Closer> file(sf_open(path.c_str(), SFM_WRITE, &info));
  if (!file) throw AudioWriteError(fmt::format("{}: {}", path.string(), sf_strerror(nullptr)));
  sf_command(file.get(), SFC_SET_CLIPPING, nullptr, SF_TRUE);
  sf_command(file.get(), SFC_SET_VBR_ENCODING_QUALITY, &quality, sizeof quality);
  constexpr std::size_t kBlock = 1 << 14;  // libvorbis overflows its stack on long writes
  const auto frame = static_cast<std::size_t>(channels);
  for (std::size_t done = 0; done < samples.size(); done += kBlock * frame) {
    const std::span<const float> block =
        samples.subspan(done, std::min(kBlock * frame, samples.size() - done));
    const auto frames = static_cast<sf_count_t>(block.size() / frame);
    if (sf_writef_float(file.get(), block.data(), frames) != frames)
      throw AudioWriteError(fmt::format("{}: {}", path.string(), sf_strerror(file.get())));
  }
}

void flush_to_disk(const fs::path& path) {
  const int descriptor = ::open(path.c_str(), O_RDONLY | O_CLOEXEC);
  const bool good = descriptor >= 0 && ::fsync(descriptor) == 0;
  if (descriptor >= 0) ::close(descriptor);
  if (!good) throw AudioWriteError(fmt::format("{}: cannot be flushed to disk", path.string()));
}

}  // namespace

void write_audio(const fs::path& path, std::span<const float> samples, int channels,
                 int sample_rate, double vorbis_quality) {
  if (channels < 1 || samples.size() % static_cast<std::size_t>(channels) != 0)
    throw std::invalid_argument(
        fmt::format("{} samples for {} channels", samples.size(), channels));
  const int format = format_of(path);
  if (path.has_parent_path()) fs::create_directories(path.parent_path());
  fs::path temporary = path;
  temporary += fmt::format(".{}.part", ::getpid());
  try {
    encode(temporary, format, samples, channels, sample_rate, vorbis_quality);
    flush_to_disk(temporary);
    fs::rename(temporary, path);
  } catch (...) {
    std::error_code ignored;
    fs::remove(temporary, ignored);
    throw;
  }
}

}  // namespace tactus
