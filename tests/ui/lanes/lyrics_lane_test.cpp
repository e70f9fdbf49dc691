// The lyrics of the open song, and their lane.
#include "ui/lanes/lyrics_lane.h"

#include <gtest/gtest.h>

#include <QSettings>
#include <QSignalSpy>
#include <QTest>
#include <fstream>

#include "tests/support/test_support.h"
#include "ui/document/annotation_document.h"

namespace tactus::ui {
namespace {

class LyricsLaneTest : public testing::Test {
 protected:
  LyricsLaneTest() : lyrics(document), lane(lyrics, axis) {
    QSettings().clear();
    axis.setDuration(20.0);
    lane.resize(1000, 40);
    axis.setWidth(1000);
  }
  ~LyricsLaneTest() override { QSettings().clear(); }

  void write(const char* name, const char* content) { std::ofstream(scratch / name) << content; }
  void open(const char* stem) {
    const std::string name = stem;
    document.open(scratch / (name + ".wav"), scratch / (name + ".jams"), {});
  }

  tactus::test::ScratchFolder scratch;
  AnnotationDocument document;
  TimeAxis axis;
  SongLyrics lyrics;
  LyricsLane lane;
};

TEST_F(LyricsLaneTest, ASongFindsTheFileOfItsName) {
  write("a.lrc", "[00:02.00]first\n[00:05.00]second\n");
  open("a");
  ASSERT_EQ(lyrics.lyrics().lines.size(), 2u);
  EXPECT_EQ(lane.lineAt(1.0), std::nullopt);
  EXPECT_EQ(lane.lineAt(4.9), 0u);
  EXPECT_EQ(lane.lineAt(5.0), 1u);
  open("b");
  EXPECT_TRUE(lyrics.lyrics().lines.empty());
}

TEST_F(LyricsLaneTest, AChosenFileIsRememberedAndCanBeRemoved) {
  write("a.lrc", "[00:02.00]beside\n");
  write("words.lrc", "[00:02.00]chosen\n");
  open("a");
  EXPECT_TRUE(lyrics.load(scratch / "words.lrc"));
  open("b");
  open("a");
  ASSERT_EQ(lyrics.lyrics().lines.size(), 1u);
  EXPECT_EQ(lyrics.lyrics().lines[0].text(), "chosen");
  lyrics.remove();
  open("b");
  open("a");
  EXPECT_TRUE(lyrics.lyrics().lines.empty()) << "not even those beside";
  EXPECT_TRUE(lyrics.load(scratch / "a.lrc"));
  EXPECT_EQ(lyrics.lyrics().lines[0].text(), "beside");
}

TEST_F(LyricsLaneTest, FaultsAreSaidAndTheOldWordsStay) {
  QSignalSpy said(&lyrics, &SongLyrics::message);
  write("bad.lrc", "nothing\n");
  EXPECT_FALSE(lyrics.load(scratch / "bad.lrc"));
  EXPECT_TRUE(said.back()[0].toString().contains("Open the song first"));
  write("a.lrc", "[00:02.00]good\nbad\n");
  open("a");
  EXPECT_TRUE(said.back()[0].toString().contains(":2: words without a time"));
  EXPECT_FALSE(lyrics.load(scratch / "bad.lrc"));
  EXPECT_TRUE(said.back()[0].toString().contains("no words with times"));
  EXPECT_EQ(lyrics.lyrics().lines.size(), 1u);
}

TEST_F(LyricsLaneTest, AnEditedFileIsReadAgain) {
  write("a.lrc", "[00:02.00]old\n");
  open("a");
  QSignalSpy changed(&lyrics, &SongLyrics::changed);
  write("a.lrc", "[00:02.00]new words\n");
  ASSERT_TRUE(QTest::qWaitFor(
      [&] {
        return !lyrics.lyrics().lines.empty() && lyrics.lyrics().lines[0].text() == "new words";
      },
      5000));
}

TEST_F(LyricsLaneTest, ADoubleClickSelectsTheLine) {
  write("a.lrc", "[00:02.00]first\n[00:05.00]second\n[00:08.00]\n");
  open("a");
  axis.setDuration(20.0);
  axis.showAll();
  lane.show();
  QTest::mouseDClick(&lane, Qt::LeftButton, {},
                     QPoint(static_cast<int>(axis.toX(6.0)), lane.height() / 2));
  EXPECT_NEAR(axis.selection().begin, 5.0, 1e-9);
  EXPECT_NEAR(axis.selection().end, 8.0, 1e-9);
}

}  // namespace
}  // namespace tactus::ui
