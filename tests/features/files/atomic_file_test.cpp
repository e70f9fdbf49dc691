#include "features/files/atomic_file.h"

#include <fcntl.h>
#include <gtest/gtest.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <sys/xattr.h>
#include <unistd.h>

#include <algorithm>
#include <fstream>
#include <functional>
#include <sstream>
#include <thread>

#include "features/files/file_error.h"
#include "tests/support/test_support.h"

namespace tactus::test {
namespace {

namespace fs = std::filesystem;

// Called in each fsync of this program.
std::function<void()> during_flush;

std::string content_of(const fs::path& path) {
  std::ifstream file(path, std::ios::binary);
  std::ostringstream text;
  text << file.rdbuf();
  return text.str();
}

std::size_t entries(const fs::path& folder) {
  return static_cast<std::size_t>(
      std::distance(fs::directory_iterator(folder), fs::directory_iterator()));
}

TEST(FileError, NamesFileWorkAndReason) {
  const std::error_code full = std::make_error_code(std::errc::no_space_on_device);
  EXPECT_EQ(std::string(FileError("cannot be written", "a.lab", full).what()),
            "a.lab: cannot be written: No space left on device");
  try {
    fs::create_directory("/proc/no/folder");
    FAIL();
  } catch (const fs::filesystem_error& error) {
    EXPECT_EQ(file_fault(error).find("filesystem error"), std::string::npos) << error.what();
    EXPECT_EQ(file_fault(error).substr(0, 17), "/proc/no/folder: ") << error.what();
    EXPECT_TRUE(file_fault(error).ends_with(": " + error.code().message())) << error.what();
  }
  EXPECT_EQ(file_fault(fs::filesystem_error("open", "a.lab", full)),
            "a.lab: open: No space left on device");
}

TEST(AtomicFile, ReplacesWhatWasThereAndLeavesNothingElse) {
  const ScratchFolder scratch;
  const fs::path path = scratch / "inner/file.txt";
  write_file_atomically(path, "old and longer");
  write_file_atomically(path, "new");
  EXPECT_EQ(content_of(path), "new");
  EXPECT_EQ(entries(path.parent_path()), 1u);
}

TEST(AtomicFile, ReplacesAFileOfTheLongestName) {
  const ScratchFolder scratch;
  const fs::path path = scratch / std::string(255, 'n');
  write_file_atomically(path, "old");
  write_file_atomically(path, "new");
  EXPECT_EQ(content_of(path), "new");
  EXPECT_EQ(entries(scratch.path()), 1u);
}

TEST(AtomicFile, NeverTakesALeftoverForItsOwnContent) {
  const ScratchFolder scratch;
  const fs::path path = scratch / "text";
  write_file_atomically(path, "old");
  constexpr int kLeftovers = 500;  // more than this program writes files
  const auto leftover = [&](int i) {
    return scratch /
           (".text.tactus-" + std::to_string(::getpid()) + "-" + std::to_string(i) + ".partial");
  };
  for (int i = 0; i < kLeftovers; ++i) std::ofstream(leftover(i)) << "stale";
  write_file_atomically(path, "new");
  EXPECT_EQ(content_of(path), "new");
  for (int i = 0; i < kLeftovers; ++i) ASSERT_EQ(content_of(leftover(i)), "stale");
  EXPECT_EQ(entries(scratch.path()), kLeftovers + 1u);
}

TEST(AtomicFile, NamesTheFileThatCannotBeWritten) {
  const ScratchFolder scratch;
  fs::create_directories(scratch / "taken/by/a/folder");
  try {
    write_file_atomically(scratch / "taken", "text");
    FAIL() << "replaced a folder";
  } catch (const fs::filesystem_error& error) {
    EXPECT_NE(std::string(error.what()).find("taken"), std::string::npos);
  }
  EXPECT_EQ(entries(scratch.path()), 1u);
}

TEST(AtomicFile, KeepsThePermissionsOfWhatItReplaces) {
  const ScratchFolder scratch;
  const fs::path path = scratch / "file.txt";
  write_file_atomically(path, "old");
  for (const fs::perms kept : {fs::perms(0640), fs::perms(0600), fs::perms(0666)}) {
    fs::permissions(path, kept);
    write_file_atomically(path, "new");
    EXPECT_EQ(fs::status(path).permissions(), kept);
  }
}

TEST(AtomicFile, ReplacesWhatALinkNames) {
  const ScratchFolder scratch;
  const fs::path real = scratch / "inner/real.txt";
  write_file_atomically(real, "old");
  fs::permissions(real, fs::perms(0640));
  fs::create_symlink("inner/real.txt", scratch / "near");
  fs::create_symlink(scratch / "near", scratch / "far");
  write_file_atomically(scratch / "far", "new");
  EXPECT_EQ(content_of(real), "new");
  EXPECT_FALSE(fs::is_symlink(real));
  EXPECT_EQ(fs::status(real).permissions(), fs::perms(0640));
  fs::create_symlink("made.txt", scratch / "dangling");
  write_file_atomically(scratch / "dangling", "made");
  EXPECT_EQ(content_of(scratch / "made.txt"), "made");
  fs::create_symlink("not mounted/made.txt", scratch / "away");
  EXPECT_THROW(write_file_atomically(scratch / "away", "made"), fs::filesystem_error);
  EXPECT_FALSE(fs::exists(scratch / "not mounted"));
  for (const char* link : {"near", "far", "dangling"})
    EXPECT_TRUE(fs::is_symlink(scratch / link)) << link;
  EXPECT_EQ(entries(real.parent_path()), 1u);
  EXPECT_EQ(entries(scratch.path()), 6u);
}

TEST(AtomicFile, NamesALinkThatLeadsToItself) {
  const ScratchFolder scratch;
  fs::create_symlink("loop", scratch / "loop");
  try {
    write_file_atomically(scratch / "loop", "text");
    FAIL() << "replaced the link";
  } catch (const fs::filesystem_error& error) {
    EXPECT_NE(std::string(error.what()).find("loop"), std::string::npos);
  }
  EXPECT_TRUE(fs::is_symlink(scratch / "loop"));
}

TEST(AtomicFile, WritesIntoWhatIsNoFile) {
  const ScratchFolder scratch;
  const fs::path pipe = scratch / "pipe";
  ASSERT_EQ(::mkfifo(pipe.c_str(), 0600), 0);
  fs::create_symlink("pipe", scratch / "link");
  const int reader = ::open(pipe.c_str(), O_RDONLY | O_NONBLOCK);
  ASSERT_GE(reader, 0);
  for (const char* name : {"pipe", "link"}) {
    write_file_atomically(scratch / name, name);
    char read[8] = {};
    EXPECT_EQ(::read(reader, read, sizeof read), 4);
    EXPECT_EQ(std::string(read), name);
  }
  ::close(reader);
  EXPECT_TRUE(fs::is_fifo(fs::symlink_status(pipe)));
  EXPECT_TRUE(fs::is_symlink(scratch / "link"));
}

TEST(AtomicFile, WritesOnIntoWhatIsOpen) {
  const ScratchFolder scratch;
  const fs::path path = scratch / "out.txt";
  const int file = ::open(path.c_str(), O_WRONLY | O_CREAT | O_CLOEXEC, 0666);
  ASSERT_GE(file, 0);
  ASSERT_EQ(::write(file, "before ", 7), 7);
  fs::create_symlink("/proc/self/fd/" + std::to_string(file), scratch / "link");
  write_file_atomically(scratch / "link", "text");
  ASSERT_EQ(::write(file, " after", 6), 6);
  ::close(file);
  EXPECT_EQ(content_of(path), "before text after");
}

TEST(AtomicFile, IsWholeForReadersWhateverTheNumberOfWriters) {
  const ScratchFolder scratch;
  const fs::path path = scratch / "shared.bin";
  const auto text_of = [](char c) { return std::string(200'000, c); };
  write_file_atomically(path, text_of('a'));
  {
    std::vector<std::jthread> writers;
    for (const char c : {'a', 'b', 'c'}) {
      writers.emplace_back([&, c] {
        for (int i = 0; i < 20; ++i) write_file_atomically(path, text_of(c));
      });
    }
    for (int i = 0; i < 50; ++i) {
      const std::string seen = content_of(path);
      ASSERT_EQ(seen.size(), 200'000u);
      ASSERT_EQ(seen, text_of(seen.front()));
    }
  }
  EXPECT_EQ(entries(scratch.path()), 1u);
}

TEST(FileReplacement, ACopyTakesThePlaceOfTheFileOnlyAtTheEnd) {
  const ScratchFolder scratch;
  const fs::path path = scratch / "file.txt";
  write_text(path, "old content");
  ::chmod(path.c_str(), 0640);
  {
    FileReplacement copy(path);
    EXPECT_EQ(content_of(copy.readable_path()), "old content");
    ASSERT_EQ(::pwrite(copy.descriptor(), "new", 3, 0), 3);
  }
  EXPECT_EQ(content_of(path), "old content") << "without commit() nothing changes";
  FileReplacement copy(path);
  ASSERT_EQ(::pwrite(copy.descriptor(), "new", 3, 0), 3);
  EXPECT_TRUE(copy.commit(false));
  EXPECT_EQ(content_of(path), "new content");
  struct stat status;
  ::stat(path.c_str(), &status);
  EXPECT_EQ(status.st_mode & 07777, 0640u);
  EXPECT_EQ(entries(scratch.path()), 1u);
}

TEST(FileReplacement, KeepsTheTimesOnWish) {
  const ScratchFolder scratch;
  const fs::path path = scratch / "file.txt";
  write_text(path, "content");
  const timespec times[] = {{1000, 5}, {2000, 7}};
  ::utimensat(AT_FDCWD, path.c_str(), times, 0);
  EXPECT_TRUE(FileReplacement(path).commit(true));
  struct stat status;
  ::stat(path.c_str(), &status);
  EXPECT_EQ(status.st_mtim.tv_sec, 2000);
  EXPECT_EQ(status.st_mtim.tv_nsec, 7);
  EXPECT_TRUE(FileReplacement(path).commit(false));
  ::stat(path.c_str(), &status);
  EXPECT_NE(status.st_mtim.tv_sec, 2000);
}

TEST(FileReplacement, SeesAChangeOfTheFile) {
  const ScratchFolder scratch;
  const fs::path path = scratch / "file.txt";
  write_text(path, "content");
  FileReplacement copy(path);
  write_text(path, "another content");
  EXPECT_FALSE(copy.commit(false));
  EXPECT_EQ(content_of(path), "another content");
}

TEST(FileReplacement, RefusesLinksFoldersAndWhatIsMissing) {
  const ScratchFolder scratch;
  write_text(scratch / "file.txt", "content");
  fs::create_symlink("file.txt", scratch / "link");
  EXPECT_THROW(FileReplacement(scratch / "link"), fs::filesystem_error);
  EXPECT_THROW(FileReplacement(scratch / "missing"), fs::filesystem_error);
  EXPECT_THROW(FileReplacement(scratch.path()), fs::filesystem_error);
}

TEST(FileReplacement, KeepsWhatAnotherProgramWritesDuringTheFlush) {
  const ScratchFolder scratch;
  const fs::path path = scratch / "song";
  std::ofstream(path) << "old";
  {
    FileReplacement copy(path);
    during_flush = [&] { std::ofstream(path) << "from another program"; };
    EXPECT_FALSE(copy.commit(false));
    during_flush = {};
  }
  EXPECT_EQ(content_of(path), "from another program");
  EXPECT_EQ(entries(scratch.path()), 1u);
  FileReplacement copy(path);
  ASSERT_EQ(::pwrite(copy.descriptor(), "FROM", 4, 0), 4);
  EXPECT_TRUE(copy.commit(false));
  EXPECT_EQ(content_of(path), "FROM another program");
}

TEST(FileReplacement, GivesNobodyAccessWhomTheFileDidNotGiveIt) {
  const ScratchFolder scratch;
  const fs::path path = scratch / "song";
  std::ofstream(path) << "old";
  ::chmod(path.c_str(), 0640);
  // Version 2, then tag, permissions, user: owner rwx, user 12345 rwx, group, mask, others none.
  const std::uint32_t list[] = {2,   0x00070001, ~0U, 0x00070002, 12345, 0x00050004,
                                ~0U, 0x00070010, ~0U, 0x00000020, ~0U};
  if (::setxattr(scratch.path().c_str(), "system.posix_acl_default", list, sizeof list, 0) != 0)
    GTEST_SKIP() << "this file system has no access lists";
  {
    FileReplacement copy(path);
    ASSERT_TRUE(copy.commit(false));
  }
  EXPECT_LT(::getxattr(path.c_str(), "system.posix_acl_access", nullptr, 0), 0);
  struct stat status = {};
  ::stat(path.c_str(), &status);
  EXPECT_EQ(status.st_mode & 07777, 0640u);
}

TEST(FileReplacement, SaysThatItIsAliveWhileItCopiesAndFlushes) {
  const ScratchFolder scratch;
  const fs::path path = scratch / "song";
  std::ofstream(path) << std::string(20 << 20, 'x');
  int calls = 0;
  FileReplacement copy(path, [&] { ++calls; });
  EXPECT_GE(calls, 20) << "one for each MiB";
  calls = 0;
  int before_flush = 0;
  during_flush = [&] { before_flush = std::max(before_flush, calls); };
  EXPECT_TRUE(copy.commit(false));
  during_flush = {};
  EXPECT_GE(before_flush, 3) << "one for each 8 MiB";
}

}  // namespace
}  // namespace tactus::test

// Takes the place of the C library's.
extern "C" int fsync(int file) {
  if (tactus::test::during_flush) tactus::test::during_flush();
  return static_cast<int>(::syscall(SYS_fsync, file));
}
