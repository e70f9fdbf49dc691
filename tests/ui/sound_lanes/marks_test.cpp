// Marks on the lanes of sound: clipping, and the beat that keys act on.
#include <gtest/gtest.h>

#include <QHelpEvent>
#include <QSignalSpy>
#include <QToolTip>

#include "tests/support/test_support.h"
#include "tests/ui/support/settled.h"
#include "tests/ui/support/sound_fixture.h"
#include "ui/document/annotation_document.h"
#include "ui/document/annotation_editor.h"
#include "ui/look/theme.h"
#include "ui/playback/sound_controller.h"
#include "ui/sound_lanes/activation_view.h"
#include "ui/sound_lanes/sound_model.h"
#include "ui/sound_lanes/waveform_view.h"
#include "ui/timeline/lane_stack.h"

namespace tactus::ui {
namespace {

constexpr int kRate = 8000;

TEST(ClippedSound, SaysSoUnderThePointer) {
  test::ScratchFolder folder;
  SoundModel model;
  TimeAxis axis;
  WaveformView view(axis, model);
  view.resize(600, 101);
  auto samples = test::tone(100, 0.5, 6.0, kRate);
  for (int n = 0; n < 400; n += 10) samples[static_cast<std::size_t>(2 * kRate + n)] = 1.0f;
  ASSERT_TRUE(test::write_wav(folder / "a.wav", samples, kRate));
  QSignalSpy decoded(&model, &SoundModel::decoded);
  model.open(folder / "a.wav");
  ASSERT_TRUE(QTest::qWaitFor([&] { return decoded.count() == 1; }, 10000));
  axis.setWidth(600);
  axis.setDuration(6.0);
  view.show();
  const auto point_at = [&view](int x) {
    QToolTip::hideText();
    QHelpEvent help(QEvent::ToolTip, QPoint(x, 50), view.mapToGlobal(QPoint(x, 50)));
    QApplication::sendEvent(&view, &help);
    return QToolTip::text();
  };
  EXPECT_TRUE(view.isClippedAt(202));
  EXPECT_FALSE(view.isClippedAt(300));
  EXPECT_TRUE(point_at(202).contains("clipped"));
  const QImage image = test::settled(view);
  EXPECT_EQ(image.pixelColor(202, 10), theme().differ);
}

TEST(CurrentBeat, IsMarkedOnTheActivations) {
  AnnotationDocument document;
  TimeAxis axis;
  AnnotationEditor editor(document, axis);
  SoundController sound(editor);
  LaneStack lanes;
  lanes.resize(800, 700);
  sound.addSoundLanes(lanes);
  lanes.show();
  Annotation song;
  song.duration = 8.0;
  song.beats = {{1.0, 1, 1.0}, {2.0, 2, 1.0}};
  document.open("/music/a.wav", "/music/a.jams", song);
  axis.setDuration(8.0);
  axis.setCursor(8.0);
  auto heard = std::make_shared<Activations>();
  heard->beats = FrameMatrix(800, 2, 100);
  document.setActivations(heard);
  TimelineView& view = *lanes.lane(QStringLiteral("beat-activation"));
  const auto marked = [&](double seconds) {
    const int x = static_cast<int>(axis.toX(seconds));
    return test::settled(view).pixelColor(x, 40) == theme().accent;
  };
  EXPECT_FALSE(marked(2.0));
  editor.setCurrentBeat(1);
  EXPECT_TRUE(marked(2.0));
  editor.moveBeat(1, 2.5, document.newGesture());
  EXPECT_TRUE(marked(2.5));
  EXPECT_FALSE(marked(2.0));
  editor.clearCurrent();
  EXPECT_FALSE(marked(2.5));
}

}  // namespace
}  // namespace tactus::ui
