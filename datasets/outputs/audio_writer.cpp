#include "datasets/outputs/audio_writer.h"

#include <fmt/core.h>
#include <sndfile.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <memory>
#include <optional>
#include <string>
#include <system_error>
#include <utility>

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

// What libsndfile reads and writes. It remembers every fault: libsndfile does not report those of
// its last steps.
class Disk {
 public:
  explicit Disk(int descriptor) : descriptor_(descriptor) {}

  int fault() const { return fault_; }  // errno of the first one, 0 = none

  static SF_VIRTUAL_IO calls() {
    return {[](void* disk) { return static_cast<Disk*>(disk)->length(); },
            [](sf_count_t offset, int whence, void* disk) {
              return static_cast<Disk*>(disk)->seek(offset, whence);
            },
            [](void* bytes, sf_count_t count, void* disk) {
              return static_cast<Disk*>(disk)->read(bytes, count);
            },
            [](const void* bytes, sf_count_t count, void* disk) {
              return static_cast<Disk*>(disk)->write(bytes, count);
            },
            [](void* disk) { return static_cast<Disk*>(disk)->at_; }};
  }

 private:
  sf_count_t length() const {
    struct stat status;
    return ::fstat(descriptor_, &status) == 0 ? status.st_size : 0;
  }
  sf_count_t seek(sf_count_t offset, int whence) {
    at_ = offset + (whence == SEEK_CUR ? at_ : whence == SEEK_END ? length() : 0);
    return at_;
  }
  sf_count_t read(void* bytes, sf_count_t count) {
    const ssize_t got = ::pread(descriptor_, bytes, static_cast<std::size_t>(count), at_);
    if (got > 0) at_ += got;
    return std::max<sf_count_t>(got, 0);
  }
  sf_count_t write(const void* bytes, sf_count_t count) {
    sf_count_t done = 0;
    while (done < count && !fault_) {
      const ssize_t written = ::pwrite(descriptor_, static_cast<const char*>(bytes) + done,
                                       static_cast<std::size_t>(count - done), at_);
      if (written < 0 && errno == EINTR) continue;
      if (written < 0) fault_ = errno;
      if (written == 0) fault_ = ENOSPC;
      if (written > 0) done += written, at_ += written;
    }
    return done;
  }

  int descriptor_;
  sf_count_t at_ = 0;
  int fault_ = 0;
};

struct Closer {
  void operator()(SNDFILE* file) const noexcept { sf_close(file); }
};

}  // namespace

struct AudioWriter::Impl {
  Impl(StagedFile staged, int channel_count)
      : file(std::move(staged)),
        disk(file.descriptor()),
        channels(static_cast<std::size_t>(channel_count)) {}

  [[noreturn]] void fail(const std::string& why) const {
    throw AudioWriteError(fmt::format(
        "{}: {}", file.path().string(),
        disk.fault() ? "cannot be written: " + std::generic_category().message(disk.fault())
                     : why));
  }

  StagedFile file;
  Disk disk;
  std::size_t channels;
  std::unique_ptr<SNDFILE, Closer> sound;
};

AudioWriter::AudioWriter(StagedFile file, int channels, int sample_rate, double vorbis_quality) {
  SF_INFO info{};
  info.samplerate = sample_rate;
  info.channels = channels;
  info.format = format_of(file.path());
  impl_ = std::make_unique<Impl>(std::move(file), channels);
  SF_VIRTUAL_IO calls = Disk::calls();
  impl_->sound.reset(sf_open_virtual(&calls, SFM_WRITE, &info, &impl_->disk));
  if (!impl_->sound)
    impl_->fail(fmt::format("cannot be written with {} channels at {} Hz: {}", channels,
                            sample_rate, sf_strerror(nullptr)));
  sf_command(impl_->sound.get(), SFC_SET_CLIPPING, nullptr, SF_TRUE);
  sf_command(impl_->sound.get(), SFC_SET_VBR_ENCODING_QUALITY, &vorbis_quality,
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
    const bool written = sf_writef_float(impl_->sound.get(), block.data(), frames) == frames;
    if (!written || impl_->disk.fault()) impl_->fail(sf_strerror(impl_->sound.get()));
  }
}

StagedFile AudioWriter::finish() {
  const int error = sf_close(impl_->sound.release());
  if (error || impl_->disk.fault()) impl_->fail("libsndfile cannot complete the file");
  return std::move(impl_->file);
}

void write_audio(const fs::path& path, std::span<const float> samples, int channels,
                 int sample_rate, double vorbis_quality) {
  if (channels < 1 || samples.size() % static_cast<std::size_t>(channels) != 0)
    throw std::invalid_argument(
        fmt::format("{} samples for {} channels", samples.size(), channels));
  format_of(path);
  if (path.has_parent_path()) fs::create_directories(path.parent_path());
  AudioWriter writer(StagedFile(path), channels, sample_rate, vorbis_quality);
  writer.write(samples);
  writer.finish().commit();
}

}  // namespace tactus
