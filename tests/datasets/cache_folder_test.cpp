#include "datasets/cache_folder.h"

#include <gtest/gtest.h>

#include <chrono>
#include <fstream>
#include <thread>

#include "datasets/content_hash.h"
#include "datasets/dataset_error.h"
#include "datasets/mapped_frames.h"
#include "features/npy_file.h"
#include "tests/test_support.h"

namespace tactus {
namespace {

namespace fs = std::filesystem;

void put(const fs::path& path, const std::string& content) {
  std::ofstream(path, std::ios::binary) << content;
}

class CacheFolderTest : public testing::Test {
 protected:
  // A file of 1000 bytes, last used so many minutes ago.
  fs::path file(const std::string& name, int minutes) const {
    put(folder_ / name, std::string(1000, 'x'));
    fs::last_write_time(folder_ / name,
                        fs::file_time_type::clock::now() - std::chrono::minutes(minutes));
    return folder_ / name;
  }
  test::ScratchFolder folder_;
};

TEST_F(CacheFolderTest, RemovesTheLeastRecentlyUsedFirst) {
  for (int i = 0; i < 10; ++i) file(std::to_string(i) + ".npy", 100 - i);
  file("notes.txt", 1000);
  CacheFolder folder(folder_.path());
  folder.used(folder_ / "1.npy");  // the second oldest becomes the newest
  folder.set_limit(5000);
  EXPECT_EQ(folder.trim(), 6u);  // down to nine tenths of 5000 bytes
  EXPECT_EQ(folder.usage().files, 4u);
  EXPECT_EQ(folder.usage().bytes, 4000u);
  for (const char* left : {"1.npy", "7.npy", "8.npy", "9.npy", "notes.txt"})
    EXPECT_TRUE(fs::exists(folder_ / left)) << left;
  EXPECT_EQ(folder.trim(), 0u);
}

TEST_F(CacheFolderTest, NeverRemovesWhatThisRunUses) {
  CacheFolder folder(folder_.path());
  folder.set_limit(2500);
  const fs::path old = file("old.npy", 50);
  const fs::path mine = file("mine.npy", 40);
  folder.used(mine);
  fs::last_write_time(mine, fs::file_time_type::clock::now() - std::chrono::hours(5));
  folder.added(file("a.npy", 0));
  EXPECT_FALSE(fs::exists(old));
  folder.added(file("b.npy", 0));
  folder.added(file("c.npy", 0));
  for (const char* left : {"mine.npy", "a.npy", "b.npy", "c.npy"})
    EXPECT_TRUE(fs::exists(folder_ / left)) << left;
  CacheFolder next_run(folder_.path());
  EXPECT_EQ(next_run.limit(), 2500u);
  next_run.added(file("d.npy", 0));
  EXPECT_LE(next_run.usage().bytes, 2500u);
  EXPECT_TRUE(fs::exists(folder_ / "d.npy"));
}

TEST_F(CacheFolderTest, MappedFilesOutliveTheirRemoval) {
  FrameMatrix frames(3, 2, 10.0);
  frames.row(2)[1] = 5.0f;
  write_npy(frames, folder_ / "x.npy");
  const MappedFrames mapped(folder_ / "x.npy", 2, 10.0);
  CacheFolder folder(folder_.path());
  EXPECT_EQ(folder.clear(), 1u);
  EXPECT_FALSE(fs::exists(folder_ / "x.npy"));
  EXPECT_EQ(mapped.view().row(2)[1], 5.0f);
}

TEST_F(CacheFolderTest, RemovesWhatKilledRunsLeftButNotWhatOthersWrite) {
  file(".x.npy.1.partial", 60 * 48);
  file(".y.npy.2.partial", 1);
  CacheFolder(folder_.path()).trim();
  EXPECT_FALSE(fs::exists(folder_ / ".x.npy.1.partial"));
  EXPECT_TRUE(fs::exists(folder_ / ".y.npy.2.partial"));
}

TEST(CacheSizes, AreReadAndWritten) {
  EXPECT_EQ(parse_size("1000"), 1000u);
  EXPECT_EQ(parse_size("20G"), std::uintmax_t{20} << 30);
  EXPECT_EQ(parse_size("1.5k"), 1536u);
  EXPECT_EQ(parse_size("2MiB"), std::uintmax_t{2} << 20);
  for (const char* wrong : {"", "G", "-1", "5X", "5GG", "nan", "1e30"})
    EXPECT_THROW(parse_size(wrong), std::invalid_argument) << wrong;
  EXPECT_EQ(size_text(1000), "1000 bytes");
  EXPECT_EQ(size_text(std::uintmax_t{3} << 29), "1.5 GiB");
}

TEST(ContentHash, IsTheHashOfTheBytes) {
  const test::ScratchFolder folder;
  put(folder / "a", "");
  // XXH3_128bits of nothing, from the specification of xxHash.
  EXPECT_EQ(hash_file(folder / "a"), "99aa06d3014798d86001c324468d497f");
  put(folder / "b", std::string(3'000'000, 'b'));
  EXPECT_EQ(hash_file(folder / "b"), hash_text(std::string(3'000'000, 'b')));
  EXPECT_THROW(hash_file(folder / "absent"), DatasetError);
}

TEST(HashIndex, ReadsAFileAgainOnlyWhenItHasChanged) {
  const test::ScratchFolder folder;
  const fs::path audio = folder / "a.wav";
  put(audio, "abc");
  std::this_thread::sleep_for(std::chrono::milliseconds(50));  // let the clock move on
  const HashIndex index(folder / "index");
  EXPECT_EQ(index.hash_of(audio), hash_text("abc"));
  const fs::path entry = index.entry_of(audio);
  ASSERT_TRUE(fs::exists(entry));
  std::string text;
  std::getline(std::ifstream(entry, std::ios::binary) >> std::ws, text, '\0');
  put(entry, std::string(32, '0') + text.substr(32));  // what is remembered is believed
  EXPECT_EQ(index.hash_of(audio), std::string(32, '0'));
  put(audio, "abd");
  EXPECT_EQ(index.hash_of(audio), hash_text("abd"));
  put(entry, "damaged");
  EXPECT_EQ(index.hash_of(audio), hash_text("abd"));
  fs::remove(audio);
  index.forget_absent();
  EXPECT_FALSE(fs::exists(entry));
  EXPECT_THROW(index.hash_of(audio), DatasetError);
}

}  // namespace
}  // namespace tactus
