// Marks on the lanes of sound: clipping, beats and their attacks, and the beat that keys act on.
#include <gtest/gtest.h>

#include <QHelpEvent>
#include <QSignalSpy>
#include <QTest>
#include <QToolTip>
#include <cmath>
#include <random>

#include "tests/support/test_support.h"
#include "tests/ui/support/settled.h"
#include "tests/ui/support/sound_fixture.h"
#include "ui/document/annotation_document.h"
#include "ui/document/annotation_editor.h"
#include "ui/look/theme.h"
#include "ui/playback/sound_controller.h"
#include "ui/sound_lanes/activation_view.h"
#include "ui/sound_lanes/beats_on_sound.h"
#include "ui/sound_lanes/sound_model.h"
#include "ui/sound_lanes/waveform_view.h"
#include "ui/timeline/lane_stack.h"

namespace tactus::ui {
namespace {

using test::kRate;

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
  EXPECT_EQ(image.pixelColor(202, 1), theme().differ);
  EXPECT_EQ(image.pixelColor(202, 10), theme().wave) << "a thin line, not the whole height";
  EXPECT_NE(image.pixelColor(202, 99), theme().differ) << "clipped at the top alone";
}

// Strokes of noise at 1, 1.5, 2, ... s; the beats are 6 ms early.
class BeatsOnSound : public testing::Test {
 protected:
  BeatsOnSound() : view(axis, model) {
    std::vector<float> samples(static_cast<std::size_t>(6 * kFineRate));
    std::minstd_rand noise(3);
    for (double stroke = 1.0; stroke < 6.0; stroke += 0.5) {
      const auto first = static_cast<std::size_t>(std::lround(stroke * kFineRate));
      for (std::size_t n = 0; n < 2000; ++n) {
        const double loud = 0.5 * std::exp(-static_cast<double>(n) / 500.0);
        samples[first + n] = static_cast<float>(loud * (noise() % 2001 / 1000.0 - 1.0));
      }
      beats.push_back({stroke - 0.006, static_cast<int>(beats.size() % 4) + 1});
    }
    EXPECT_TRUE(test::write_wav(folder / "a.wav", samples, kFineRate));
    QSignalSpy decoded(&model, &SoundModel::decoded);
    model.open(folder / "a.wav");
    EXPECT_TRUE(QTest::qWaitFor([&] { return decoded.count() == 1; }, 10000));
    view.resize(600, 101);
    axis.setWidth(600);
    axis.setDuration(6.0);
    view.show();
  }
  // Pixels of this colour in the columns [from, to).
  int painted(const QColor& colour, int from, int to) {
    const QImage image = test::settled(view);
    int count = 0;
    for (int x = from; x < to; ++x) {
      for (int y = 0; y < image.height(); ++y) count += image.pixelColor(x, y) == colour;
    }
    return count;
  }

  static constexpr int kFineRate = 22050;
  test::ScratchFolder folder;
  SoundModel model;
  TimeAxis axis;
  WaveformView view;
  std::vector<Beat> beats;
};

TEST_F(BeatsOnSound, FindTheAttackOfTheirNote) {
  for (const Beat& beat : beats) {
    const auto attack = attack_near(*model.sound(), beat.time);
    ASSERT_TRUE(attack.has_value()) << beat.time;
    EXPECT_NEAR(*attack - beat.time, 0.006, 0.002) << beat.time;
  }
  EXPECT_FALSE(attack_near(*model.sound(), 1.3).has_value()) << "nothing begins there";
}

TEST_F(BeatsOnSound, AreLinesAndShowTheAttackAtHighZoom) {
  const QImage bare = test::settled(view);
  view.setBeats(beats, 0, 6);
  const QImage lines = test::settled(view);
  EXPECT_NE(lines.pixelColor(99, 5), bare.pixelColor(99, 5)) << "beat at 0.994 s";
  EXPECT_EQ(lines.pixelColor(120, 5), bare.pixelColor(120, 5));
  EXPECT_EQ(painted(theme().accent, 0, 600), 0);
  axis.setView(1.3, 0.001);  // beat at x = 194, attack at 200
  EXPECT_GT(painted(theme().accent, 196, 204), 10);
  EXPECT_EQ(painted(theme().accent, 300, 600), 0);
}

TEST_F(BeatsOnSound, AreNotDrawnWhereTheyCrowd) {
  std::vector<Beat> many;
  for (int i = 0; i < 100; ++i) many.push_back({i * 0.06, 0});
  const QImage bare = test::settled(view);
  view.setBeats(many, 0, 6);
  EXPECT_EQ(test::settled(view), bare);
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
