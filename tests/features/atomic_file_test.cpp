#include "features/atomic_file.h"

#include <gtest/gtest.h>

#include <fstream>
#include <sstream>
#include <thread>

#include "tests/test_support.h"

namespace tactus::test {
namespace {

namespace fs = std::filesystem;

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

}  // namespace
}  // namespace tactus::test
