// Which song has which name, and that it stays so.
#include "app/engine/songs/output_names.h"

#include <gtest/gtest.h>

#include "app/engine/songs/song_files.h"
#include "datasets/formats/format.h"
#include "tests/support/test_support.h"

namespace tactus::test {
namespace {

namespace fs = std::filesystem;

class OutputNamesTest : public testing::Test {
 protected:
  TagInput song(const std::string& name) const {
    const fs::path audio = scratch_ / ("music/" + name);
    if (!fs::exists(audio)) write_text(audio, "sound of " + name);
    return {audio, name, true, ""};
  }
  void tag(const std::string& name, const fs::path& stem, Format format = Format::kJams) {
    Annotation annotation;
    annotation.audio = (scratch_ / ("music/" + name)).string();
    annotation.beats = {{1.0, 1}};
    files_.write(fs::path(stem) += format_info(format).suffix,
                 serialise_annotation(annotation, format), {.song = annotation.audio});
  }
  std::vector<std::string> names(const std::vector<std::string>& songs) {
    std::vector<TagInput> inputs;
    for (const std::string& name : songs) inputs.push_back(song(name));
    std::vector<std::string> stems;
    const OutputNames names(inputs, out_, "", files_);
    for (const fs::path& stem : names.stems())
      stems.push_back(stem.lexically_relative(out_.empty() ? scratch_ / "music" : out_).string());
    return stems;
  }
  using Names = std::vector<std::string>;

  ScratchFolder scratch_;
  fs::path out_ = scratch_ / "out";
  OutputFiles files_;
};

TEST_F(OutputNamesTest, SongsThatShareANameAtFirstKeepTheirExtensions) {
  EXPECT_EQ(names({"a.mp3", "b.mp3"}), (Names{"a", "b"}));
  EXPECT_EQ(names({"a.mp3", "a.wav", "b.mp3"}), (Names{"a.mp3", "a.wav", "b"}));
}

TEST_F(OutputNamesTest, ASongThatJoinsDoesNotTakeANameAway) {
  for (const Format format : {Format::kJams, Format::kBeats}) {
    for (const fs::path& out : {scratch_ / "out", fs::path()}) {
      out_ = out;
      tag("a.mp3", (out.empty() ? scratch_ / "music" : out) / "a", format);
      EXPECT_EQ(names({"a.mp3", "a.wav"}), (Names{"a", "a.wav"}));
      EXPECT_EQ(names({"a.wav", "a.mp3"}), (Names{"a.wav", "a"}));
    }
  }
}

TEST_F(OutputNamesTest, ANameStaysWhenTheOtherSongIsGone) {
  tag("a.mp3", out_ / "a.mp3");
  tag("a.wav", out_ / "a.wav");
  EXPECT_EQ(names({"a.wav"}), (Names{"a.wav"}));
  EXPECT_EQ(names({"a.flac"}), (Names{"a"}));
}

TEST_F(OutputNamesTest, ASongThatMovedKeepsItsName) {
  song("a.mp3");
  tag("a.mp3", out_ / "a");
  song("a.wav");
  fs::rename(scratch_ / "music", scratch_ / "moved");
  EXPECT_EQ(names({"a.mp3", "a.wav"}), (Names{"a", "a.wav"}));
}

TEST_F(OutputNamesTest, TheNextNameServesWhereTheFirstIsAnothersSong) {
  song("a.mp3");
  tag("a.mp3", out_ / "a");
  const OutputNames one({song("a.wav")}, out_, "", files_);
  EXPECT_EQ(one.stems().front(), out_ / "a") << "its JAMS file is read later";
  EXPECT_EQ(one.next(0, out_ / "a"), out_ / "a.wav");
  EXPECT_EQ(one.next(0, out_ / "a.wav"), out_ / "a.wav-2");
}

TEST_F(OutputNamesTest, SongsOfOneNameInOneOutputFolderAreNumbered) {
  std::vector<TagInput> inputs = {song("one/x.wav"), song("two/x.wav")};
  for (TagInput& input : inputs) input.relative = "x.wav";
  EXPECT_EQ(OutputNames(inputs, out_, "", files_).stems(),
            (std::vector<fs::path>{out_ / "x.wav", out_ / "x.wav-2"}));
  tag("two/x.wav", out_ / "x.wav");
  EXPECT_EQ(OutputNames(inputs, out_, "", files_).stems(),
            (std::vector<fs::path>{out_ / "x.wav-2", out_ / "x.wav"}))
      << "as they are";
}

TEST_F(OutputNamesTest, TheWindowOpensTheFileOfTheSong) {
  out_.clear();
  const fs::path music = scratch_ / "music";
  song("a.mp3");
  tag("a.mp3", music / "a");
  EXPECT_EQ(song_files(song("a.mp3").audio).annotation, music / "a.jams");
  EXPECT_EQ(song_files(song("a.wav").audio).annotation, music / "a.wav.jams");
  tag("b.wav", music / "b.wav");
  EXPECT_EQ(song_files(song("b.wav").audio).annotation, music / "b.wav.jams");
}

}  // namespace
}  // namespace tactus::test
