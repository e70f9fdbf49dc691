#include "app/engine/songs/shard.h"

#include <gtest/gtest.h>

#include "audio/error.h"

namespace tactus {
namespace {

TagInput song(const std::string& relative) {
  TagInput input;
  input.audio = "/music/" + relative;
  input.relative = relative;
  return input;
}

TEST(Shard, PutsEachSongIntoOnePart) {
  std::vector<int> sizes(7, 0);
  for (int i = 0; i < 7000; ++i) {
    const TagInput input = song("album/song " + std::to_string(i) + ".flac");
    int parts = 0;
    for (int number = 1; number <= 7; ++number) {
      const bool in = Shard{number, 7}.has(input);
      parts += in;
      sizes[static_cast<std::size_t>(number - 1)] += in;
    }
    ASSERT_EQ(parts, 1);
  }
  for (const int size : sizes) EXPECT_NEAR(size, 1000, 120);  // four standard deviations
}

// The parts of a run that was begun must not change with a new version or another machine.
TEST(Shard, IsTheSameOnEveryMachineAndInEveryVersion) {
  std::string parts;
  for (const char* name : {"a.wav", "b.wav", "c.wav", "album/a.wav", "übung.mp3"}) {
    for (int number = 1; number <= 4; ++number) {
      if (Shard{number, 4}.has(song(name))) parts += std::to_string(number);
    }
  }
  EXPECT_EQ(parts, "43241");
  TagInput elsewhere = song("a.wav");
  elsewhere.audio = "/mnt/other/a.wav";
  for (int number = 1; number <= 4; ++number)
    EXPECT_EQ((Shard{number, 4}.has(elsewhere)), (Shard{number, 4}.has(song("a.wav"))));
}

TEST(Shard, ReadsItsTextAndRefusesOthers) {
  const Shard shard = parse_shard("3/10");
  EXPECT_EQ(shard.number, 3);
  EXPECT_EQ(shard.count, 10);
  for (const char* text : {"", "3", "3/", "/3", "0/3", "4/3", "-1/3", "1/0", "a/b", "1/2/3", "1 /2",
                           "99999999999/99999999999"}) {
    EXPECT_THROW(parse_shard(text), ArgumentError) << text;
  }
}

}  // namespace
}  // namespace tactus
