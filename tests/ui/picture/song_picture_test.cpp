// Pictures of lanes: what is in them, whatever the window shows.
#include "ui/picture/song_picture.h"

#include <QApplication>
#include <QComboBox>
#include <QDialogButtonBox>
#include <QImage>
#include <QListWidget>
#include <QPushButton>
#include <QXmlStreamReader>
#include <memory>

#include "tests/ui/support/open_song.h"
#include "ui/lanes/beat_lane.h"
#include "ui/lanes/chord_lane.h"
#include "ui/lanes/tempo_lane.h"
#include "ui/look/theme.h"
#include "ui/picture/picture_dialog.h"
#include "ui/timeline/lane_stack.h"

namespace tactus::ui {
namespace {

// As a spectrogram that is not there yet.
class BusyLane : public TempoLane {
 public:
  using TempoLane::TempoLane;
  bool isIdle() const override { return !busy; }
  bool busy = true;
};

class SongPictures : public test::OpenSong {
 protected:
  SongPictures() : stack(std::make_unique<LaneStack>()) {
    stack->addLane("beats", new BeatLane(editor), 56);
    stack->addLane("chords", new ChordLane(editor), 44);
    stack->addLane("tempo", new TempoLane(document, axis), 64);
    stack->setLaneShown("tempo", false);
    stack->resize(1000, 220);
    stack->show();
    QApplication::processEvents();
  }

  QImage png(const SongPicture& picture) const {
    return QImage::fromData(picture_png(*stack, picture, "Piece"), "PNG");
  }
  // The texts of the drawing from left to right.
  QStringList texts(const SongPicture& picture) const {
    QXmlStreamReader xml(picture_svg(*stack, picture, "Piece"));
    QStringList found;
    while (!xml.atEnd()) {
      if (xml.readNext() == QXmlStreamReader::StartElement && xml.name() == QLatin1String("text"))
        found << xml.readElementText();
    }
    EXPECT_FALSE(xml.hasError()) << xml.errorString().toStdString();
    return found;
  }

  std::unique_ptr<LaneStack> stack;
  SongPicture whole{{"beats", "chords"}, {0, 20}, 800};
};

TEST_F(SongPictures, PngHasTwiceThePixelsAndTheLanesHeights) {
  const int height = stack->lane("beats")->height() + stack->lane("chords")->height();
  EXPECT_GT(height, 60);
  EXPECT_EQ(picture_size(*stack, whole).width(), 800);
  EXPECT_NEAR(picture_size(*stack, whole).height(), height, 4);
  EXPECT_EQ(png(whole).size(), picture_size(*stack, whole) * 2);
  EXPECT_EQ(png(whole).text("Title"), "Piece");
}

TEST_F(SongPictures, DoNotDependOnWhatTheWindowShows) {
  const QImage before = png(whole);
  axis.setView(7, 0.002);
  axis.setCursor(8);
  axis.setSelection(7.5, 8.5);
  editor.setCurrentChord(3);
  EXPECT_EQ(png(whole), before);
  whole.part = {4, 8};
  EXPECT_NE(png(whole), before);
}

TEST_F(SongPictures, AreLightOrDarkInAnyWindow) {
  const Theme* window = &theme();
  EXPECT_EQ(png(whole).pixelColor(1, 100), light_theme().window);
  whole.dark = true;
  EXPECT_EQ(png(whole).pixelColor(1, 100), dark_theme().window);
  EXPECT_EQ(&theme(), window) << "the window keeps its own";
}

TEST_F(SongPictures, SvgHasTitlesAndChordsAsText) {
  const QStringList all = texts(whole);
  EXPECT_TRUE(all.contains("Chords")) << all.join(' ').toStdString();
  EXPECT_EQ(all.count("Am"), 3) << all.join(' ').toStdString();
  whole.lanes = {"beats"};
  EXPECT_FALSE(texts(whole).contains("Am"));
}

TEST_F(SongPictures, NamesAChordThatBeganBefore) {
  whole.part = {3.5, 4.5};  // A:min from 2 to 4 s, and F
  const QStringList all = texts(whole);
  EXPECT_TRUE(all.contains("Am")) << all.join(' ').toStdString();
  EXPECT_TRUE(all.contains("F")) << all.join(' ').toStdString();
}

TEST_F(SongPictures, NamesLanesThatStillCompute) {
  auto* lane = new BusyLane(document, axis);
  stack->addLane("busy", lane, 40);
  EXPECT_TRUE(unfinished_lanes(*stack, whole).isEmpty()) << "it is not in the picture";
  whole.lanes << "busy";
  EXPECT_EQ(unfinished_lanes(*stack, whole), QStringList{lane->title()});
  lane->busy = false;
  EXPECT_TRUE(unfinished_lanes(*stack, whole).isEmpty());
}

TEST_F(SongPictures, TheDialogOffersWhatIsShown) {
  axis.setSelection(2, 4);
  PictureDialog dialog(*stack, axis, "song", "Piece");
  EXPECT_EQ(dialog.chosen().lanes, (QStringList{"beats", "chords"})) << "tempo is hidden";
  EXPECT_EQ(dialog.chosen().part, (TimeSpan{2, 4}));
  auto* part = dialog.findChild<QComboBox*>();
  part->setCurrentIndex(part->count() - 1);
  EXPECT_EQ(dialog.chosen().part, (TimeSpan{0, 20}));
  auto* lanes = dialog.findChild<QListWidget*>();
  lanes->item(0)->setCheckState(Qt::Unchecked);
  EXPECT_EQ(dialog.chosen().lanes, QStringList{"chords"});
  lanes->item(1)->setCheckState(Qt::Unchecked);
  for (const QAbstractButton* button : dialog.findChild<QDialogButtonBox*>()->buttons())
    EXPECT_EQ(button->isEnabled(), button->text().contains("Cancel"))
        << button->text().toStdString();
}

}  // namespace
}  // namespace tactus::ui
