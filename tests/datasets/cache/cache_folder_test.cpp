#include "datasets/cache/cache_folder.h"

#include <gtest/gtest.h>

#include <chrono>
#include <fstream>
#include <thread>
#include <vector>

#include "datasets/cache/content_hash.h"
#include "datasets/cache/mapped_frames.h"
#include "datasets/dataset_error.h"
#include "tests/support/test_support.h"

namespace tactus {
namespace {

namespace fs = std::filesystem;

void put(const fs::path& path, const std::string& content) {
  std::ofstream(path, std::ios::binary) << content;
}

class CacheFolderTest : public testing::Test {
 protected:
  // The cache file for this content.
  fs::path place(const std::string& content) const {
    return CacheFolder(folder_.path()).file_of(hash_text(content), "features");
  }
  // A file of 1000 bytes, last used this many minutes ago.
  static fs::path file(const fs::path& path, int minutes) {
    put(path, std::string(1000, 'x'));
    fs::last_write_time(path, fs::file_time_type::clock::now() - std::chrono::minutes(minutes));
    return path;
  }
  // A leftover of atomic_file.h for the file at `path`.
  static fs::path partial(const fs::path& path, int minutes) {
    return file(path.parent_path() / ("." + path.filename().string() + ".tactus-17-0.partial"),
                minutes);
  }
  test::ScratchFolder folder_;
};

TEST_F(CacheFolderTest, RemovesTheLeastRecentlyUsedFirst) {
  for (int i = 0; i < 10; ++i) file(place(std::to_string(i)), 100 - i);
  CacheFolder folder(folder_.path());
  folder.used(place("1"));  // the second oldest becomes the newest
  folder.set_limit(5000);
  EXPECT_EQ(folder.trim(), 6u);  // down to nine tenths of 5000 bytes
  EXPECT_EQ(folder.usage().files, 4u);
  EXPECT_EQ(folder.usage().bytes, 4000u);
  for (const char* left : {"1", "7", "8", "9"}) EXPECT_TRUE(fs::exists(place(left))) << left;
  EXPECT_EQ(folder.trim(), 0u);
}

// A user may name the folder of a corpus as a cache.
TEST_F(CacheFolderTest, LeavesAloneWhatIsNotItsOwn) {
  fs::create_directory(folder_ / "audio");
  const std::vector<fs::path> foreign = {file(folder_ / "notes.txt", 9000),
                                         file(folder_ / "song.npy", 9000),
                                         file(folder_ / (hash_text("song") + "-live.npy"), 9000),
                                         partial(folder_ / "song.npy", 9000),
                                         file(folder_ / "audio/001.flac", 9000),
                                         file(folder_ / "audio" / hash_text("a recording"), 9000)};
  file(place("mine"), 1);
  CacheFolder folder(folder_.path());
  EXPECT_EQ(folder.usage().files, 1u);
  folder.set_limit(0);
  EXPECT_EQ(folder.trim(), 1u);
  file(place("mine"), 1);
  EXPECT_EQ(folder.clear(), 1u);
  HashIndex(folder.audio_index()).forget_absent();
  for (const fs::path& path : foreign) EXPECT_TRUE(fs::exists(path)) << path;
  EXPECT_FALSE(fs::exists(place("mine")));
}

TEST_F(CacheFolderTest, ReplacesNoFileThatIsNoLimit) {
  CacheFolder folder(folder_.path());
  const fs::path limit = folder_ / "limit", other = folder_ / "other";
  for (const char* text : {"50 songs are enough", "50\nsongs are enough\n"}) {
    put(limit, text);
    EXPECT_THROW(folder.set_limit(5000), DatasetError) << text;
    EXPECT_EQ(test::slurp(limit), text);
  }
  fs::remove(limit);
  put(other, "50\n");
  fs::create_symlink(other, limit);
  EXPECT_THROW(folder.set_limit(5000), DatasetError);
  EXPECT_EQ(test::slurp(other), "50\n");
}

TEST_F(CacheFolderTest, ClearRemovesAllThatIsItsOwn) {
  CacheFolder folder(folder_.path());
  put(folder_ / "a.wav", "abc");
  std::this_thread::sleep_for(std::chrono::milliseconds(50));  // let the clock move on
  const HashIndex index(folder.audio_index());
  index.hash_of(folder_ / "a.wav");
  ASSERT_TRUE(fs::exists(index.entry_of(folder_ / "a.wav")));
  partial(index.entry_of(folder_ / "a.wav"), 1);
  partial(file(place("a"), 1), 1);
  EXPECT_EQ(folder.clear(), 1u);
  std::vector<fs::path> left;
  for (const auto& entry : fs::directory_iterator(folder_.path())) left.push_back(entry.path());
  EXPECT_EQ(left, std::vector<fs::path>{folder_ / "a.wav"});
}

TEST_F(CacheFolderTest, NeverRemovesWhatThisRunUses) {
  CacheFolder folder(folder_.path());
  folder.set_limit(2500);
  const fs::path old = file(place("old"), 50);
  const fs::path mine = file(place("mine"), 40);
  folder.used(mine);
  fs::last_write_time(mine, fs::file_time_type::clock::now() - std::chrono::hours(5));
  folder.added(file(place("a"), 0));
  EXPECT_FALSE(fs::exists(old));
  folder.added(file(place("b"), 0));
  folder.added(file(place("c"), 0));
  for (const char* left : {"mine", "a", "b", "c"}) EXPECT_TRUE(fs::exists(place(left))) << left;
  CacheFolder next_run(folder_.path());
  EXPECT_EQ(next_run.limit(), 2500u);
  next_run.added(file(place("d"), 0));
  EXPECT_LE(next_run.usage().bytes, 2500u);
  EXPECT_TRUE(fs::exists(place("d")));
}

TEST_F(CacheFolderTest, MappedFilesOutliveTheirRemoval) {
  FrameMatrix frames(3, 2, 10.0);
  frames.row(2)[1] = 5.0f;
  write_cached_frames(frames, place("x"));
  const MappedFrames mapped(place("x"), 2, 10.0);
  CacheFolder folder(folder_.path());
  EXPECT_EQ(folder.clear(), 1u);
  EXPECT_FALSE(fs::exists(place("x")));
  EXPECT_EQ(mapped.view().row(2)[1], 5.0f);
}

TEST_F(CacheFolderTest, RemovesWhatKilledRunsLeftButNotWhatOthersWrite) {
  const fs::path left = partial(place("x"), 60 * 48);
  const fs::path written = partial(place("y"), 1);
  CacheFolder(folder_.path()).trim();
  EXPECT_FALSE(fs::exists(left));
  EXPECT_TRUE(fs::exists(written));
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
  put(entry, std::string(32, '0') + text.substr(32));  // the stored hash is used
  EXPECT_EQ(index.hash_of(audio), std::string(32, '0'));
  put(audio, "abd");
  EXPECT_EQ(index.hash_of(audio), hash_text("abd"));
  put(entry, "damaged");
  std::this_thread::sleep_for(std::chrono::milliseconds(50));
  EXPECT_EQ(index.hash_of(audio), hash_text("abd"));  // and the entry is valid again
  index.forget_absent();
  EXPECT_TRUE(fs::exists(entry));
  fs::remove(audio);
  index.forget_absent();
  EXPECT_FALSE(fs::exists(entry));
  EXPECT_THROW(index.hash_of(audio), DatasetError);
}

}  // namespace
}  // namespace tactus
