#include "app/engine/file_tags/file_tag_writer.h"

#include <gtest/gtest.h>
#include <sys/stat.h>
#include <sys/xattr.h>
#include <unistd.h>

#include "app/engine/file_tags/file_tag_worker.h"
#include "audio/file_tags/read_tags.h"
#include "audio/readers/audio_reader.h"
#include "tests/app/engine/file_tags/tagged_sound.h"
#include "tests/app/support/program.h"
#include "tests/support/test_support.h"

namespace tactus {
namespace {

namespace fs = std::filesystem;

const FileTagWish kWish = {"127.96", "F#m"};

std::vector<std::string> child() {
  return {TACTUS_BINARY_DIR "/tactus", "tags-worker", "--"};
}

class TagWriter : public testing::Test {
 protected:
  std::string fault(const fs::path& file, const FileTagWish& wish = kWish) const {
    try {
      write_file_tags(file, wish, {});
    } catch (const FileTagError& error) {
      return error.what();
    }
    return "no fault";
  }
  fs::path wav() const {
    const fs::path path = scratch_ / "song.wav";
    test::write_sound(path, SF_FORMAT_WAV | SF_FORMAT_PCM_16, 44100, 2, test::tone());
    return path;
  }
  test::ScratchFolder scratch_;
};

struct stat status_of(const fs::path& path) {
  struct stat status = {};
  ::stat(path.c_str(), &status);
  return status;
}

TEST_F(TagWriter, EveryContainerGetsBothAndKeepsItsSound) {
  const std::vector<std::string> sounds = test::make_sounds(scratch_.path());
  EXPECT_GE(sounds.size(), 6u);
  for (const std::string& name : sounds) {
    SCOPED_TRACE(name);
    const fs::path path = scratch_ / name;
    const Audio before = read_audio(path);
    const SongTags old = read_tags(path);
    const auto changes = write_file_tags(path, kWish, {});
    const SongTags tags = read_tags(path);
    const bool whole = path.extension() == ".m4a";
    EXPECT_EQ(tags.bpm, whole ? 128.0 : 127.96);
    EXPECT_EQ(tags.key, "F#m");
    EXPECT_EQ(tags.title, old.title);
    EXPECT_EQ(read_audio(path).samples, before.samples);
    const std::vector<FileTagChange> wanted = {
        {"BPM", "", whole ? "128" : "127.96", FileTagOutcome::kWritten},
        {"key", "", "F#m", FileTagOutcome::kWritten}};
    EXPECT_EQ(changes, wanted);
    const std::string bytes = test::slurp(path);
    const ino_t inode = status_of(path).st_ino;
    for (const FileTagChange& change : write_file_tags(path, kWish, {}))
      EXPECT_EQ(change.outcome, FileTagOutcome::kSame);
    EXPECT_EQ(test::slurp(path), bytes);
    EXPECT_EQ(status_of(path).st_ino, inode) << "a file without a difference is not touched";
  }
}

TEST_F(TagWriter, AValueOfTheFileStaysUnlessItIsToBeOverwritten) {
  const fs::path path = wav();
  write_file_tags(path, {"120", "Am"}, {});
  const std::vector<FileTagChange> kept = write_file_tags(path, kWish, {});
  const std::vector<FileTagChange> wanted = {{"BPM", "120", "127.96", FileTagOutcome::kKept},
                                             {"key", "Am", "F#m", FileTagOutcome::kKept}};
  EXPECT_EQ(kept, wanted);
  EXPECT_EQ(read_tags(path).key, "Am");
  FileTagWish over = kWish;
  over.overwrite = true;
  write_file_tags(path, over, {.dry_run = true});
  EXPECT_EQ(read_tags(path).bpm, 120.0) << "a dry run writes nothing";
  write_file_tags(path, over, {});
  EXPECT_EQ(read_tags(path).bpm, 127.96);
  EXPECT_EQ(read_tags(path).key, "F#m");
}

TEST_F(TagWriter, AnOldValueIsOneLineThatATerminalMayShow) {
  const fs::path path = scratch_ / "song.mp3";
  const std::string wild = "A\x1B[31m\nm\x9B!";  // Latin-1
  if (!test::write_mp3(path, test::id3v2_tag(test::id3_frame("TKEY", std::string(1, '\0') + wild))))
    GTEST_SKIP() << "this libsndfile writes no MP3";
  EXPECT_EQ(write_file_tags(path, kWish, {}).at(1).before, "A [31m m  !");
}

TEST_F(TagWriter, AZeroStandsForAnUnknownTempo) {
  const fs::path path = scratch_ / "song.mp3";
  const std::string zero = std::string(1, '\0') + "0";
  if (!test::write_mp3(path, test::id3v2_tag(test::id3_frame("TBPM", zero))))
    GTEST_SKIP() << "this libsndfile writes no MP3";
  write_file_tags(path, kWish, {});
  EXPECT_EQ(read_tags(path).bpm, 127.96);
}

// The item of a key becomes one of a tempo with as many bytes, so that all other sizes stay.
TEST_F(TagWriter, AFreeFormTempoOfMp4IsReplacedWithItsDecimals) {
  const fs::path path = scratch_ / "song.m4a";
  if (!test::write_libav(path, {.muxer = "ipod", .encoder = "aac"}, 44100, 2, test::tone()))
    GTEST_SKIP() << "this machine encodes no AAC";
  write_file_tags(path, {"", "120"}, {});
  const auto atom = [](const std::string& content) {
    return test::big_endian(content.size() + 4, 4) + content;
  };
  const auto item = [&](const std::string& name, const std::string& value) {
    return atom("name" + test::big_endian(0, 4) + name) +
           atom("data" + test::big_endian(1, 4) + test::big_endian(0, 4) + value);
  };
  const std::string key = item("initialkey", "120"), tempo = item("BPM", "120.500000");
  std::string bytes = test::slurp(path);
  ASSERT_NE(bytes.find(key), std::string::npos);
  test::write_bytes(path, bytes.replace(bytes.find(key), key.size(), tempo));
  const auto changes = write_file_tags(path, {"127.96", "", true}, {});
  EXPECT_EQ(changes.at(0),
            (FileTagChange{"BPM", "120.500000", "127.96", FileTagOutcome::kWritten}));
  EXPECT_EQ(read_tags(path).bpm, 127.96);
}

// What stands in the other frames, byte by byte.
TEST_F(TagWriter, OtherFramesAndTheOldTagStay) {
  const fs::path path = scratch_ / "song.mp3";
  const std::string picture = std::string(1, '\0') + "image/png" + std::string(2, '\0') + "x" +
                              std::string(1, '\0') + "\x89PNG bytes";
  const std::string priv = std::string("owner") + std::string(1, '\0') + "secret";
  const std::string frames = test::id3_frame("TIT2", std::string(1, '\0') + "Title") +
                             test::id3_frame("APIC", picture) + test::id3_frame("PRIV", priv);
  const std::string old = test::id3v1_tag("Title", "Artist", 3);
  if (!test::write_mp3(path, test::id3v2_tag(frames), old))
    GTEST_SKIP() << "this libsndfile writes no MP3";
  write_file_tags(path, kWish, {});
  const std::string bytes = test::slurp(path);
  EXPECT_NE(bytes.find("\x89PNG bytes"), std::string::npos);
  EXPECT_NE(bytes.find(priv), std::string::npos);
  EXPECT_EQ(bytes[3], 3) << "the version of the tag stays";
  EXPECT_TRUE(bytes.ends_with(old));
}

TEST_F(TagWriter, ANewTagTakesTheNamesOfTheOldOne) {
  const fs::path path = scratch_ / "song.mp3";
  if (!test::write_mp3(path, "",
                       test::id3v1_tag("Gr\xFC\xDF"
                                       "e",
                                       "Artist", 3)))
    GTEST_SKIP() << "this libsndfile writes no MP3";
  write_file_tags(path, kWish, {});
  // A program that reads ID3v2 alone finds them.
  const std::string bytes = test::slurp(path);
  EXPECT_NE(bytes.substr(0, 500).find("TIT2"), std::string::npos);
  EXPECT_NE(bytes.substr(0, 500).find("TPE1"), std::string::npos);
  EXPECT_EQ(read_tags(path).title, "Grüße");
}

TEST_F(TagWriter, ANewVorbisCommentTakesTheNamesToo) {
  const fs::path path = scratch_ / "song.flac";
  test::write_sound(path, SF_FORMAT_FLAC | SF_FORMAT_PCM_16, 44100, 2, test::tone());
  const std::string frames = test::id3_frame("TIT2", std::string(1, '\0') + "Title") +
                             test::id3_frame("TYER", std::string(1, '\0') + "1999");
  test::write_bytes(path, test::id3v2_tag(frames) + test::slurp(path));
  write_file_tags(path, kWish, {});
  EXPECT_NE(test::slurp(path).find("TITLE=Title"), std::string::npos);
  EXPECT_EQ(read_tags(path).date, "1999");
}

TEST_F(TagWriter, RefusesATagThatWouldLoseAFrame) {
  const fs::path path = scratch_ / "song.mp3";
  const std::string volume = std::string(1, '\x01') + "\x10" + std::string(8, '\x01');
  if (!test::write_mp3(path, test::id3v2_tag(test::id3_frame("RVAD", volume))))
    GTEST_SKIP() << "this libsndfile writes no MP3";
  const std::string bytes = test::slurp(path);
  EXPECT_NE(fault(path).find("would lose RVAD"), std::string::npos) << fault(path);
  EXPECT_EQ(test::slurp(path), bytes);
}

TEST_F(TagWriter, RefusesAFlacFileWhosePictureTagLibCannotRead) {
  const fs::path path = scratch_ / "song.flac";
  test::write_sound(path, SF_FORMAT_FLAC | SF_FORMAT_PCM_16, 44100, 2, test::tone());
  constexpr std::size_t kAfterStreamInfo = 42;
  const std::string picture = test::big_endian(3, 4) + test::big_endian(1000, 4) + "image/png";
  std::string bytes = test::slurp(path);
  bytes.insert(kAfterStreamInfo, '\x06' + test::big_endian(picture.size(), 3) + picture);
  test::write_bytes(path, bytes);
  EXPECT_NE(fault(path).find("song.flac: the tags would lose a FLAC picture"), std::string::npos)
      << fault(path);
  EXPECT_EQ(test::slurp(path), bytes);
}

TEST_F(TagWriter, KeepsPermissionsAndExtendedAttributesAndTimesOnWish) {
  const fs::path path = wav();
  ::chmod(path.c_str(), 0640);
  const bool attributes = ::setxattr(path.c_str(), "user.note", "mine", 4, 0) == 0;
  const timespec times[] = {{1000000, 5}, {2000000, 7}};
  ::utimensat(AT_FDCWD, path.c_str(), times, 0);
  write_file_tags(path, {"120", ""}, {.keep_times = true});
  EXPECT_EQ(status_of(path).st_mtim.tv_sec, 2000000);
  EXPECT_EQ(status_of(path).st_mtim.tv_nsec, 7);
  EXPECT_EQ(status_of(path).st_mode & 07777, 0640u);
  char value[8] = {};
  if (attributes) {
    EXPECT_EQ(::getxattr(path.c_str(), "user.note", value, sizeof value), 4);
    EXPECT_STREQ(value, "mine");
  }
  write_file_tags(path, {"", "Am"}, {});
  EXPECT_NE(status_of(path).st_mtim.tv_sec, 2000000);
}

TEST_F(TagWriter, ALinkStaysAndItsTargetIsChanged) {
  const fs::path path = wav();
  fs::create_directory(scratch_ / "links");
  const fs::path link = scratch_ / "links/song.wav";
  fs::create_symlink("../song.wav", link);
  write_file_tags(link, kWish, {});
  EXPECT_TRUE(fs::is_symlink(link));
  EXPECT_EQ(read_tags(path).key, "F#m");
  EXPECT_EQ(test::tree_of(scratch_ / "links").size(), 1u) << "the copy lies beside the target";
}

TEST_F(TagWriter, RefusesWithAWordAndLeavesTheFile) {
  const fs::path path = wav();
  fs::create_hard_link(path, scratch_ / "other.wav");
  EXPECT_NE(fault(path).find("2 names (hard links)"), std::string::npos) << fault(path);
  fs::remove(scratch_ / "other.wav");
  EXPECT_NE(fault(scratch_ / "missing.wav").find("No such file"), std::string::npos);
  EXPECT_NE(fault(scratch_.path()).find("not a regular file"), std::string::npos);
  fs::create_symlink("nowhere", scratch_ / "dangling.wav");
  EXPECT_NE(fault(scratch_ / "dangling.wav").find("No such file"), std::string::npos);

  const auto refused = [&](const std::string& name, const std::string& bytes,
                           const std::string& why) {
    const fs::path file = scratch_ / name;
    test::write_text(file, bytes);
    const std::string what = fault(file);
    EXPECT_TRUE(what.starts_with(file.string() + ": ")) << what;
    EXPECT_NE(what.find(why), std::string::npos) << what;
    EXPECT_EQ(test::slurp(file), bytes);
  };
  const std::string whole = test::slurp(path);
  refused("text.mp3", "this is no sound", "not a kind of file with tags");
  refused("empty.mp3", "", "not a kind of file with tags");
  refused("cut.wav", whole.substr(0, 50000), "damaged");
  test::write_sound(scratch_ / "a.flac", SF_FORMAT_FLAC | SF_FORMAT_PCM_16, 44100, 2, test::tone());
  const std::string flac = test::slurp(scratch_ / "a.flac");
  refused("cut.flac", flac.substr(0, flac.size() / 2), "damaged");
  refused("head.flac", flac.substr(0, 30), "");
  test::write_sound(scratch_ / "a.caf", SF_FORMAT_CAF | SF_FORMAT_PCM_16, 44100, 2, test::tone());
  refused("b.caf", test::slurp(scratch_ / "a.caf"), "not a kind of file with tags");
}

TEST_F(TagWriter, WithoutPermissionTheFileStays) {
  if (::geteuid() == 0) GTEST_SKIP() << "root may write every file";
  const fs::path path = wav();
  const std::string bytes = test::slurp(path);
  ::chmod(path.c_str(), 0444);
  EXPECT_NE(fault(path).find("Permission denied"), std::string::npos);
  ::chmod(path.c_str(), 0644);
  ::chmod(scratch_.path().c_str(), 0555);
  EXPECT_NE(fault(path).find("Permission denied"), std::string::npos);
  ::chmod(scratch_.path().c_str(), 0755);
  EXPECT_EQ(test::slurp(path), bytes);
}

TEST_F(TagWriter, AChildWritesTheSame) {
  const fs::path path = wav();
  const auto changes = write_file_tags_apart(path, kWish, {}, child());
  ASSERT_EQ(changes.size(), 2u);
  EXPECT_EQ(changes[0], (FileTagChange{"BPM", "", "127.96", FileTagOutcome::kWritten}));
  EXPECT_EQ(read_tags(path).key, "F#m");
  const auto fault_of = [&](const std::vector<std::string>& command, const fs::path& file) {
    try {
      write_file_tags_apart(file, {"1", ""}, {}, command);
    } catch (const FileTagError& error) {
      return std::string(error.what());
    }
    return std::string("no fault");
  };
  test::write_text(scratch_ / "text.mp3", "no sound");
  EXPECT_NE(fault_of(child(), scratch_ / "text.mp3").find("not a kind of file"), std::string::npos);
  EXPECT_NE(fault_of({"/bin/sh", "-c", "kill -SEGV $$"}, path).find("crashed (signal 11"),
            std::string::npos);
  EXPECT_NE(fault_of({"/nonexistent/worker"}, path).find("cannot be started"), std::string::npos);
}

// The shim fails, or kills the process, at the n-th call that writes.
TEST_F(TagWriter, AFaultAtAnyWriteLeavesTheSoundWhole) {
  const std::vector<std::string> sounds = test::make_sounds(scratch_.path());
  for (const std::string& name : sounds) {
    SCOPED_TRACE(name);
    const std::string old = test::slurp(scratch_ / name);
    const fs::path folder = scratch_ / "work";
    const auto run = [&](const std::string& how, int at) {
      fs::remove_all(folder);
      test::write_text(folder / name, old);
      return test::Program(TACTUS_TAG_WRITER, scratch_.path(), {(folder / name).string()},
                           {"LD_PRELOAD=" TACTUS_FAILING_WRITES, "FAIL_HOW=" + how,
                            "FAIL_AT=" + std::to_string(at),
                            "ASAN_OPTIONS=verify_asan_link_order=0:detect_leaks=0"})
          .wait();
    };
    ASSERT_EQ(run("ENOSPC", 0).exit_code, 0);
    const std::string changed = test::slurp(folder / name);
    ASSERT_NE(changed, old);
    int calls = 0;  // that write
    while (run("kill", calls + 1).exit_code == -SIGKILL) {
      ++calls;
      const std::string found = test::slurp(folder / name);
      EXPECT_TRUE(found == old || found == changed) << "killed at " << calls;
    }
    EXPECT_GT(calls, 5);
    for (const std::string how : {"ENOSPC", "EIO"}) {
      int failed = 0;
      for (int at = 1; at <= calls; ++at) {
        const test::ProgramResult result = run(how, at);
        failed += result.exit_code;
        const std::string found = test::slurp(folder / name);
        EXPECT_EQ(found, result.exit_code == 0 ? changed : old) << how << " at " << at;
        EXPECT_EQ(test::tree_of(folder).size(), 1u) << how << " at " << at;
        EXPECT_EQ(result.err.empty(), result.exit_code == 0);
      }
      // A first fchmod and the last fsync, of the folder, may fail without harm.
      EXPECT_EQ(failed, calls - 2) << how;
    }
  }
}

}  // namespace
}  // namespace tactus
