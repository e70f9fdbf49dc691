#include "ui/playback/transport_display.h"

#include <gtest/gtest.h>

#include <QSignalSpy>

#include "tests/ui/playback/hand_output.h"
#include "tests/ui/support/sound_fixture.h"
#include "ui/document/annotation_document.h"
#include "ui/look/theme.h"
#include "ui/playback/player.h"

namespace tactus::ui {
namespace {

using test::kRate;

class TransportDisplayTest : public testing::Test {
 protected:
  TransportDisplayTest() {
    auto by_hand = std::make_unique<test::HandOutput>(kRate);
    output = by_hand.get();
    player = std::make_unique<Player>(axis, std::move(by_hand));
    Annotation song;
    for (int beat = 0; beat < 80; ++beat) song.beats.push_back({0.5 * beat, beat % 4 + 1, 1.0});
    song.chords = {{0.0, 33.0, "G:7"}, {33.0, 40.0, "C:min"}};
    song.keys = {{0.0, 40.0, "C:minor"}};
    document.open("/music/a.wav", "/music/a.jams", song);
    axis.setDuration(40.0);
    player->setSound(test::song_of(std::vector<float>(40 * kRate), kRate));
    player->setAnnotation(song);
    display = std::make_unique<TransportDisplay>(document, axis, *player);
    display->resize(1200, 100);
    display->show();
  }
  QStringList texts() const {
    QStringList texts;
    for (const auto& field : display->fields()) texts += field.text;
    return texts;
  }
  QString caption(std::size_t field) const { return display->fields()[field].caption; }

  AnnotationDocument document;
  TimeAxis axis;
  test::HandOutput* output = nullptr;
  std::unique_ptr<Player> player;
  std::unique_ptr<TransportDisplay> display;
};

TEST_F(TransportDisplayTest, ShowsPlaceTempoKeyAndChords) {
  axis.setCursor(33.2);
  EXPECT_EQ(texts(), QStringList({"17.3", "120.0", "C minor", "Cm", "\u2013"}));
  axis.setCursor(32.1);
  EXPECT_EQ(texts(), QStringList({"17.1", "120.0", "C minor", "G7", "Cm"}));
  EXPECT_TRUE(caption(4).contains("2")) << caption(4).toStdString();
  EXPECT_EQ(display->accessibleName(),
            "Transport: Bar.beat 17.1, BPM 120.0, Key C minor, Chord G7, " + caption(4) + " Cm");
}

TEST_F(TransportDisplayTest, FollowsPlaybackWithinOneFrame) {
  axis.setCursor(32.0);
  player->play();
  EXPECT_EQ(texts()[0], "17.1");
  output->play(kRate / 2);
  QSignalSpy moved(&axis, &TimeAxis::cursorChanged);
  ASSERT_TRUE(moved.wait());  // one tick of the player
  EXPECT_EQ(texts()[0], "17.2");
  output->play(kRate / 2);
  player->pause();
  EXPECT_EQ(texts()[0], "17.3");
}

TEST_F(TransportDisplayTest, ShowsWhatSounds) {
  axis.setCursor(32.1);
  player->setSpeed(0.5);
  player->setPitch(2);
  EXPECT_EQ(texts(), QStringList({"17.1", "60.0", "D minor", "A7", "Dm"}));
  EXPECT_TRUE(caption(1).contains("50 %"));
  EXPECT_TRUE(caption(3).contains("+2"));
  player->setCountsIn(true);
  player->play();
  EXPECT_EQ(caption(0), "Count-in");
}

TEST_F(TransportDisplayTest, FollowsEditsAndSongs) {
  axis.setCursor(32.1);
  Annotation next = document.annotation();
  next.chords.front().label = "G:sus4";
  document.edit(QStringLiteral("name"), next);
  EXPECT_EQ(texts()[3], "Gsus4");
  display->hide();
  document.close();
  display->show();  // what changed meanwhile is seen
  EXPECT_EQ(texts(), QStringList(5, QStringLiteral("\u2013")));
  EXPECT_EQ(display->accessibleName(), "Transport: no song");
}

// The highest run of rows with ink of the text: the height of its letters.
int letter_height(const QImage& picture, const QRect& place) {
  int first = -1, last = -1;
  for (int y = place.top() + 24; y <= place.bottom(); ++y) {
    for (int x = place.left(); x <= place.right(); ++x) {
      if (picture.pixelColor(x, y) != theme().text) continue;
      if (first < 0) first = y;
      last = y;
    }
  }
  return first < 0 ? 0 : last - first + 1;
}

// Two metres away, letters of 9 mm (34 pixels at 96 per inch) are as large as print at 50 cm.
TEST_F(TransportDisplayTest, IsReadableFromTwoMetresAtItsUsualSize) {
  display->resize(1280, display->sizeHint().height());
  axis.setCursor(33.2);
  QImage picture(display->size(), QImage::Format_RGB32);
  display->render(&picture);
  EXPECT_GE(letter_height(picture, QRect(0, 0, 240, picture.height())), 34);
  display->resize(640, 60);  // smaller, but whole
  QImage narrow(display->size(), QImage::Format_RGB32);
  display->render(&narrow);
  EXPECT_GT(letter_height(narrow, QRect(0, 0, 120, narrow.height())), 12);
}

}  // namespace
}  // namespace tactus::ui
