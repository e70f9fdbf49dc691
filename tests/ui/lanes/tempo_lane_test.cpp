#include "ui/lanes/tempo_lane.h"

#include <gtest/gtest.h>

#include "tests/ui/support/open_song.h"
#include "tests/ui/support/settled.h"
#include "ui/look/theme.h"

namespace tactus::ui {
namespace {

using TempoLaneTest = tactus::ui::test::OpenSong;

TEST_F(TempoLaneTest, SaysTheGridWithTwoDecimals) {
  TempoLane lane(document, axis);
  EXPECT_EQ(lane.accessibleDescription(), "No tempo grid");
  editor.makeConstant();
  editor.setTempo(123.58);
  EXPECT_EQ(tempo_grid_text(piece()), "constant 123.58 BPM");
  EXPECT_EQ(lane.accessibleDescription(), "Tempo grid: constant 123.58 BPM");
  axis.setSelection(5, 10);
  editor.halveTempo();
  EXPECT_EQ(tempo_grid_text(piece()), "3 tempi");
  document.undoStack().undo();
  editor.moveBeat(10, 5.5, 0);
  EXPECT_EQ(tempo_grid_text(piece()), "");
  EXPECT_EQ(lane.accessibleDescription(), "No tempo grid");
  BeatList played = piece().beats;
  for (std::size_t i = 0; i < played.size(); ++i)
    played[i].time += static_cast<double>(i * i % 7) * 0.004;
  document.editBeats("Played", played);
  Annotation free = piece();
  free.grid.kind = GridKind::kFree;
  document.edit("Free", free);
  EXPECT_EQ(lane.accessibleDescription(), "Tempo grid: free tempo") << "no beat moved";
  axis.setSelection(5, 10);
  editor.setTempo(110);
  EXPECT_EQ(tempo_grid_text(piece()), "1 tempo and free beats");
}

TEST_F(TempoLaneTest, MarksWhereATempoBegins) {
  editor.makeConstant();
  TempoLane lane(document, axis);
  lane.resize(1000, 64);
  axis.setView(0, 0.02);
  axis.setCursor(20);
  const QColor before = tactus::test::settled(lane).pixelColor(250, 40);
  axis.setSelection(4.9, 10);
  editor.doubleTempo();
  axis.clearSelection();
  EXPECT_NE(tactus::test::settled(lane).pixelColor(250, 40), before) << "at 5.0 s";
}

// 400 beats at 120 BPM.
BeatList steady_beats() {
  BeatList beats;
  for (int i = 0; i < 400; ++i) beats.push_back({0.5 * i, i % 4 + 1, 0.8});
  return beats;
}

TEST_F(TempoLaneTest, ATempoThatLastsStaysOnTheScale) {
  axis.setDuration(200);
  document.editBeats("Steady", steady_beats());
  TempoLane lane(document, axis);
  lane.resize(1000, 64);
  EXPECT_LT(lane.highest(), 130);
  document.editBeats("Twice", double_tempo(steady_beats(), {100, 105}));
  EXPECT_GE(lane.highest(), 240) << "ten of 405 beats";
  BeatList odd = steady_beats();
  odd.erase(odd.begin() + 100);
  document.editBeats("Odd", odd);
  EXPECT_GT(lane.lowest(), 100) << "a single gap does not flatten the curve";
  axis.setView(45, 0.01);
  const QImage image = tactus::test::settled(lane);
  int lowest_ink = 0;
  for (int y = 32; y < image.height(); ++y) {
    for (int x = 440; x < 560; ++x)
      lowest_ink = image.pixelColor(x, y) != image.pixelColor(200, y) ? y : lowest_ink;
  }
  EXPECT_GT(lowest_ink, 55) << "and the curve stays in the lane";
}

}  // namespace
}  // namespace tactus::ui
