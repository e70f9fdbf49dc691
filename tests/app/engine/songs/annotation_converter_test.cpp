#include "app/engine/songs/annotation_converter.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <fstream>
#include <stop_token>

#include "tests/app/support/program.h"
#include "tests/model/support/full_annotation.h"
#include "tests/support/test_support.h"
#include "tests/support/unreadable_folder.h"

namespace tactus {
namespace {

using test::ScratchFolder;
using test::slurp;

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
  ASSERT_EQ(log.lines.size(), 8u);
  EXPECT_NE(log.lines[0].find("mirex-beats cannot contain: positions in the bar"),
            std::string::npos);
  EXPECT_NE(log.lines[1].find("as mirex-downbeats: 1 beat besides the downbeats"),
            std::string::npos);
  EXPECT_NE(log.lines[2].find("mirex-chords cannot contain: beats, positions in the bar"),
            std::string::npos);
  EXPECT_NE(log.lines[3].find("a.mirex.chords.txt: is empty: the input has no chords"),
            std::string::npos);
  EXPECT_NE(log.lines[4].find("mirex-key cannot contain: beats, positions in the bar"),
            std::string::npos);
  EXPECT_NE(log.lines[5].find("is empty: the input has no keys"), std::string::npos);
  EXPECT_NE(log.lines[7].find("is empty: the input has no sections"), std::string::npos);
}

TEST(AnnotationConverter, StopsBetweenTwoSongs) {
  const ScratchFolder root;
  for (const char* name : {"a.lab", "b.lab", "c.lab"}) put(root / "in" / name, "0 1 not-a-chord\n");
  std::stop_source run;
  const auto stop = [&](const std::string&) { run.request_stop(); };  // at the note of the first
  const ConvertReport report =
      convert_annotations({root / "in", root / "out", {}, {Format::kLab}}, stop, run.get_token());
  EXPECT_EQ(report.written, 1u);
  EXPECT_EQ(report.songs, 3u);
  EXPECT_EQ(report.not_begun, 2u);
  const ConvertReport collection =
      convert_annotations({root / "in", root / "all.xml", {}, {}}, stop, run.get_token());
  EXPECT_EQ(collection.not_begun, 3u);
  EXPECT_FALSE(std::filesystem::exists(root / "all.xml")) << "a part of a collection is none";
}

TEST(AnnotationConverter, FilesOfTheFormerAudacityFormatBelongToTheirSong) {
  const ScratchFolder root;
  put(root / "in/song.audacity.txt", "0\t1\tC\n0.5\t0.5\t1\n");
  put(root / "in/song.key", "0\t9\tC:major\n");
  Log log;
  convert_annotations({root / "in", root / "out", {}, {Format::kJams}}, log.say);
  const Annotation song = read_annotation(root / "out/song.jams");
  EXPECT_EQ(song.beats.size(), 1u);
  EXPECT_EQ(song.chords.size(), 1u);
  EXPECT_EQ(song.keys, (std::vector<LabelledSegment>{{0, 9, "C:major"}}));
}

TEST(AnnotationConverter, TheMainKeyGivesWayToKeysWithTimes) {
  const ScratchFolder root;
  put(root / "in/song.key", "C\tmajor\n");
  put(root / "in/song.keys.lab", "0\t9\tC:major\n9\t12\tG:major\n");
  put(root / "in/song.mirex.key.txt", "C\tmajor\n");
  Log log;
  convert_annotations({root / "in", root / "out", {}, {Format::kJams}}, log.say);
  EXPECT_EQ(read_annotation(root / "out/song.jams").keys,
            (std::vector<LabelledSegment>{{0, 9, "C:major"}, {9, 12, "G:major"}}));
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
  EXPECT_EQ(report.failures.size(), 1u);
  EXPECT_EQ(report.foreign, 1u);
  const Annotation song = read_annotation(root / "out/x/song.jams");
  EXPECT_EQ(song.beats.size(), 1u);
  EXPECT_EQ(song.chords.at(0).label, "G");  // the first by name
  ASSERT_EQ(log.lines.size(), 2u);
  EXPECT_NE(log.lines[0].find("bad.lab:1:1"), std::string::npos);
  EXPECT_NE(
      log.lines[1].find("song.lab: chords not used, because another file of the song has them"),
      std::string::npos);
}

TEST(AnnotationConverter, MergingLosesNoMember) {
  const ScratchFolder root;
  put(root / "in/song.jams", serialise_annotation(test::full_annotation(), Format::kJams));
  put(root / "in/song.beats", "0.25\t1\n");
  Log log;
  convert_annotations({root / "in", root / "out", {}, {Format::kJams}}, log.say);
  EXPECT_EQ(read_annotation(root / "out/song.jams"), test::full_annotation());
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
  put(root / "scores/score.xml", "<mei/>");
  put(root / "scores/dj.xml", "<DJ_PLAYLISTS><COLLECTION>" + track("A", "") + "</COLLECTION>");
  report = convert_annotations({root / "scores", root / "lists", {}, {Format::kBeats}}, log.say);
  EXPECT_EQ(report.foreign, 1u);
  EXPECT_EQ(report.written, 1u);
}

TEST(AnnotationConverter, WhatAPersonHasCheckedStaysSoAndComesFirst) {
  const ScratchFolder root;
  Annotation checked;
  checked.title = "Song";
  checked.artist = "Artist";
  checked.album = "Album";
  checked.duration = 4.0;
  checked.beats = {{0.5, 1}, {1.5, 2}};
  checked.chords = {{0.0, 4.0, "Eb:maj7"}};
  checked.keys = {{0.0, 4.0, "Eb:major"}};
  checked.sections = {{0.0, 4.0, "verse"}};
  checked.tempi = {{60.0, 1.0}};
  checked.annotator = "a person";
  checked.audio = "/m/song.wav";
  checked.review = Review::kChecked;
  std::filesystem::create_directories(root / "in");
  write_annotation(checked, Format::kJams, root / "in/song.jams");
  put(root / "in/song.beats", "0.7\t1\n");  // made by the program, before the person's file
  Log log;
  convert_annotations({root / "in", root / "out", {}, {Format::kJams}}, log.say);
  EXPECT_EQ(read_annotation(root / "out/song.jams").review, Review::kChecked);
  EXPECT_EQ(slurp(root / "out/song.jams"), slurp(root / "in/song.jams"));
  ASSERT_EQ(log.lines.size(), 1u);
  EXPECT_NE(
      log.lines[0].find("song.beats: beats not used, because another file of the song has them"),
      std::string::npos);
}

TEST(AnnotationConverter, ReplacesNothingUnasked) {
  const ScratchFolder root;
  const std::filesystem::path songs = root / "songs";
  Annotation machine;
  machine.chords = {{0.0, 1.0, "G"}};
  std::filesystem::create_directories(songs);
  for (const char* name : {"one.jams", "two.jams"})
    write_annotation(machine, Format::kJams, songs / name);
  const std::string by_hand = "0.0 1.0 C:maj\n";
  put(songs / "one.lab", by_hand);
  const auto convert = [&](std::vector<std::string> options) {
    options.insert(options.begin(), {"convert", songs.string(), songs.string(), "--to", "lab"});
    return test::Program(root.path(), std::move(options)).wait();
  };
  const test::ProgramResult refused = convert({});
  EXPECT_EQ(refused.exit_code, 1);
  EXPECT_NE(refused.err.find("one.lab: already exists; use --overwrite"), std::string::npos)
      << refused.err;
  EXPECT_EQ(slurp(songs / "one.lab"), by_hand);
  EXPECT_EQ(read_annotation(songs / "two.lab").chords, machine.chords) << "costs only itself";
  const test::ProgramResult quiet = convert({"-q"});
  EXPECT_EQ(quiet.exit_code, 1);
  EXPECT_NE(quiet.err.find("one.lab: already exists"), std::string::npos) << quiet.err;
  EXPECT_EQ(convert({"--overwrite"}).exit_code, 0);
  EXPECT_EQ(read_annotation(songs / "one.lab").chords, machine.chords);
}

TEST(AnnotationConverter, ReplacesNoCollectionAndNoSingleFileUnasked) {
  const ScratchFolder root;
  put(root / "in/one.beats", "0.5\t1\n1.0\t2\n");
  put(root / "in/two.beats", "0.7\t1\n1.2\t2\n");
  for (const char* name : {"all.xml", "one.jams"}) {
    const std::filesystem::path in =
        name == std::string("all.xml") ? root / "in" : root / "in/one.beats";
    put(root / name, "somebody's");
    Log log;
    ConvertReport report = convert_annotations({in, root / name, {}, {}}, log.say);
    EXPECT_EQ(report.written, 0u);
    ASSERT_EQ(report.failures.size(), 1u);
    EXPECT_NE(report.failures[0].find(std::string(name) + ": already exists"), std::string::npos);
    EXPECT_EQ(slurp(root / name), "somebody's");
    report = convert_annotations({in, root / name, {}, {}, true}, log.say);
    EXPECT_EQ(report.written, 1u);
    EXPECT_NE(slurp(root / name), "somebody's");
  }
}

TEST(AnnotationConverter, GoesRoundWhatIsNoFileOfTheFolder) {
  const ScratchFolder root;
  put(root / "in/song.beats", "0.5\t1\n1.0\t2\n");
  put(root / "in/._song.lab", "AppleDouble");
  put(root / "in/.hidden/other.lab", "0 1 C\n");
  std::filesystem::create_symlink("self.beats", root / "in/self.beats");
  Log log;
  const ConvertReport report =
      convert_annotations({root / "in", root / "out", {}, {Format::kJams}}, log.say);
  EXPECT_EQ(report.written, 1u);
  EXPECT_TRUE(report.failures.empty()) << report.failures.front();
  EXPECT_EQ(report.foreign, 0u);
  EXPECT_EQ(test::tree_of(root / "out").size(), 1u);
  EXPECT_EQ(convert_annotations({root / "in/.hidden/other.lab", root / "c.jams", {}, {}}, log.say)
                .written,
            1u)
      << "named by the user";
}

TEST(AnnotationConverter, AFolderThatCannotBeReadIsAFailureOfItsOwn) {
  const ScratchFolder root;
  for (const char* name : {"in/a/x.lab", "in/shut/y.lab", "in/z/w.lab"})
    put(root / name, "0 1 C\n");
  std::filesystem::create_directories(root / "out");
  std::filesystem::permissions(root / "out", std::filesystem::perms::all);
  const test::UnreadableFolder shut(root / "in/shut");
  Log log;
  const ConvertReport report =
      convert_annotations({root / "in", root / "out", {}, {Format::kJams}}, log.say);
  EXPECT_EQ(report.written, 2u);
  ASSERT_EQ(report.failures.size(), 1u);
  EXPECT_NE(report.failures[0].find("in/shut: folder cannot be read: "), std::string::npos);
}

TEST(AnnotationConverter, ReadsNothingOfWhatItHasWrittenItself) {
  const ScratchFolder root;
  put(root / "in/x/song.beats", "0.5\t1\n1.0\t2\n");
  put(root / "in/out.beats", "0.5\t1\n1.0\t2\n");  // the name only begins like the folder's
  Log log;
  for (const char* out : {"in/out", "in/x/../out/", "in/x/all.xml"}) {
    const std::vector<Format> to =
        std::string(out).ends_with(".xml") ? std::vector<Format>{} : std::vector{Format::kJams};
    std::map<std::string, std::string> before;
    for (int run = 0; run < 2; ++run) {
      const ConvertReport report =
          convert_annotations({root / "in", root / out, {}, to, true}, log.say);
      EXPECT_TRUE(report.failures.empty()) << report.failures.front();
      EXPECT_EQ(report.read, to.empty() ? 4u : 2u) << out;
      const auto after = test::tree_of(root / "in");
      EXPECT_TRUE(run == 0 || after == before) << out;
      before = after;
    }
  }
  // IN itself or a folder above it cannot be OUT.
  for (const char* out : {"up/in", "up/in/.", "up"}) {
    std::filesystem::remove_all(root / "up");
    put(root / "up/in/song.beats", "0.5\t1\n");
    const ConvertReport report =
        convert_annotations({root / "up/in", root / out, {}, {Format::kJams}}, log.say);
    EXPECT_EQ(report.read, 1u) << out;
  }
}

TEST(AnnotationConverter, AFolderWithoutAnnotationsIsAFailure) {
  const ScratchFolder root;
  put(root / "in/cover.png", "png");
  for (const char* out : {"out", "all.xml"}) {
    Log log;
    const ConvertReport report =
        convert_annotations({root / "in", root / out, {}, {Format::kRekordbox}}, log.say);
    EXPECT_EQ(report.failures,
              std::vector<std::string>{(root / "in").string() + ": contains no annotation files"});
    EXPECT_EQ(report.foreign, 1u);
  }
  const test::ProgramResult result =
      test::Program(root.path(),
                    {"convert", (root / "in").string(), (root / "out").string(), "--to", "jams"})
          .wait();
  EXPECT_EQ(result.exit_code, 1);
  EXPECT_NE(result.err.find("contains no annotation files"), std::string::npos) << result.err;
}

TEST(AnnotationConverter, TextsAboutTheSongsAreLeftOutAndDamagedAnnotationsFail) {
  const ScratchFolder root;
  put(root / "in/a.lab", "0 1 C\n");
  put(root / "in/README.txt", "The chords of my songs.\n\n1. Listen.\nThen read.\nAll by me.\n");
  put(root / "in/songs.csv", "id,title,bpm\n1,One,120\n2,Two,100\n");
  put(root / "in/b.txt", "0.5\t1\nx\n1.5\t3\n");
  Log log;
  const ConvertReport report =
      convert_annotations({root / "in", root / "out", {}, {Format::kJams}}, log.say);
  EXPECT_EQ(report.read, 1u);
  EXPECT_EQ(report.foreign, 2u);
  ASSERT_EQ(report.failures.size(), 1u);
  EXPECT_NE(report.failures[0].find("b.txt:2:1"), std::string::npos) << report.failures[0];
  for (const char* name : {"README.txt", "songs.csv"})
    EXPECT_EQ(std::ranges::count(log.lines, "warning: " + (root / "in" / name).string() +
                                                ": not an annotation: no times; left out"),
              1)
        << name;
}

TEST(AnnotationConverter, WritesThroughNoLinkAndKeepsWhatItReplaces) {
  const ScratchFolder root;
  put(root / "a.lab", "0 1 C\n");
  put(root / "real.jams", "old");
  std::filesystem::create_symlink("real.jams", root / "link.jams");
  Log log;
  for (const bool overwrite : {false, true}) {
    const ConvertReport report =
        convert_annotations({root / "a.lab", root / "link.jams", {}, {}, overwrite}, log.say);
    ASSERT_EQ(report.failures.size(), 1u);
    EXPECT_NE(report.failures[0].find("link.jams: kept: a link"), std::string::npos);
  }
  EXPECT_TRUE(std::filesystem::is_symlink(root / "link.jams"));
  EXPECT_EQ(test::slurp(root / "real.jams"), "old");
  convert_annotations({root / "a.lab", root / "real.jams", {}, {}, true}, log.say);
  EXPECT_EQ(test::slurp(root / "real.jams.orig"), "old");
  EXPECT_EQ(read_annotation(root / "real.jams").chords.size(), 1u);
}

TEST(AnnotationConverter, SaysWhatElseIsLost) {
  const ScratchFolder root;
  put(root / "a.beats", "0.504\t1\n1.0\t2\n");
  Log log;
  convert_annotations({root / "a.beats", root / "a.beat.txt", {}, {Format::kRwc}}, log.say);
  ASSERT_EQ(log.lines.size(), 1u);
  EXPECT_NE(log.lines[0].find("a.beat.txt: as rwc: beats move by up to 4.0 ms"), std::string::npos);
}

TEST(AnnotationConverter, WhatManySongsLoseIsOneWarning) {
  const ScratchFolder root;
  for (const char* name : {"a", "b", "c"})
    put(root / "in" / (name + std::string(".beats")), "0.504\t1\n1.0\t2\n");
  Log log;
  const ConvertReport report =
      convert_annotations({root / "in", root / "out", {}, {Format::kRwc, Format::kLab}}, log.say);
  EXPECT_EQ(report.warned, 9u) << "each counts, also that a file without chords is empty";
  const auto lines_with = [&](const std::string& text) {
    return std::ranges::count_if(
        log.lines, [&](const std::string& line) { return line.find(text) != std::string::npos; });
  };
  EXPECT_EQ(lines_with("lab cannot contain: beats"), 1);
  EXPECT_EQ(lines_with("/a.lab and 2 more: lab cannot contain: beats"), 1);
  EXPECT_EQ(lines_with("as rwc: beats move by up to 4.0 ms"), 1);
  for (const std::string& line : log.lines) EXPECT_TRUE(line.starts_with("warning: ")) << line;
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
