#include "datasets/shards/shard_folder.h"

#include <gtest/gtest.h>

#include <fstream>

#include "datasets/dataset_error.h"
#include "tests/datasets/support/shard_fixture.h"
#include "tests/support/test_support.h"

namespace tactus {
namespace {

// Two parts of two and one file.
class ShardFolderTest : public testing::Test {
 protected:
  ShardFolderTest() {
    first_ = {test::write_shard(folder_.path(), {1, 2, 1}, {"ant", "bee"}),
              test::write_shard(folder_.path(), {1, 2, 2}, {"cat"})};
    test::write_shard_end(folder_.path(), 1, 2, first_);
    test::write_shard_end(folder_.path(), 2, 2,
                          {test::write_shard(folder_.path(), {2, 2, 1}, {"dog"})});
  }
  void remove(const std::string& name) const { std::filesystem::remove(folder_ / name); }
  std::string error(int threads = 2) const {
    try {
      open_shard_folder(folder_.path(), threads);
    } catch (const DatasetError& thrown) {
      std::string text = thrown.what();
      const std::string place = folder_.path().string();
      for (auto at = text.find(place); at != text.npos; at = text.find(place))
        text.replace(at, place.size(), "HERE");
      return text;
    }
    return "none";
  }

  test::ScratchFolder folder_;
  std::vector<ShardFileHash> first_;
};

TEST(ShardName, IsReadAsItIsWritten) {
  for (const ShardName name : {ShardName{1, 1, 1}, {2, 4, 0}, {17, 300, 99999}, {3, 3, 123456}}) {
    EXPECT_EQ(parse_shard_name(text_of(name)), name) << text_of(name);
  }
  EXPECT_EQ(text_of({2, 4, 1}), "features-2of4-00001.shard");
  EXPECT_EQ(text_of({2, 4, 0}), "features-2of4-end.shard");
  for (const char* text :
       {"features-5of4-00001.shard", "features-0of4-00001.shard", "features-1of1-1.shard",
        "features-1of1-00000.shard", "features-1of1.shard", "1of1-00001.shard", "",
        "features-1of1-end.shard.shard", "features-01of1-00001.shard", "features-1of1-00001",
        "features-99999999999of1-end.shard"})
    EXPECT_FALSE(parse_shard_name(text)) << text;
}

TEST_F(ShardFolderTest, OpensAllSongsInOrder) {
  for (const int threads : {1, 2, 9}) {
    std::size_t last = 0;
    const ShardFolder folder =
        open_shard_folder(folder_.path(), threads, [&](std::size_t done, std::size_t total) {
          EXPECT_EQ(++last, done);
          EXPECT_EQ(total, 5u);
        });
    std::string ids;
    for (const OpenShard& shard : folder.shards)
      for (const ShardSong& song : shard.index.songs) ids += song.id + " ";
    EXPECT_EQ(ids, "ant bee cat dog ");
    EXPECT_EQ(last, 5u);
  }
  EXPECT_TRUE(holds_shards(folder_.path()));
  EXPECT_FALSE(holds_shards(folder_ / "absent"));
}

TEST_F(ShardFolderTest, AMissingPartIsNamedWithItsCommand) {
  remove("features-2of2-00001.shard");
  remove("features-2of2-end.shard");
  EXPECT_EQ(
      error(),
      "HERE: part 2 of 2 is missing: there is no features-2of2-end.shard; run `tactus dataset "
      "shards CONFIG -o HERE --shard 2/2`");
}

TEST_F(ShardFolderTest, APartThatIsNotFinishedIsRefused) {
  remove("features-1of2-end.shard");
  EXPECT_NE(error().find("part 1 of 2 is not finished"), std::string::npos) << error();
}

TEST_F(ShardFolderTest, AMissingFileIsNamed) {
  remove("features-1of2-00002.shard");
  EXPECT_NE(error().find("HERE: features-1of2-00002.shard is missing, but "
                         "features-1of2-end.shard lists it; run"),
            std::string::npos)
      << error();
}

TEST_F(ShardFolderTest, AnExchangedFileIsRefused) {
  remove("features-1of2-00002.shard");
  test::write_shard(folder_.path(), {1, 2, 2}, {"elk"});
  EXPECT_NE(error().find("features-1of2-00002.shard is not the file"), std::string::npos)
      << error();
}

TEST_F(ShardFolderTest, AFileOfARunThatWasNotFinishedIsRefused) {
  test::write_shard(folder_.path(), {1, 2, 3}, {"elk"});
  EXPECT_NE(error().find("features-1of2-00003.shard is not among the files"), std::string::npos)
      << error();
}

TEST_F(ShardFolderTest, PartsOfTwoDivisionsAreRefused) {
  test::write_shard_end(folder_.path(), 1, 3, {});
  EXPECT_NE(error().find("divisions into 2 and 3 parts"), std::string::npos) << error();
}

TEST_F(ShardFolderTest, ARenamedFileIsRefused) {
  std::filesystem::rename(folder_ / "features-2of2-00001.shard", folder_ / "copy.shard");
  EXPECT_NE(error().find("HERE/copy.shard: expected a name such as"), std::string::npos) << error();
  std::filesystem::rename(folder_ / "copy.shard", folder_ / "features-1of2-00007.shard");
  EXPECT_NE(error().find("contains part 2 of 2"), std::string::npos) << error();
}

TEST_F(ShardFolderTest, ADamagedIndexIsNamed) {
  const std::filesystem::path file = folder_ / "features-1of2-00001.shard";
  std::string bytes = test::slurp(file);
  bytes[bytes.size() - 100] ^= 1;
  std::ofstream(file, std::ios::binary) << bytes;
  for (const int threads : {1, 4})
    EXPECT_EQ(error(threads),
              "HERE/features-1of2-00001.shard: damaged: its index does not match its hash; remove "
              "the file "
              "and run `tactus dataset shards` again");
}

TEST(ShardFolderOfOthers, WithoutShardsSaysHowToWriteThem) {
  const test::ScratchFolder folder;
  try {
    open_shard_folder(folder.path(), 1);
    FAIL();
  } catch (const DatasetError& error) {
    EXPECT_NE(
        std::string(error.what()).find("contains no shards; `tactus dataset shards CONFIG -o "),
        std::string::npos);
  }
  EXPECT_THROW(open_shard_folder(folder / "absent", 1), DatasetError);
}

}  // namespace
}  // namespace tactus
