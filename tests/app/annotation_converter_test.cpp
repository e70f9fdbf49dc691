#include "app/annotation_converter.h"

#include <gtest/gtest.h>

#include <fstream>

#include "tests/test_support.h"

namespace tactus {
namespace {

using test::ScratchFolder;

void put(const std::filesystem::path& path, const std::string& content) {
  std::filesystem::create_directories(path.parent_path());
  std::ofstream(path, std::ios::binary) << content;
}

struct Log {
  std::vector<std::string> lines;
  std::function<void(const std::string&)> say = [this](const std::string& line) {
    lines.push_back(line);
  };
};

TEST(AnnotationConverter, ConvertsAFileByItsName) {
  const ScratchFolder root;
  put(root / "a.lab", "0 1 C\n1 2 Fm\n");
  Log log;
  const ConvertReport report =
      convert_annotations({root / "a.lab", root / "b.jams", {}, {}}, log.say);
  EXPECT_EQ(report.written, 1u);
  EXPECT_EQ(read_annotation(root / "b.jams").chords, read_annotation(root / "a.lab").chords);
  EXPECT_TRUE(log.lines.empty());
}

TEST(AnnotationConverter, SaysWhatIsDropped) {
  const ScratchFolder root;
  put(root / "a.beats", "0.5\t1\n1.0\t2\n");
  Log log;
  std::filesystem::create_directories(root / "out");
  convert_annotations({root / "a.beats", root / "out", {}, formats_by_name("mirex")}, log.say);
  EXPECT_EQ(read_annotation(root / "out/a.mirex.beats.txt").beats.size(), 2u);
  ASSERT_EQ(log.lines.size(), 2u);
  EXPECT_NE(log.lines[0].find("mirex-beats cannot hold: positions in the bar"), std::string::npos);
  EXPECT_NE(log.lines[1].find("mirex-chords cannot hold: beats, positions in the bar"),
            std::string::npos);
}

TEST(AnnotationConverter, MergesAndMirrorsFolders) {
  const ScratchFolder root;
  put(root / "in/x/song.beats", "0.5\t1\n");
  put(root / "in/x/song.lab", "0 1 C\n");
  put(root / "in/x/song.chords.csv", "TIME,ENDTIME,LABEL\n0,1,G\n");
  put(root / "in/bad.lab", "zero one C\n");
  put(root / "in/cover.png", "png");
  Log log;
  const ConvertReport report =
      convert_annotations({root / "in", root / "out", {}, {Format::kJams}}, log.say);
  EXPECT_EQ(report.read, 3u);
  EXPECT_EQ(report.written, 1u);
  EXPECT_EQ(report.failed, 1u);
  EXPECT_EQ(report.foreign, 1u);
  const Annotation song = read_annotation(root / "out/x/song.jams");
  EXPECT_EQ(song.beats.size(), 1u);
  EXPECT_EQ(song.chords.at(0).label, "G");  // the first by name
  ASSERT_EQ(log.lines.size(), 2u);
  EXPECT_NE(log.lines[0].find("bad.lab:1:1"), std::string::npos);
  EXPECT_NE(log.lines[1].find("song.lab: chords are there already"), std::string::npos);
}

TEST(AnnotationConverter, ACollectionBecomesAFilePerTrackAndBack) {
  const ScratchFolder root;
  const auto track = [](const std::string& name, const std::string& location) {
    return "<TRACK Name=\"" + name + "\" TotalTime=\"2\" Location=\"" + location +
           "\"><TEMPO Inizio=\"0.5\" Bpm=\"60.00\" Metro=\"4/4\" Battito=\"1\"/></TRACK>";
  };
  put(root / "dj.xml", "<DJ_PLAYLISTS><COLLECTION>" +
                           track("One", "file://localhost/m/first%20song.mp3") + track("Two", "") +
                           track("Two", "") + "</COLLECTION></DJ_PLAYLISTS>");
  Log log;
  ConvertReport report = convert_annotations(
      {root / "dj.xml", std::filesystem::path(root / "out") / "", {}, {Format::kBeats}}, log.say);
  EXPECT_EQ(report.written, 3u);
  for (const char* name : {"first song.beats", "Two.beats", "Two (2).beats"})
    EXPECT_EQ(read_annotation(root / "out" / name).beats, (std::vector<Beat>{{0.5, 1}, {1.5, 2}}));
  report = convert_annotations({root / "out", root / "back.xml", {}, {}}, log.say);
  EXPECT_EQ(report.written, 1u);
  EXPECT_EQ(read_annotations(root / "back.xml").size(), 3u);
  EXPECT_THROW(convert_annotations({root / "dj.xml", root / "one.beats", {}, {}}, log.say),
               std::invalid_argument);
  put(root / "scores/score.xml", "<score-partwise/>");
  put(root / "scores/dj.xml", "<DJ_PLAYLISTS><COLLECTION>" + track("A", "") + "</COLLECTION>");
  report = convert_annotations({root / "scores", root / "lists", {}, {Format::kBeats}}, log.say);
  EXPECT_EQ(report.foreign, 1u);
  EXPECT_EQ(report.written, 1u);
}

TEST(AnnotationConverter, SaysWhatElseIsLost) {
  const ScratchFolder root;
  put(root / "a.beats", "0.504\t1\n1.0\t2\n");
  Log log;
  convert_annotations({root / "a.beats", root / "a.beat.txt", {}, {Format::kRwc}}, log.say);
  ASSERT_EQ(log.lines.size(), 1u);
  EXPECT_NE(log.lines[0].find("a.beat.txt: as rwc: beats move by up to 4.0 ms"), std::string::npos);
}

TEST(AnnotationConverter, RefusesWhatMakesNoSense) {
  const ScratchFolder root;
  put(root / "a.lab", "0 1 C\n");
  Log log;
  EXPECT_THROW(convert_annotations({root.path(), root / "out", {}, {}}, log.say),
               std::invalid_argument);
  EXPECT_THROW(convert_annotations({root / "a.lab", root.path(), {}, {}}, log.say),
               std::invalid_argument);
  EXPECT_THROW(
      convert_annotations({root / "a.lab", root / "b.x", {}, formats_by_name("mirex")}, log.say),
      std::invalid_argument);
  EXPECT_THROW(convert_annotations({root / "absent.lab", root / "b.jams", {}, {}}, log.say),
               FormatError);
}

}  // namespace
}  // namespace tactus
