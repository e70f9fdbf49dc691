// Visible details: ticks in boxes, pictures on buttons, names that stay in view.
#include "ui/look/style.h"

#include <gtest/gtest.h>

#include <QApplication>
#include <QImage>
#include <QLabel>
#include <QListWidget>
#include <QPainter>
#include <QStyleOptionButton>
#include <cstdlib>
#include <set>
#include <vector>

#include "tests/support/test_support.h"
#include "tests/ui/support/open_song.h"
#include "ui/batch/batch_page.h"
#include "ui/lanes/chord_lane.h"
#include "ui/look/apply_theme.h"
#include "ui/look/format_titles.h"
#include "ui/look/theme.h"
#include "ui/window/song_list.h"

namespace tactus::ui {
namespace {

bool has_colour(const QImage& image, const QColor& wanted) {
  for (int y = 0; y < image.height(); ++y) {
    for (int x = 0; x < image.width(); ++x) {
      const QColor here = image.pixelColor(x, y);
      if (std::abs(here.red() - wanted.red()) + std::abs(here.green() - wanted.green()) +
              std::abs(here.blue() - wanted.blue()) <
          24) {
        return true;
      }
    }
  }
  return false;
}

QImage box_in(QStyle::State state) {
  QImage image(16, 16, QImage::Format_ARGB32);
  image.fill(theme().window);
  QPainter painter(&image);
  QStyleOptionButton option;
  option.rect = image.rect();
  option.state = state | QStyle::State_Enabled;
  TactusStyle().drawPrimitive(QStyle::PE_IndicatorCheckBox, &option, &painter, nullptr);
  return image;
}

TEST(Style, CheckedBoxesShowATickAndOthersNone) {
  const QImage on = box_in(QStyle::State_On), off = box_in(QStyle::State_Off);
  EXPECT_TRUE(has_colour(on, theme().accent));
  EXPECT_TRUE(has_colour(on, theme().on_accent));
  EXPECT_FALSE(has_colour(off, theme().accent));
  EXPECT_NE(box_in(QStyle::State_NoChange), on);
}

TEST(Style, GlyphsAreTheirOwnAndMutedWhereDisabled) {
  const QPalette palette = QApplication::palette();
  std::vector<QImage> seen;
  for (const Glyph glyph :
       {Glyph::kToStart, Glyph::kPlay, Glyph::kPause, Glyph::kLoop, Glyph::kCountIn}) {
    const QIcon icon = glyph_icon(glyph, palette);
    const QImage image = icon.pixmap(QSize(16, 16), 1.0).toImage();
    EXPECT_TRUE(has_colour(image, theme().text));
    EXPECT_FALSE(
        has_colour(icon.pixmap(QSize(16, 16), 1.0, QIcon::Disabled).toImage(), theme().text));
    for (const QImage& other : seen) EXPECT_NE(image, other);
    seen.push_back(image);
  }
}

TEST(FormatTitles, AreDifferentAndNameTheEnding) {
  std::set<QString> titles;
  for (const FormatInfo& info : all_formats()) {
    const QString title = format_title(info.format);
    EXPECT_TRUE(title.endsWith(QStringLiteral("(%1)").arg(
        QString::fromUtf8(info.suffix.data(), static_cast<qsizetype>(info.suffix.size())))))
        << title.toStdString();
    EXPECT_FALSE(title.startsWith(QLatin1Char(' '))) << title.toStdString();
    titles.insert(title);
  }
  EXPECT_EQ(titles.size(), all_formats().size());
}

using ChordNames = test::OpenSong;

TEST_F(ChordNames, StayInViewWhenTheirChordBeginsBeforeIt) {
  ChordLane lane(editor);
  lane.resize(1000, 44);
  const auto ink_at_left = [&] {
    const QImage left = lane.grab().toImage().copy(2, 8, 60, 28);
    const QColor fill = left.pixelColor(59, 2);
    return has_colour(left, text_on(fill));
  };
  axis.setView(1.0, 0.0005);  // the first chord is from 0 to 2 s: its own name is 2,000 pixels away
  axis.setCursor(5.0);
  EXPECT_TRUE(ink_at_left());
  axis.setView(1.999, 0.0005);  // two of its pixels are visible: no space
  EXPECT_FALSE(has_colour(lane.grab().toImage().copy(0, 8, 2, 28), Qt::black));
}

TEST(SongListChoice, IsNoneWhenTheOpenSongIsFromElsewhere) {
  tactus::test::ScratchFolder folder;
  tactus::test::write_text(folder / "a.wav", "x");
  tactus::test::write_text(folder / "b.wav", "x");
  SongList list;
  list.setFolder(folder.path());
  const auto* songs = list.findChild<QListWidget*>();
  list.setOpen(folder / "b.wav");
  ASSERT_TRUE(songs->currentItem());
  EXPECT_EQ(songs->currentItem()->text(), "b.wav");
  list.setOpen("/elsewhere/c.wav");
  EXPECT_FALSE(songs->currentItem());
  EXPECT_TRUE(songs->selectedItems().isEmpty());
}

// A theme change repaints a page.
TEST(ThemeChange, TheStateOfABatchIsReadInBothThemes) {
  tactus::test::ScratchFolder folder;
  tactus::test::write_text(folder / "a.wav", "x");
  BatchPage page;
  page.addPaths({QString::fromStdString((folder / "a.wav").string())});
  page.show();
  for (const ThemeChoice choice : {ThemeChoice::kLight, ThemeChoice::kDark}) {
    apply_theme(*qApp, choice);
    QCoreApplication::processEvents();
    bool found = false;
    for (const QLabel* label : page.findChildren<QLabel*>()) {
      if (!label->text().contains("waiting")) continue;
      found = true;
      const QColor ink = label->palette().color(label->foregroundRole());
      EXPECT_GE(contrast(ink, theme().window), 4.5) << ink.name().toStdString();
    }
    EXPECT_TRUE(found);
  }
}

}  // namespace
}  // namespace tactus::ui
