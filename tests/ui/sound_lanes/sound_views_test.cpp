// The lanes of sound: their tiles compared with the samples.
#include <gtest/gtest.h>

#include <QApplication>
#include <QMouseEvent>
#include <QPainter>
#include <QSignalSpy>
#include <QTest>
#include <algorithm>
#include <cmath>
#include <filesystem>
#include <optional>

#include "tests/support/test_support.h"
#include "tests/ui/support/settled.h"
#include "tests/ui/support/sound_fixture.h"
#include "ui/document/annotation_document.h"
#include "ui/look/colour_map.h"
#include "ui/look/theme.h"
#include "ui/sound_lanes/activation_view.h"
#include "ui/sound_lanes/chromagram_view.h"
#include "ui/sound_lanes/heat_image.h"
#include "ui/sound_lanes/heat_pyramid.h"
#include "ui/sound_lanes/overview_strip.h"
#include "ui/sound_lanes/posteriorgram_view.h"
#include "ui/sound_lanes/sound_model.h"
#include "ui/sound_lanes/spectrogram_view.h"
#include "ui/sound_lanes/waveform_view.h"
#include "ui/timeline/ruler_view.h"

namespace tactus::ui {
namespace {

using test::kRate;

// Two seconds of silence, then two of a loud 1 kHz tone, then two of a soft one.
std::vector<float> three_parts() {
  std::vector<float> samples(2 * kRate, 0.0f);
  for (const double amplitude : {0.8, 0.2}) {
    const auto part = test::tone(1000, amplitude, 2.0, kRate);
    samples.insert(samples.end(), part.begin(), part.end());
  }
  return samples;
}

class SoundViewsTest : public testing::Test {
 protected:
  void open(const std::vector<float>& samples) {
    ASSERT_TRUE(test::write_wav(folder / "a.wav", samples, kRate));
    QSignalSpy decoded(&model, &SoundModel::decoded);
    model.open(folder / "a.wav");
    ASSERT_TRUE(QTest::qWaitFor([&] { return decoded.count() == 1; }, 10000));
    axis.setDuration(model.sound()->seconds());
  }
  template <class View>
  QImage shot(View& view, int height) {
    view.resize(600, height);
    axis.setCursor(axis.duration());  // out of the way
    return test::settled(view);
  }
  // Rows of a column that have the colour.
  static int count(const QImage& image, int x, const QColor& colour) {
    int rows = 0;
    for (int y = 0; y < image.height(); ++y) rows += image.pixelColor(x, y) == colour;
    return rows;
  }

