// Cue points and loops in the tags of sound files: written, read back, and read by a program of
// another author.
#include <gtest/gtest.h>

#include <cstdio>
#include <cstdlib>

#include "app/engine/file_tags/cue_markers.h"
#include "app/engine/file_tags/file_tag_worker.h"
#include "app/engine/file_tags/file_tag_writer.h"
#include "audio/file_tags/serato_cues.h"
#include "audio/readers/audio_reader.h"
#include "tests/app/engine/file_tags/tagged_sound.h"
#include "tests/support/test_support.h"

namespace tactus {
namespace {

namespace fs = std::filesystem;
using namespace std::string_literals;

Annotation cue_song() {
  Annotation annotation;
  annotation.cues = {{0.25, 0.25, 2, 0x00FF7F, "Drop \xC3\xA4"},
                     {0.5, 1.0, 3, kNoColour, "Loop: 1"},
                     {0.75, 0.75, 0, kNoColour, ""}};
  return annotation;
}

// Loops have no colour in the file, and the cue without a key the first free one.
const std::vector<Cue> kBack = {{0.25, 0.25, 2, 0x00FF7F, "Drop \xC3\xA4"},
                                {0.5, 1.0, 3, kNoColour, "Loop: 1"},
                                {0.75, 0.75, 1, kNoColour, ""}};

FileTagOptions cues_alone(bool overwrite = true) {
  FileTagOptions choice;
  choice.cues = true;
  choice.overwrite = overwrite;
  return choice;
}

std::vector<Cue> cues_of_file(const fs::path& path) {
  AudioReader reader(path, 22050);
  std::vector<float> block(1 << 16);
  while (reader.read(block) > 0) {
  }
  std::vector<Cue> cues = cues_in(reader.tags());
  for (Cue& cue : cues) {  // MP3: whole milliseconds in Serato's time, not in that of the sound
    cue.start = std::round(cue.start * 500.0) / 500.0;
    cue.end = std::round(cue.end * 500.0) / 500.0;
  }
  return cues;
}

struct Seen {
  std::string lines;
  int code = 0;
};
// As the independent reader sees the file; code 77 without mutagen. TACTUS_PYTHON may name another
// python3.
Seen seen_by_mutagen(const fs::path& path) {
  const char* python = std::getenv("TACTUS_PYTHON");
  const std::string command = std::string(python ? python : "python3") +
                              " " TACTUS_SOURCE_DIR "/tests/app/engine/file_tags/serato_cues '" +
                              path.string() + "'";
  Seen seen;
  FILE* pipe = ::popen(command.c_str(), "r");
  for (int c; (c = std::fgetc(pipe)) != EOF;) seen.lines += static_cast<char>(c);
  seen.code = WEXITSTATUS(::pclose(pipe));
  return seen;
}

class CueWriter : public testing::Test {
 protected:
  test::ScratchFolder scratch_;
};

bool holds_cues(const fs::path& path) {
  return path.extension() != ".opus" && path.extension() != ".wv" && path.extension() != ".mpc";
}

TEST_F(CueWriter, EveryContainerThatSeratoOrMixxxReadsGivesThemBack) {
  for (const std::string& name : test::make_sounds(scratch_.path())) {
    SCOPED_TRACE(name);
    const fs::path path = scratch_ / name;
    const Audio before = read_audio(path);
    const auto changes = write_file_tags_of(cue_song(), path, cues_alone(), {});
    ASSERT_EQ(changes.size(), 1u);
    EXPECT_EQ(changes[0].name, "cues");
    if (!holds_cues(path)) {
      EXPECT_EQ(changes[0].outcome, FileTagOutcome::kRefused);
      continue;
    }
    EXPECT_EQ(changes[0].outcome, FileTagOutcome::kWritten);
    EXPECT_TRUE(changes[0].after.starts_with("2 cue points, 1 loop from 0.")) << changes[0].after;
    EXPECT_EQ(cues_of_file(path), kBack);
    EXPECT_EQ(read_audio(path).samples, before.samples);
    EXPECT_EQ(write_file_tags_of(cue_song(), path, cues_alone(), {})[0].outcome,
              FileTagOutcome::kSame);
  }
}

TEST_F(CueWriter, MutagenAndAnotherDecoderFindThem) {
  int read = 0;
  for (const std::string& name : test::make_sounds(scratch_.path())) {
    const fs::path path = scratch_ / name;
    if (!holds_cues(path)) continue;
    SCOPED_TRACE(name);
    write_file_tags_of(cue_song(), path, cues_alone(), {});
    const Seen seen = seen_by_mutagen(path);
    if (seen.code == 77) GTEST_SKIP() << "mutagen is not installed";
    EXPECT_EQ(seen.code, 0);
    ++read;
    if (path.extension() == ".mp3") {
      EXPECT_NE(seen.lines.find("[\"CUE\", 1, 301, \"00FF7F\""), std::string::npos) << seen.lines;
      continue;  // 1105 samples of delay and 26 ms
    }
    std::string wanted =
        "[\"CUE\", 0, 750, \"CC0000\", \"\"]\n[\"CUE\", 1, 250, \"00FF7F\", \"Drop \\u00e4\"]\n"
        "[\"LOOP\", 2, 500, 1000, \"Loop: 1\"]\n";
    if (path.extension() == ".m4a")
      wanted +=
          "[\"old\", 0, 750, 4294967295, \"CC0000\", 1]\n"
          "[\"old\", 1, 250, 4294967295, \"00FF7F\", 1]\n[\"old\", 2, 500, 1000, \"27AAE1\", 3]\n";
    EXPECT_EQ(seen.lines, wanted);
  }
  EXPECT_GE(read, 5);
}

std::string serato_frame(const std::string& description, const std::string& bytes) {
  return test::id3_frame(
      "GEOB", "\0application/octet-stream\0\0"s + description + std::string(1, '\0') + bytes);
}

TEST_F(CueWriter, TheOlderValueThatSeratoPrefersChangesWithThem) {
  const fs::path path = scratch_ / "song.mp3";
  const std::vector<SongCue> old = {{0.4, 0.4, 1, 0xCC, ""}};
  const std::string frame =
      serato_frame("Serato Markers_", old_cue_bytes(old, "", SeratoOldForm::kId3));
  if (!test::write_mp3(path, test::id3v2_tag(frame)))
    GTEST_SKIP() << "this libsndfile writes no MP3";
  ASSERT_EQ(cues_of_file(path).size(), 1u) << "read where it is alone";
  EXPECT_EQ(write_file_tags_of(cue_song(), path, cues_alone(false), {})[0].outcome,
            FileTagOutcome::kKept);
  write_file_tags_of(cue_song(), path, cues_alone(), {});
  EXPECT_EQ(cues_of_file(path), kBack);
}

TEST_F(CueWriter, MoreThanTheProgramsHoldAreNamed) {
  const fs::path path = scratch_ / "song.flac";
  test::write_sound(path, SF_FORMAT_FLAC | SF_FORMAT_PCM_16, 44100, 2, test::tone());
  Annotation many;
  for (int i = 0; i < 10; ++i) many.cues.push_back({i * 0.1, i * 0.1, 0, kNoColour, "x"});
  const auto changes = write_file_tags_of(many, path, cues_alone(), {});
  EXPECT_EQ(changes[0].after, "8 cue points from 0.000 s, 2 left out: Serato has 8 pads");
}

TEST_F(CueWriter, PassThroughTheChild) {
  const fs::path path = scratch_ / "song.flac";
  test::write_sound(path, SF_FORMAT_FLAC | SF_FORMAT_PCM_16, 44100, 2, test::tone());
  FileTagOptions choice = cues_alone();
  choice.grid = true;
  Annotation both = cue_song();
  for (int i = 0; i < 4; ++i) both.beats.push_back({0.25 + i * 0.25, i + 1});
  const std::vector<std::string> child = {TACTUS_BINARY_DIR "/tactus", "tags-worker", "--"};
  EXPECT_EQ(write_file_tags_of(both, path, choice, child).size(), 2u);
  EXPECT_EQ(write_file_tags_of(both, path, choice, {})[0].outcome, FileTagOutcome::kSame);
  EXPECT_EQ(cues_of_file(path), kBack);
}

}  // namespace
}  // namespace tactus
