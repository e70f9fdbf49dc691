// A decoder that a file has taken over gets nothing: exploited_decoder.cpp is the attacker.
#include "audio/child/sandbox.h"

#include <fcntl.h>
#include <gtest/gtest.h>
#include <sys/socket.h>
#include <unistd.h>

#include <csignal>
#include <cstdlib>
#include <ctime>

#include "audio/readers/child_process.h"
#include "audio/readers/isolated_reader.h"
#include "tests/audio/support/sound_files.h"
#include "tests/support/test_support.h"

namespace tactus {
namespace {

const std::vector<std::string> kExploited = {TACTUS_BINARY_DIR "/tests/exploited_decoder"};
constexpr SandboxLimits kLimits = {kDecoderAddressSpace, 60};

class Sandboxed : public testing::Test {
 protected:
  Sandboxed() {
    test::write_sound(path_, SF_FORMAT_WAV | SF_FORMAT_FLOAT, 44100, 1,
                      std::vector<float>(50'000, 0.5F));
  }
  void SetUp() override {
    if (kSanitized) GTEST_SKIP() << "a build for a sanitizer has no sandbox";
  }

  // What comes of a song whose decoder makes this attack: "decoded", or the error.
  std::string outcome(const std::string& attack) const {
    setenv("TACTUS_ATTACK", attack.c_str(), 1);
    std::string result = "decoded";
    try {
      IsolatedAudioReader reader(path_, 0, kExploited);
      if (read_audio(reader).samples.size() != 50'000) result = "incomplete";
    } catch (const AudioError& error) {
      result = error.what();
    }
    unsetenv("TACTUS_ATTACK");
    return result;
  }

  test::ScratchFolder folder_;
  std::filesystem::path path_ = folder_ / "sound.wav";
};

bool calls_are_filtered() {
  return sandbox_of(kExploited).find("system calls are filtered") != std::string::npos;
}

TEST_F(Sandboxed, WhatIsOpenedLaterIsRefusedAndTheSongGoesOn) {
  EXPECT_EQ(outcome("none"), "decoded");
  if (!calls_are_filtered()) GTEST_SKIP() << sandbox_of(kExploited);
  for (const char* attack : {"open", "create", "openat2", "stat", "raise limits", "print"})
    EXPECT_EQ(outcome(attack), "decoded") << attack;
}

TEST_F(Sandboxed, WhatNoDecoderDoesEndsTheDecoder) {
  if (!calls_are_filtered()) GTEST_SKIP() << sandbox_of(kExploited);
  const std::string expected =
      path_.string() +
      ": the decoder was stopped because it tried to do something forbidden (signal 31, Bad system "
      "call) while it read the file: the file is probably damaged";
  for (const char* attack :
       {"write elsewhere", "write to the song", "unlink", "chmod", "exec", "fork", "vfork",
        "socket", "local socket", "connect", "map code", "make code", "kill", "ptrace",
        "read another process", "memory file", "io_uring", "pipe"})
    EXPECT_EQ(outcome(attack), expected) << attack;
}

TEST_F(Sandboxed, TooMuchMemoryIsAnError) {
  EXPECT_NE(outcome("memory").find("decoding needs more than 512 MiB of memory"), std::string::npos)
      << outcome("memory");
}

// An ID3 tag whose title unpacks to 600 MB of zeros: zlib of one zero and of copies of it, each of
// 258 bytes in 13 bits.
std::string bomb_of_zeros() {
  constexpr std::size_t kCopies = 600'000'000 / 258;
  std::string packed = "\x78\x01";
  int bits = 0;
  const auto put = [&](std::uint32_t code, int count) {  // the highest bit first
    for (int i = count - 1; i >= 0; --i, bits = (bits + 1) % 8) {
      if (bits == 0) packed += '\0';
      packed.back() = static_cast<char>(packed.back() | (code >> i & 1) << bits);
    }
  };
  put(0b110, 3);       // the last block, with the fixed codes
  put(0b00110000, 8);  // a zero
  for (std::size_t i = 0; i < kCopies; ++i) put(0b11000101'00000, 13);
  put(0, 7);
  const auto synchsafe = [](std::size_t size) {
    std::string bytes;
    for (int shift = 21; shift >= 0; shift -= 7) bytes += static_cast<char>(size >> shift & 127);
    return bytes;
  };
  const std::string frame = synchsafe(200'000'000) + packed;
  const std::string tag = "TIT2" + synchsafe(frame.size()) + std::string("\0\x09", 2) + frame;
  return std::string("ID3\4\0\0", 6) + synchsafe(tag.size()) + tag;
}

TEST_F(Sandboxed, TagsThatNeedTooMuchMemoryCostTheTagsAlone) {
  const std::string tag = bomb_of_zeros();
  std::string file = test::bytes_of(path_);
  file += "id3 " + test::little_endian(tag.size(), 4) + tag;
  file.replace(4, 4, test::little_endian(file.size() - 8, 4));
  test::write_bytes(path_, file);
  IsolatedAudioReader reader(path_, 0, {TACTUS_BINARY_DIR "/tactus-decode"});
  const Audio audio = read_audio(reader);
  EXPECT_EQ(audio.samples.size(), 50'000u);
  EXPECT_EQ(audio.warning.value_or("").find("tags"), std::string::npos) << *audio.warning;
  EXPECT_EQ(reader.note(),
            "the tags of the file could not be read: they need more than 512 MiB of memory");
}

// As where the kernel has no seccomp: ends with 0 if all is refused.
int refused_without_filter(const std::filesystem::path& file) {
  const int open_file = open(file.c_str(), O_RDWR);
  const Sandbox sandbox = give_up_files(kLimits);
  if (open(file.c_str(), O_RDONLY) >= 0) return 1;
  if (socket(AF_INET, SOCK_STREAM, 0) >= 0) return 2;
  if (dup(open_file) >= 0) return 3;
  if (sandbox.landlock > 0 && unlink(file.c_str()) == 0) return 4;
  std::signal(SIGXFSZ, SIG_IGN);
  if (write(open_file, "x", 1) >= 0) return 5;
  return 0;
}

TEST_F(Sandboxed, WithoutTheFilterNothingIsOpenedOrWritten) {
  EXPECT_EXIT(_exit(refused_without_filter(path_)), testing::ExitedWithCode(0), "");
}

TEST_F(Sandboxed, ABuildWithoutItDecodesAndSaysSo) {
  const std::vector<std::string> open_decoder = {TACTUS_BINARY_DIR "/tests/open_decoder"};
  EXPECT_EQ(sandbox_of(open_decoder),
            "system calls are NOT filtered, no Landlock, limits of memory and time (Landlock: not "
            "in this build; seccomp: "
            "not in this build)");
  IsolatedAudioReader reader(path_, 0, open_decoder);
  EXPECT_EQ(read_audio(reader).samples.size(), 50'000u);
}

TEST_F(Sandboxed, AnOldKernelDecodesWithoutItAndSaysSo) {
  const std::vector<std::string> old_kernel = {TACTUS_BINARY_DIR "/tests/old_kernel"};
  if (!calls_are_filtered()) GTEST_SKIP() << sandbox_of(kExploited);
  const std::string text = sandbox_of(old_kernel);
  EXPECT_EQ(text.find("system calls are NOT filtered, no Landlock, limits of memory and time ("),
            0u)
      << text;
  IsolatedAudioReader reader(path_, 0, old_kernel);
  EXPECT_EQ(read_audio(reader).samples.size(), 50'000u);
}

TEST_F(Sandboxed, TimeIsLimited) {
  const auto spin = [] {
    give_up_files({kDecoderAddressSpace, 1});
    while (std::clock() >= 0) {
    }
  };
  EXPECT_EXIT(spin(), testing::KilledBySignal(SIGXCPU), "");
}

TEST(Sandbox, SaysWhatItConsistsOf) {
  EXPECT_EQ((Sandbox{true, 4, ""}).text(),
            "system calls are filtered, no files (Landlock 4), limits of memory and time");
  EXPECT_EQ((Sandbox{false, 0, "seccomp: Invalid argument"}).text(),
            "system calls are NOT filtered, no Landlock, limits of memory and time (seccomp: "
            "Invalid argument)");
  const std::string here = sandbox_of({TACTUS_BINARY_DIR "/tactus-decode"});
  EXPECT_NE(here.find("system calls are "), std::string::npos) << here;
  EXPECT_THROW(sandbox_of({"/nowhere/worker"}), AudioError);
  EXPECT_THROW(sandbox_of({"/bin/true"}), AudioError);
}

}  // namespace
}  // namespace tactus
