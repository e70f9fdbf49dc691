#include "datasets/shards/mapped_shard.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <fstream>

#include "datasets/dataset_error.h"
#include "datasets/shards/shard_pages.h"
#include "tests/datasets/support/shard_fixture.h"
#include "tests/support/test_support.h"

namespace tactus {
namespace {

class MappedShardTest : public testing::Test {
 protected:
  MappedShardTest() : file_(folder_ / "features-1of1-00001.shard") {
    test::write_shard(folder_.path(), {1, 1, 1}, {"ant", "bee", "cat"});
  }

  void put(const std::string& bytes) const {
    std::filesystem::remove(file_);
    std::ofstream(file_, std::ios::binary) << bytes;
  }
  std::string error() const {
    try {
      MappedShard::open(file_)->index();
    } catch (const DatasetError& thrown) {
      return thrown.what();
    }
    return "none";
  }
  // Changes one byte of the second song.
  void damage_bee() const {
    std::string bytes = test::slurp(file_);
    bytes[MappedShard::open(file_)->index().songs[1].offset + 17] ^= 1;
    put(bytes);
  }

  test::ScratchFolder folder_;
  std::filesystem::path file_;
};

TEST_F(MappedShardTest, HoldsWhatWasWritten) {
  const auto shard = MappedShard::open(file_);
  const ShardIndex index = shard->index();
  EXPECT_EQ(index.task, "beats");
  EXPECT_EQ(index.key, "a key");
  EXPECT_EQ(index.corpora, test::shard_head().corpora);
  ASSERT_EQ(index.songs.size(), 3u);
  std::size_t frames = 5;
  for (const ShardSong& song : index.songs) {
    const ShardSong expected = test::shard_song(song.id);
    EXPECT_EQ(song.labels, expected.labels) << "bit for bit";
    EXPECT_EQ(song.source, expected.source);
    EXPECT_EQ(song.content, expected.content);
    EXPECT_EQ(song.artist, expected.artist);
    EXPECT_EQ(song.offset % kShardPage, 0u);
    const MappedFrames mapped = shard->frames(song, index);
    const FrameView& view = mapped.view();
    ASSERT_EQ(view.frames, frames);
    const FrameMatrix written = test::shard_frames(frames, 1000.0f * static_cast<float>(frames));
    EXPECT_TRUE(std::equal(written.data.begin(), written.data.end(), view.data));
    EXPECT_EQ(shard->damage_of(view, song.hash, song.id), "");
    double sum = 0.0;
    for (std::size_t t = 0; t < frames; ++t) sum += view.row(t)[1];
    EXPECT_DOUBLE_EQ(song.sum[1], sum);
    ++frames;
  }
}

TEST_F(MappedShardTest, FramesOutliveTheShard) {
  auto shard = MappedShard::open(file_);
  const ShardIndex index = shard->index();
  const MappedFrames frames = shard->frames(index.songs[2], index);
  shard->release();
  shard.reset();
  std::filesystem::remove(file_);
  EXPECT_EQ(frames.view().row(0)[0], 7000.0f);
}

TEST_F(MappedShardTest, EveryChangedByteOfTheIndexIsFound) {
  const std::string whole = test::slurp(file_);
  const std::size_t first = MappedShard::open(file_)->index().songs[2].offset + kShardPage;
  ASSERT_LT(first, whole.size());
  for (std::size_t i = first; i < whole.size(); ++i) {
    std::string bytes = whole;
    bytes[i] ^= 4;
    put(bytes);
    EXPECT_NE(error(), "none") << i;
  }
}

TEST_F(MappedShardTest, ACutOrEmptyFileIsRefusedWithARemedy) {
  const std::string whole = test::slurp(file_);
  for (std::size_t size = 0; size < whole.size(); size += 97) {
    put(whole.substr(0, size));
    EXPECT_NE(error(), "none") << size;
  }
  put(whole.substr(0, whole.size() - 1));
  EXPECT_EQ(error(), file_.string() +
                         ": damaged: its end is missing: the file was cut off or overwritten; "
                         "remove the file and run "
                         "`tactus dataset shards` again");
}

// Also with a hash that fits: a file made by somebody.
TEST_F(MappedShardTest, AnIndexThatPointsOutsideTheFramesIsRefused) {
  ShardIndex index = MappedShard::open(file_)->index();
  const auto refused = [](const ShardIndex& wrong) {
    const std::string bytes = index_bytes(wrong);
    EXPECT_THROW(parse_index(std::as_bytes(std::span(bytes)), 4 * kShardPage, "x"), DatasetError);
  };
  const std::string good = index_bytes(index);
  EXPECT_EQ(parse_index(std::as_bytes(std::span(good)), 4 * kShardPage, "x"), index);
  for (const std::uint64_t frames : {std::uint64_t{0}, std::uint64_t{1} << 40, ~std::uint64_t{0}}) {
    ShardIndex wrong = index;
    wrong.songs[1].frames = frames;
    refused(wrong);
  }
  ShardIndex wrong = index;
  wrong.songs[0].offset = 5 * kShardPage;
  refused(wrong);
  wrong = index;
  wrong.songs[0].offset = 4;
  refused(wrong);
  wrong = index;
  wrong.songs[2].corpus = 1;
  refused(wrong);
  wrong = index;
  wrong.songs[2].split = "test";
  refused(wrong);
}

TEST_F(MappedShardTest, ADamagedSongIsNamedWithItsPlace) {
  damage_bee();
  const auto shard = MappedShard::open(file_);
  const ShardIndex index = shard->index();
  const auto damage = [&](std::size_t i) {
    const MappedFrames frames = shard->frames(index.songs[i], index);
    return shard->damage_of(frames.view(), index.songs[i].hash, index.songs[i].id);
  };
  EXPECT_EQ(damage(0), "");
  EXPECT_EQ(damage(1), file_.string() +
                           ": damaged: the frames of bee, 72 bytes from byte 8192 on, do not match "
                           "their hash; remove the file and run `tactus dataset shards` again");
  EXPECT_EQ(damage(2), "");
}

// A resumed run must make the same batches, whichever song it comes to first.
TEST_F(MappedShardTest, TheSameSongTakesThePlaceOfADamagedOne) {
  damage_bee();
  const auto shard = MappedShard::open(file_);
  const ShardIndex index = shard->index();
  const auto pages = [&] {
    std::vector<ShardPages::Song> songs;
    for (const ShardSong& song : index.songs)
      songs.push_back({0, shard->frames(song, index).view(), song.hash, song.id});
    songs.push_back({});  // a song elsewhere
    return std::make_unique<ShardPages>(std::vector{shard}, songs);
  };
  const auto one = pages();
  one->expect({{0, 7}, {}});
  for (const std::size_t song : {1u, 0u, 2u, 3u, 1u})
    EXPECT_EQ(one->readable(song), song == 1 ? 2u : song);
  const std::vector<std::string> notes = one->take_notes();
  ASSERT_EQ(notes.size(), 1u) << "one note, however often";
  EXPECT_EQ(notes[0].find("bee left out: "), 0u) << notes[0];
  EXPECT_TRUE(one->take_notes().empty());
  const auto other = pages();
  EXPECT_EQ(other->readable(2), 2u);
  EXPECT_EQ(other->readable(1), 2u);
}

TEST_F(MappedShardTest, WritesNoSongOfOtherBins) {
  OutputFiles files;
  ShardWriter writer(files, folder_ / "features-1of1-00002.shard", test::shard_head());
  const FrameMatrix wide(4, 5, 10.0);
  EXPECT_THROW(writer.add(test::shard_song("dog"), {wide.data.data(), 4, 5, 10.0}),
               std::invalid_argument);
  EXPECT_THROW(writer.add(test::shard_song("dog"), {wide.data.data(), 0, 3, 10.0}),
               std::invalid_argument);
}

}  // namespace
}  // namespace tactus