  test::ScratchFolder folder;
  SoundModel model;
  TimeAxis axis;
};

TEST_F(SoundViewsTest, WaveformIsAsHighAsTheSound) {
  WaveformView view(axis, model);
  view.resize(600, 101);
  open(three_parts());
  const QImage image = shot(view, 101);  // 10 ms a pixel
  const auto height = [&](int x) {
    return count(image, x, theme().wave) + count(image, x, theme().wave_inner);
  };
  EXPECT_LE(height(100), 1);
  EXPECT_NEAR(height(300), 0.8 * 99, 2.5);
  EXPECT_NEAR(height(500), 0.2 * 99, 2.5);
  // The inner part is the RMS: of a sinusoid, amplitude / sqrt 2.
  EXPECT_NEAR(count(image, 300, theme().wave_inner), 0.8 / std::sqrt(2.0) * 99, 2.5);
  view.setGain(4.0);
  EXPECT_NEAR(
      count(shot(view, 101), 500, theme().wave) + count(shot(view, 101), 500, theme().wave_inner),
      0.8 * 99, 2.5);
}

TEST_F(SoundViewsTest, WaveformColumnsAgreeAtEveryZoom) {
  open(three_parts());
  const SongSound& sound = *model.sound();
  for (const double per_column : {0.0001, 0.001, 0.01, 0.1, 0.3, 0.5}) {
    const int columns = static_cast<int>(6.0 / per_column);
    const auto peaks = waveform_columns(sound, 0.0, per_column, columns).peaks;
    for (int c = 0; c < columns; ++c) {
      const double begin = c * per_column, end = begin + per_column;
      const Envelope& peak = peaks[static_cast<std::size_t>(c)];
      if (end < 1.9) {
        ASSERT_LT(peak.high, 0.01) << begin;
      } else if (begin > 2.1 && end < 3.9 && per_column > 0.001) {
        ASSERT_NEAR(peak.high, 0.8, 0.02) << begin;
        ASSERT_NEAR(peak.low, -0.8, 0.02) << begin;
      }
    }
  }
  EXPECT_TRUE(waveform_columns(sound, 0.0, 0.1, 0).peaks.empty());
}

TEST_F(SoundViewsTest, WaveformShowsSamplesCloseUpWithoutTroubleAtTheEnds) {
  WaveformView view(axis, model);
  view.resize(600, 101);
  open(three_parts());
  for (const double start : {0.0, 2.0, 5.99}) {
    axis.setView(start, 2e-5);
    const QImage image = shot(view, 101);
    EXPECT_FALSE(image.isNull());
  }
}

TEST_F(SoundViewsTest, ClippedSoundIsMarked) {
  WaveformView view(axis, model);
  view.resize(600, 101);
  auto samples = three_parts();
  samples[3 * kRate] = 1.0f;
  samples[3 * kRate + 1] = -1.0f;
  open(samples);
  const QImage image = shot(view, 101);
  EXPECT_EQ(count(image, 300, theme().differ), 6) << "thin lines at both edges";
  EXPECT_EQ(count(image, 310, theme().differ), 0);
}

TEST_F(SoundViewsTest, ARoughOutlineStandsInAndTheKeptOneIsThereAtOnce) {
  model.setEnvelopeCache(folder / "cache");
  WaveformView view(axis, model);
  view.resize(600, 101);
  auto samples = std::vector<float>(static_cast<std::size_t>(300 * kRate), 0.0f);
  std::fill(samples.begin() + 150 * kRate, samples.end(), 0.5f);
  ASSERT_TRUE(test::write_wav(folder / "a.wav", samples, kRate));
  const auto outline = [&](const SongSound& sound) {
    return waveform_columns(sound, 0.0, 30.0, 10);
  };
  std::optional<WaveColumns> rough, kept;
  QObject::connect(&model, &SoundModel::sketched, &view, [&] {
    const WaveColumns now = outline(*model.sound());
    if (!rough && now.exact < 10) rough = now;
  });
  QSignalSpy decoded(&model, &SoundModel::decoded);
  // Reports of the loader are delivered only here: the pictures are from that moment or later.
  model.open(folder / "a.wav");
  ASSERT_TRUE(QTest::qWaitFor([&] { return decoded.count() == 1; }, 20000));
  if (rough) {
    EXPECT_EQ(rough->known, 10);
    EXPECT_NEAR(rough->peaks[9].high, 0.5, 1e-3);
  }
  ASSERT_TRUE(QTest::qWaitFor([&] {
    std::error_code not_made_yet;
    const bool empty = std::filesystem::is_empty(folder / "cache", not_made_yet);
    return !not_made_yet && !empty;
  }));
  model.close();
  QObject::connect(&model, &SoundModel::soundChanged, &view, [&] {
    if (model.sound()) kept = outline(*model.sound());
  });
  model.open(folder / "a.wav");
  ASSERT_TRUE(QTest::qWaitFor([&] { return kept.has_value(); }, 20000));
  EXPECT_EQ(kept->exact, 10);
  EXPECT_NEAR(kept->peaks[1].high, 0.0, 1e-3);
  EXPECT_NEAR(kept->peaks[8].high, 0.5, 1e-3);
}

TEST_F(SoundViewsTest, OnsetsAreFaintLinesOnRequest) {
  WaveformView view(axis, model);
  view.resize(600, 101);
  QSignalSpy grown(&model, &SoundModel::chromaGrown);
  open(three_parts());
  ASSERT_TRUE(
      QTest::qWaitFor([&] { return !model.sound()->onsets().between(1.9, 2.1).empty(); }, 10000));
  QTest::qWait(20);
  const QImage without = shot(view, 101);
  view.setOnsetsShown(true);
  const QImage with = shot(view, 101);
  int changed = 0, at = -1;
  for (int x = 150; x < 250; ++x) {
    if (with.pixelColor(x, 3) != without.pixelColor(x, 3)) {
      ++changed;
      at = x;
    }
  }
  EXPECT_EQ(changed, 1);
  EXPECT_NEAR(at, 200, 1);  // 2 s
  view.setOnsetsShown(false);
  EXPECT_EQ(shot(view, 101), without);
}

TEST_F(SoundViewsTest, SpectrogramTilesAreTheDirectComputation) {
  SpectrogramView view(axis, model);
  view.resize(600, kSpectrogramRows);
  open(three_parts());
  const SpectrogramLook look{.colours = ColourMap::kGrey, .top_db = 0, .range_db = 100};
  view.setLook(look);
  axis.setView(2.0, 0.004);  // a column of zoom step 0 is a pixel of 4 ms
  QSignalSpy ready(&view, &SpectrogramView::tileReady);
  shot(view, kSpectrogramRows);
  ASSERT_TRUE(QTest::qWaitFor([&] { return ready.count() >= 3; }, 10000));
  QTest::qWait(50);
  const QImage image = shot(view, kSpectrogramRows);

  SpectrogramMaker maker(view.settings(), kRate);
  const auto levels = look_shades(look);
  for (const int x : {100, 200, 450}) {
    const auto column = static_cast<std::int64_t>((2.0 + (x + 0.5) * 0.004) * kRate) / 32;
    const auto tile = maker.make(model.sound()->store(), {0, column / 256}, true);
    for (int row = 60; row < kSpectrogramRows; ++row) {
      const int expected =
          levels[tile->levels[static_cast<std::size_t>(column % 256 * kSpectrogramRows + row)]];
      ASSERT_NEAR(image.pixelColor(x, kSpectrogramRows - 1 - row).red(), expected, 2)
          << "x " << x << ", row " << row;
    }
  }
}

// Rows of the picture, the readout at the pointer and the scales agree.
TEST_F(SoundViewsTest, TheSpectrogramSaysFrequencyNoteAndLevel) {
  SpectrogramView view(axis, model);
  view.resize(600, 256);
  open(three_parts());
  for (const FrequencyScale scale :
       {FrequencyScale::kLinear, FrequencyScale::kLogarithmic, FrequencyScale::kMel}) {
    SpectrogramSettings settings = view.settings();
    settings.scale = scale;
    view.setSettings(settings);
    shot(view, 256);
    const double row = spectrogram_hz_row(view.settings(), kRate, 1000.0);
    const double y = 256 * (1.0 - row / (kSpectrogramRows - 1));
    QString at;  // at 3 s: the loud tone; B5 is 987.8 Hz
    ASSERT_TRUE(QTest::qWaitFor(
        [&] {
          shot(view, 256);
          at = view.readoutAt({300.0, y});
          return at.contains("dB") && view.readoutAt({100.0, y}).contains("dB");
        },
        10000));
    EXPECT_TRUE(at.contains(QStringLiteral("000"))) << at.toStdString();
    EXPECT_TRUE(at.contains("Hz, B5 +21 cents, -")) << at.toStdString();
    const int level = at.section(' ', -2, -2).toInt();
    EXPECT_NEAR(level, -2, 4);
    const QString silent = view.readoutAt({100.0, y});
    EXPECT_LT(silent.section(' ', -2, -2).toInt(), -90);
  }
  const QImage before = view.grab().toImage();
  const QPoint at(300, 100);
  QMouseEvent move(QEvent::MouseMove, at, view.mapToGlobal(at), Qt::NoButton, {}, {});
  QApplication::sendEvent(&view, &move);
  EXPECT_NE(view.grab().toImage(), before) << "it is written beside the pointer";
}

TEST_F(SoundViewsTest, SpectrogramStaysWithinItsBudgetWhateverIsShown) {
  SpectrogramView view(axis, model);
  view.resize(600, 40);
  open(test::tone(500, 0.5, 60.0, kRate));
  QSignalSpy ready(&view, &SpectrogramView::tileReady);
  for (double zoom = 0.1; zoom > 0.0001; zoom /= 1.3) {
    axis.setView(20.0, zoom);
    shot(view, 40);
    QTest::qWait(1);
  }
  EXPECT_TRUE(QTest::qWaitFor([&] { return ready.count() > 5; }, 10000));
  EXPECT_GT(view.keptBytes(), 0u);
  EXPECT_LE(view.keptBytes(), SpectrogramView::kBudget);
  model.close();
  EXPECT_EQ(view.keptBytes(), 0u);
  EXPECT_FALSE(shot(view, 40).isNull());
}

TEST_F(SoundViewsTest, ChromagramLightsThePitchClassThatSounds) {
  ChromagramView view(axis, model);
  view.setColours(ColourMap::kGrey);
  QSignalSpy grown(&model, &SoundModel::chromaGrown);
  view.resize(600, 120);
  open(test::tone(440.0, 0.5, 6.0, kRate));  // A
  ASSERT_TRUE(QTest::qWaitFor(
      [&] { return grown.count() > 0 && model.sound()->chroma().frames() == 60; }, 10000));
  QTest::qWait(20);
  const QImage image = shot(view, 120);
  for (int pitch_class = 0; pitch_class < 12; ++pitch_class) {
    const int y = 119 - (pitch_class * 10 + 5);
    EXPECT_EQ(image.pixelColor(300, y).red() > 200, pitch_class == 9) << pitch_class;
  }
}

TEST_F(SoundViewsTest, AnotherSongReplacesTheFirstEvenWhileItLoads) {
  WaveformView view(axis, model);
  ASSERT_TRUE(test::write_wav(folder / "long.wav", std::vector<float>(120 * kRate, 0.5f), kRate));
  ASSERT_TRUE(test::write_wav(folder / "b.wav", std::vector<float>(kRate, 0.25f), kRate));
  QSignalSpy decoded(&model, &SoundModel::decoded);
  model.open(folder / "long.wav");
  model.open(folder / "b.wav");
  EXPECT_TRUE(model.loading());
  ASSERT_TRUE(QTest::qWaitFor([&] { return decoded.count() == 1; }, 10000));
  QTest::qWait(50);
  EXPECT_EQ(decoded.count(), 1);
  EXPECT_EQ(model.sound()->path(), folder / "b.wav");
  EXPECT_FALSE(model.loading());
}

TEST_F(SoundViewsTest, AFileThatIsNoSoundIsReported) {
  test::write_text(folder / "a.txt", "no sound");
  QSignalSpy failed(&model, &SoundModel::failed);
  model.open(folder / "a.txt");
  ASSERT_TRUE(QTest::qWaitFor([&] { return failed.count() == 1; }, 10000));
  EXPECT_TRUE(failed[0][0].toString().contains(QStringLiteral("a.txt")));
  EXPECT_FALSE(model.sound());
}

TEST_F(SoundViewsTest, OverviewDragsStretchesAndCentresTheWindow) {
  OverviewStrip strip(axis, model);
  strip.resize(600, 48);
  axis.setWidth(600);
  axis.setDuration(60.0);
  axis.setView(10.0, 0.01);  // 10 s to 16 s: x = 100 to 160
  EXPECT_NEAR(strip.windowRect().left(), 100, 1e-6);
  EXPECT_NEAR(strip.windowRect().width(), 60, 1e-6);
  const auto drag = [&](int from, int to) {
    QTest::mousePress(&strip, Qt::LeftButton, {}, QPoint(from, 20));
    QTest::mouseMove(&strip, QPoint((from + to) / 2, 20));
    QTest::mouseMove(&strip, QPoint(to, 20));
    QTest::mouseRelease(&strip, Qt::LeftButton, {}, QPoint(to, 20));
  };
  drag(130, 230);
  EXPECT_NEAR(axis.start(), 20.0, 0.11);
  EXPECT_NEAR(axis.secondsPerPixel(), 0.01, 1e-9);
  drag(260, 320);  // the right end
  EXPECT_NEAR(axis.start(), 20.0, 0.11);
  EXPECT_NEAR(axis.end(), 32.0, 0.2);
  QTest::mouseClick(&strip, Qt::LeftButton, {}, QPoint(500, 20));
  EXPECT_NEAR((axis.start() + axis.end()) / 2, 50.0, 0.2);
}

TEST(Ruler, StepsAreRoundAndWideEnough) {
  for (double least = 1e-4; least < 20000; least *= 1.17) {
    const double step = ruler_step(least);
    EXPECT_GE(step, least * 0.999);
    EXPECT_LE(step, least * 2.6 + 1e-9) << least;
  }
  EXPECT_DOUBLE_EQ(ruler_step(0.03), 0.05);
  EXPECT_DOUBLE_EQ(ruler_step(11), 15);
  EXPECT_DOUBLE_EQ(ruler_step(3000), 3600);
}

TEST(Ruler, TimesAreWrittenAsOneReadsThem) {
  EXPECT_EQ(time_text(62.0), QStringLiteral("1:02"));
  EXPECT_EQ(time_text(62.5, 1), QStringLiteral("1:02.5"));
  EXPECT_EQ(time_text(3600.0), QStringLiteral("1:00:00"));
  EXPECT_EQ(time_text(59.9996, 3), QStringLiteral("1:00.000"));
  EXPECT_EQ(time_text(-1.0), QStringLiteral("0:00"));
}

TEST(ColourMap, AnchorsAreThoseOfThePublishedMaps) {
  const auto near = [](ColourMap map, int level, int red, int green, int blue) {
    const QRgb colour = colour_table(map)[static_cast<std::size_t>(level)];
    EXPECT_NEAR(qRed(colour), red, 6) << level;
    EXPECT_NEAR(qGreen(colour), green, 6) << level;
    EXPECT_NEAR(qBlue(colour), blue, 6) << level;
  };
  near(ColourMap::kViridis, 0, 68, 1, 84);  // matplotlib's tables
  near(ColourMap::kViridis, 128, 33, 145, 140);
  near(ColourMap::kViridis, 255, 253, 231, 37);
  near(ColourMap::kMagma, 0, 0, 0, 4);
  near(ColourMap::kMagma, 128, 183, 55, 121);
  near(ColourMap::kMagma, 255, 252, 253, 191);
  near(ColourMap::kGrey, 77, 77, 77, 77);
  near(ColourMap::kInverted, 77, 178, 178, 178);
}

TEST(ColourMap, LightnessGrowsWithTheLevel) {
  for (const ColourMap map : {ColourMap::kViridis, ColourMap::kMagma, ColourMap::kGrey}) {
    for (std::size_t i = 8; i < 256; i += 8) {
      EXPECT_GE(qGray(colour_table(map)[i]) + 1, qGray(colour_table(map)[i - 8]));
    }
    EXPECT_EQ(colour_map_of_key(colour_map_key(map), ColourMap::kInverted), map);
  }
  EXPECT_EQ(colour_map_of_key(QStringLiteral("none"), ColourMap::kGrey), ColourMap::kGrey);
}

FrameMatrix random_rows(std::size_t frames, std::size_t bins) {
  FrameMatrix rows(frames, bins, 10.0);
  std::uint32_t state = 1;
  for (float& value : rows.data) {
    state = state * 1664525u + 1013904223u;
    value = static_cast<float>(state >> 8) / static_cast<float>(1 << 24);
  }
  return rows;
}

TEST(HeatPyramid, FindsTheGreatestOfAnySpanHoweverItWasFilled) {
  const FrameMatrix rows = random_rows(1003, 3);
  HeatPyramid whole, pieces;
  whole.append(rows);
  for (std::size_t at = 0; at < rows.frames;) {
    const std::size_t count = std::min<std::size_t>(1 + at % 7, rows.frames - at);
    FrameMatrix part(count, 3, 10.0);
    std::copy_n(rows.data.begin() + static_cast<std::ptrdiff_t>(at * 3), count * 3,
                part.data.begin());
    pieces.append(part);
    at += count;
  }
  std::vector<std::uint8_t> one(3), other(3);
  for (std::size_t length : {1, 2, 4, 8, 16, 64, 256}) {
    for (std::size_t first = 0; first + length <= rows.frames; first += length) {  // aligned: exact
      const double begin = (static_cast<double>(first) - 0.49) / 10.0;
      const double end = (static_cast<double>(first + length) - 0.51) / 10.0;
      whole.greatest(begin, end, one);
      pieces.greatest(begin, end, other);
      EXPECT_EQ(one, other);
      for (std::size_t bin = 0; bin < 3; ++bin) {
        float greatest = 0.0f;
        for (std::size_t i = first; i < first + length; ++i) {
          greatest = std::max(greatest, rows.row(i)[bin]);
        }
        ASSERT_EQ(one[bin], std::lround(greatest * 255)) << first << " + " << length;
      }
    }
  }
}

TEST(HeatPyramid, IsEmptyOutsideAndWhenNothingWasAppended) {
  HeatPyramid heat;
  std::vector<std::uint8_t> out(2, 9);
  heat.greatest(0.0, 1.0, out);
  EXPECT_EQ(out, (std::vector<std::uint8_t>{0, 0}));
  heat.append(random_rows(10, 2));
  heat.greatest(5.0, 6.0, out);
  EXPECT_EQ(out, (std::vector<std::uint8_t>{0, 0}));
  heat.greatest(-3.0, -2.0, out);
  EXPECT_EQ(out, (std::vector<std::uint8_t>{0, 0}));
  EXPECT_EQ(heat.value(-1, 0), 0.0f);
  EXPECT_EQ(heat.value(10, 0), 0.0f);
}

TEST(Posteriorgram, RowsAreOrderedByRootAndKeepTheirSum) {
  FrameMatrix posteriors(2, 169, 10.0);
  posteriors.row(0)[0] = 0.5f;           // C:maj
  posteriors.row(0)[2] = 0.3f;           // C:7
  posteriors.row(0)[9 * 14 + 1] = 0.2f;  // A:min
  posteriors.row(1)[168] = 1.0f;         // N
  const FrameMatrix triads = posterior_rows(posteriors, PosteriorRows::kTriads);
  ASSERT_EQ(triads.bins, 25u);
  EXPECT_FLOAT_EQ(triads.row(0)[1], 0.8f);
  EXPECT_FLOAT_EQ(triads.row(0)[1 + 9 * 2 + 1], 0.2f);
  EXPECT_FLOAT_EQ(triads.row(1)[0], 1.0f);
  const FrameMatrix all = posterior_rows(posteriors, PosteriorRows::kAll);
  ASSERT_EQ(all.bins, 169u);
  EXPECT_FLOAT_EQ(all.row(0)[1 + 2], 0.3f);
  EXPECT_FLOAT_EQ(all.row(1)[0], 1.0f);
}

TEST(ActivationView, PeaksStandWhereTheBeatsAre) {
  TimeAxis axis;
  AnnotationDocument document;
  ActivationView view(axis, document);
  view.resize(600, 80);
  Annotation annotation;
  annotation.duration = 6.0;
  document.open("a.wav", "a.jams", annotation);
  axis.setDuration(6.0);
  Activations activations;
  activations.beats = FrameMatrix(300, 2, 50.0);
  activations.beats.row(150)[0] = 1.0f;  // a beat at 3 s
  activations.beats.row(200)[1] = 1.0f;  // a downbeat at 4 s
  document.setActivations(std::make_shared<Activations>(activations));
  for (const double zoom : {0.01, 0.05}) {
    axis.setView(1.0, zoom);
    const QImage image = test::settled(view);
    const auto touched = [&](double seconds) {
      const int x = static_cast<int>(axis.toX(seconds));
      int rows = 0;
      for (int y = 24; y < 76; ++y) rows += image.pixelColor(x, y) != theme().lane;
      return rows > 20;
    };
    EXPECT_TRUE(touched(3.0)) << zoom;
    EXPECT_TRUE(touched(4.0)) << zoom;
    EXPECT_FALSE(touched(3.5)) << zoom;
  }
  document.close();
  EXPECT_FALSE(view.grab().toImage().isNull());
}

}  // namespace
}  // namespace tactus::ui
