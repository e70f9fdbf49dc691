// Lanes zoomed out until items are narrower than pixels.
#include <gtest/gtest.h>

#include "tests/ui/support/open_piece.h"
#include "tests/ui/support/settled.h"
#include "ui/lanes/beat_lane.h"
#include "ui/lanes/chord_lane.h"
#include "ui/look/theme.h"

namespace tactus::ui {
namespace {

class CrowdedLanes : public tactus::ui::test::OpenPiece {
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

}  // namespace
}  // namespace tactus::ui
