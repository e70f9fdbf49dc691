// Lanes zoomed out until items are narrower than pixels.
#include <gtest/gtest.h>

#include "tests/ui/support/open_song.h"
#include "tests/ui/support/settled.h"
#include "ui/lanes/beat_lane.h"
#include "ui/lanes/chord_lane.h"
#include "ui/look/theme.h"

namespace tactus::ui {
namespace {

class CrowdedLanes : public tactus::ui::test::OpenSong {
 protected:
  static constexpr int kWidth = 200;  // a tenth of a second a pixel
  QImage shot(TimelineView& lane, int height) {
    lane.resize(kWidth, height);
    axis.showAll();
    axis.setCursor(20);
    return tactus::test::settled(lane);
  }
};

TEST_F(CrowdedLanes, ChordsKeepTheirColours) {
  SegmentList chords;
  for (int i = 0; i < 200; ++i)
    chords.push_back({i * 0.1, i * 0.1 + 0.1, i % 2 ? "C:maj" : "F:maj"});
  document.editChords("Chords", chords);
  ChordLane lane(editor);
  const QImage image = shot(lane, 40);
  for (int x = 1; x < kWidth - 2; ++x) {
    EXPECT_NE(image.pixelColor(x, 20), theme().lane) << "x = " << x;
  }
}

TEST_F(CrowdedLanes, BarsBecomeABandThatIsFainterThanALine) {
  BeatLane lane(editor);
  const QColor line = shot(lane, 60).pixelColor(5, 50);  // the first bar, at 0.5 s
  EXPECT_NE(line, theme().lane);
  BeatList beats;
  for (int i = 1; i < 200; ++i) beats.push_back({i * 0.1, 1, 0.8});
  document.editBeats("Beats", beats);
  const QImage image = shot(lane, 60);
  const auto contrast = [](const QColor& colour) {
    return std::abs(qGray(colour.rgb()) - qGray(theme().lane.rgb()));
  };
  for (int x = 20; x < 190; ++x) {
    EXPECT_GT(contrast(image.pixelColor(x, 50)), 0) << "x = " << x;
    EXPECT_LT(contrast(image.pixelColor(x, 50)), contrast(line)) << "x = " << x;
  }
}

// The first and last x of pixels that have much of a colour; -1 without any.
std::pair<int, int> reach_of(const QImage& image, const QColor& colour) {
  std::pair<int, int> reach{-1, -1};
  for (int x = 0; x < image.width(); ++x) {
    int like = 0;
    for (int y = 0; y < image.height(); ++y) like += image.pixelColor(x, y) == colour;
    if (like < 3) continue;
    if (reach.first < 0) reach.first = x;
    reach.second = x;
  }
  return reach;
}

TEST_F(CrowdedLanes, FaultyBeatsHaveAWarning) {
  BeatLane lane(editor);
  EXPECT_EQ(reach_of(shot(lane, 60), theme().doubt).first, -1);
  editor.document().editBeats("Tap", add_beat(piece().beats, 10.06));  // 0.06 s after another
  const auto close = reach_of(shot(lane, 60), theme().doubt);
  EXPECT_NEAR((close.first + close.second) / 2.0, 100, 4);
  document.undoStack().undo();
  BeatList beats = piece().beats;
  beats[10].position = 1;  // at 5.5 s
  beats[11].position = 1;
  document.editBeats("Bar of one beat", beats);
  const auto bar = reach_of(shot(lane, 60), theme().doubt);
  EXPECT_NEAR((bar.first + bar.second) / 2.0, 55, 4);
}

TEST_F(CrowdedLanes, DoubtIsTintedOnlyIfWanted) {
  BeatList beats = piece().beats;
  beats[19].confidence = 0.1;  // 10.0 to 10.5 s
  document.editBeats("Doubt", beats);
  BeatLane lane(editor);
  EXPECT_EQ(shot(lane, 60).pixelColor(103, 5), theme().lane);
  lane.setDoubtShown(true);
  EXPECT_EQ(shot(lane, 60).pixelColor(103, 5), doubt_tint(theme(), 0.1));
  ChordLane chords(editor);
  const QColor root = shot(chords, 40).pixelColor(103, 34);
  chords.setDoubtShown(true);
  EXPECT_EQ(shot(chords, 40).pixelColor(103, 34), doubt_tint(theme(), 0.8));
  chords.setDoubtShown(false);
  EXPECT_EQ(shot(chords, 40).pixelColor(103, 34), root);
}

// The number of pixels of a column span that have the colour of a name.
int ink(const QImage& image, int from, int to, const QColor& fill) {
  int count = 0;
  for (int x = from; x < to; ++x) {
    for (int y = 4; y < image.height() - 4; ++y) count += image.pixelColor(x, y) == text_on(fill);
  }
  return count;
}

TEST_F(CrowdedLanes, EqualNeighboursShareAName) {
  SegmentList chords;
  for (int i = 0; i < 20; ++i) chords.push_back({i * 1.0, i + 1.0, i < 10 ? "C:maj" : "F:maj"});
  chords.push_back({20.0, 20.0, "N"});
  document.editChords("Chords", chords);
  ChordLane lane(editor);  // ten pixels a chord
  const QColor fill = chord_look(chords[0], true).fill;
  QImage image = shot(lane, 40);
  EXPECT_GT(ink(image, 0, 30, fill), 0);
  EXPECT_EQ(ink(image, 40, 90, fill), 0) << "once is enough";
  EXPECT_EQ(equal_run(piece().chords, 4), (std::pair<std::size_t, std::size_t>{0, 10}));
  chords[1].label = "A:min";  // the run is over before its name ends
  document.editChords("Chords", chords);
  image = shot(lane, 40);
  EXPECT_EQ(ink(image, 0, 9, fill), 0);
  EXPECT_GT(ink(image, 20, 50, fill), 0);
}

}  // namespace
}  // namespace tactus::ui
