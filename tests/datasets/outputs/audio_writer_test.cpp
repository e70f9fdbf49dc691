#include "datasets/outputs/audio_writer.h"

#include <gtest/gtest.h>
#include <sys/resource.h>

#include <cmath>
#include <csignal>
#include <string>
#include <vector>

#include "tests/support/test_support.h"

namespace tactus::test {
namespace {

namespace fs = std::filesystem;

std::vector<float> hum() {
  std::vector<float> samples(20'000);
  for (std::size_t i = 0; i < samples.size(); ++i)
    samples[i] = 0.5f * std::sin(0.05f * static_cast<float>(i));
  return samples;
}

// No file of this process may grow beyond `bytes`: like a full disk.
class SizeLimit {
 public:
  explicit SizeLimit(rlim_t bytes) {
    ::getrlimit(RLIMIT_FSIZE, &before_);
    std::signal(SIGXFSZ, SIG_IGN);
    const struct rlimit limit { bytes, before_.rlim_max };
    ::setrlimit(RLIMIT_FSIZE, &limit);
  }
  ~SizeLimit() { ::setrlimit(RLIMIT_FSIZE, &before_); }
  SizeLimit(const SizeLimit&) = delete;
  SizeLimit& operator=(const SizeLimit&) = delete;

 private:
  struct rlimit before_ {};
};

// libsndfile hides faults of its last writes, those of sf_close().
TEST(AudioWriter, AFullDiskIsAnErrorAtEveryByte) {
  const ScratchFolder scratch;
  const std::vector<float> samples = hum();
  for (const std::string name : {"a.wav", "a.flac", "a.ogg"}) {
    const fs::path path = scratch / name;
    write_audio(path, samples, 1, 22050);
    const std::string whole = slurp(path);
    write_text(path, "old");
    const rlim_t size = whole.size();
    for (rlim_t bytes = 0; bytes < size; bytes += bytes + 2003 < size ? 2003 : 1) {
      const SizeLimit limit(bytes);
      EXPECT_ANY_THROW(write_audio(path, samples, 1, 22050)) << name << ": " << bytes;
      ASSERT_EQ(slurp(path), "old") << name << ": " << bytes;
    }
    EXPECT_EQ(std::distance(fs::directory_iterator(scratch.path()), {}), 1);
    const SizeLimit limit(size);
    write_audio(path, samples, 1, 22050);
    EXPECT_EQ(slurp(path).size(), whole.size());
    fs::remove(path);
  }
}

TEST(AudioWriter, WithoutFinishNothingIsLeft) {
  const ScratchFolder scratch;
  const auto writer_of = [&](const char* name) {
    return AudioWriter(StagedFile(scratch / name), 2, 44100);
  };
  writer_of("song.wav").write(std::vector<float>(2000, 0.1f));
  EXPECT_TRUE(fs::is_empty(scratch.path()));
  AudioWriter writer = writer_of("song.wav");
  writer.write(std::vector<float>(2000, 0.1f));
  writer.write(std::vector<float>(50000, 0.1f));
  writer.finish().commit();
  EXPECT_EQ(fs::file_size(scratch / "song.wav"), 44u + 52000 * 2);
  EXPECT_THROW(writer_of("song.mp3"), AudioWriteError);
}

TEST(AudioWriter, WritesNamesOf255Bytes) {
  const ScratchFolder scratch;
  const fs::path path = scratch / (std::string(251, 'n') + ".wav");
  for (int i = 0; i < 2; ++i) write_audio(path, hum(), 1, 22050);
  EXPECT_EQ(std::distance(fs::directory_iterator(scratch.path()), {}), 1);
}

}  // namespace
}  // namespace tactus::test
