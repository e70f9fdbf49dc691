// Beat grids in the tags of sound files.
#include <gtest/gtest.h>

#include <cstdio>

#include "app/engine/file_tags/file_tag_worker.h"
#include "app/engine/file_tags/file_tag_writer.h"
#include "audio/readers/audio_reader.h"
#include "tests/app/engine/file_tags/tagged_sound.h"
#include "tests/support/test_support.h"

namespace tactus {
namespace {

namespace fs = std::filesystem;
using namespace std::string_literals;

const SeratoGrid kGrid = {{{0.5, 2}, {1.5, 0}}, 120.0};
// The same as bytes: 0.5 = 3F000000, 1.5 = 3FC00000, 120 = 42F00000.
const std::string kBytes =
    "\1\0\0\0\0\2"
    "\x3F\0\0\0\0\0\0\2"
    "\x3F\xC0\0\0\x42\xF0\0\0\0"s;
const std::string kText =
    "YXBwbGljYXRpb24vb2N0ZXQtc3RyZWFtAABTZXJhdG8gQmVhdEdyaWQAAQAAAAACPwAAAAAA\nAAI/wAAAQvAAAAAA";
// 1105 samples of delay and 26 ms: 0.5510567 = 3F0D120D, 1.5510567 = 3FC68907.
const std::string kMp3Bytes =
    "\1\0\0\0\0\2"
    "\x3F\x0D\x12\x0D\0\0\0\2"
    "\x3F\xC6\x89\x07\x42\xF0\0\0\0"s;

FileTagWish wish(bool overwrite = false, const SeratoGrid& grid = kGrid) {
  return {"", "", overwrite, grid};
}

std::string object_frame(const std::string& description, const std::string& bytes) {
  return test::id3_frame(
      "GEOB", "\0application/octet-stream\0\0"s + description + std::string(1, '\0') + bytes);
}

class GridWriter : public testing::Test {
 protected:
  test::ScratchFolder scratch_;
};

TEST_F(GridWriter, EveryContainerThatMixxxReadsHoldsIt) {
  const std::vector<std::string> sounds = test::make_sounds(scratch_.path());
  EXPECT_GE(sounds.size(), 6u);
  for (const std::string& name : sounds) {
    SCOPED_TRACE(name);
    const fs::path path = scratch_ / name;
    const Audio before = read_audio(path);
    const auto changes = write_file_tags(path, wish(), {});
    const std::string extension = path.extension();
    if (extension == ".ogg" || extension == ".opus" || extension == ".wv" || extension == ".mpc") {
      EXPECT_EQ(changes.at(0).outcome, FileTagOutcome::kRefused);
      EXPECT_TRUE(changes.at(0).after.starts_with("not in ")) << changes.at(0).after;
      EXPECT_EQ(test::slurp(path).find("BeatGrid"), std::string::npos);
      continue;
    }
    EXPECT_EQ(changes.at(0), (FileTagChange{"grid", "",
                                            extension == ".mp3" ? "120 BPM from 0.551 s, 2 markers"
                                                                : "120 BPM from 0.500 s, 2 markers",
                                            FileTagOutcome::kWritten}));
    const std::string bytes = test::slurp(path);
    const std::string& wanted = extension == ".mp3"                           ? kMp3Bytes
                                : extension == ".wav" || extension == ".aiff" ? kBytes
                                                                              : kText;
    EXPECT_NE(bytes.find(wanted), std::string::npos);
    EXPECT_EQ(read_audio(path).samples, before.samples);
    EXPECT_EQ(write_file_tags(path, wish(), {}).at(0).outcome, FileTagOutcome::kSame);
    EXPECT_EQ(test::slurp(path), bytes);
  }
}

TEST_F(GridWriter, AGridOfTheFileStaysUnlessItIsToBeOverwritten) {
  const fs::path path = scratch_ / "song.mp3";
  const std::string own = "\1\0\0\0\0\1\x3E\x80\0\0\x42\xE6\0\0\x37"s;  // 0.25 s, 115 BPM
  const std::string other = object_frame("Serato Markers2", "\1\1 cue points"s);
  if (!test::write_mp3(path, test::id3v2_tag(other + object_frame("Serato BeatGrid", own) + other)))
    GTEST_SKIP() << "this libsndfile writes no MP3";
  const std::string bytes = test::slurp(path);
  EXPECT_EQ(write_file_tags(path, wish(), {}).at(0),
            (FileTagChange{"grid", "115 BPM from 0.250 s, 1 marker",
                           "120 BPM from 0.551 s, 2 markers", FileTagOutcome::kKept}));
  EXPECT_EQ(test::slurp(path), bytes);
  write_file_tags(path, wish(true), {.dry_run = true});
  EXPECT_EQ(test::slurp(path), bytes) << "a dry run writes nothing";
  EXPECT_EQ(write_file_tags(path, wish(true), {}).at(0).outcome, FileTagOutcome::kWritten);
  const std::string after = test::slurp(path);
  EXPECT_EQ(after.find(own), std::string::npos);
  EXPECT_NE(after.find(kMp3Bytes), std::string::npos);
  std::size_t cues = 0;
  for (std::size_t at = 0; (at = after.find("\1\1 cue points", at)) != std::string::npos; ++at)
    ++cues;
  EXPECT_EQ(cues, 2u) << "other objects stay";
}

TEST_F(GridWriter, AnUnknownFormIsWorkTooAndNoMarkersAreNone) {
  const fs::path path = scratch_ / "song.mp3";
  const auto outcome = [&](const std::string& bytes) {
    test::write_mp3(path, test::id3v2_tag(object_frame("Serato BeatGrid", bytes)));
    return write_file_tags(path, wish(), {.dry_run = true}).at(0);
  };
  if (!test::write_mp3(path)) GTEST_SKIP() << "this libsndfile writes no MP3";
  EXPECT_EQ(outcome("\2\0 of a later version"s).before, "an unknown form");
  EXPECT_EQ(outcome("\2\0 of a later version"s).outcome, FileTagOutcome::kKept);
  EXPECT_EQ(outcome("\1\0\0\0\0\0\0"s).outcome, FileTagOutcome::kWritten);
}

TEST_F(GridWriter, ManyMarkersPassThroughTheChild) {
  const fs::path path = scratch_ / "song.flac";
  test::write_sound(path, SF_FORMAT_FLAC | SF_FORMAT_PCM_16, 44100, 2, test::tone());
  SeratoGrid grid;
  for (int i = 0; i < 20000; ++i) grid.markers.push_back({0.25 + i / 3.0, i % 7 + 1});
  grid.markers.back().beats = 0;
  grid.bpm = 98.765;
  FileTagWish many = wish(false, grid);
  many.bpm = "120";
  const std::vector<std::string> child = {TACTUS_BINARY_DIR "/tactus", "tags-worker", "--"};
  EXPECT_EQ(write_file_tags_apart(path, many, {}, child).at(1).outcome, FileTagOutcome::kWritten);
  EXPECT_EQ(write_file_tags(path, many, {}).at(1).outcome, FileTagOutcome::kSame);
}

TEST_F(GridWriter, MutagenReadsIt) {
  const fs::path path = scratch_ / "song.mp3";
  if (!test::write_mp3(path)) GTEST_SKIP() << "this libsndfile writes no MP3";
  write_file_tags(path, wish(), {});
  const std::string command =
      "python3 -c 'import mutagen, sys; f = mutagen.File(sys.argv[1]).tags[\"GEOB:Serato "
      "BeatGrid\"]; print(f.mime, f.data.hex())' '" +
      path.string() + "' 2>/dev/null";
  FILE* pipe = ::popen(command.c_str(), "r");
  std::string out;
  for (int c; (c = std::fgetc(pipe)) != EOF;) out += static_cast<char>(c);
  ::pclose(pipe);
  if (std::system("python3 -c 'import mutagen' 2>/dev/null") != 0)
    GTEST_SKIP() << "mutagen is not installed";
  EXPECT_EQ(out, "application/octet-stream 0100000000023f0d120d000000023fc6890742f0000000\n");
}

}  // namespace
}  // namespace tactus
