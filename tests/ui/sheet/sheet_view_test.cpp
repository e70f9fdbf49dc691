#include "ui/sheet/sheet_view.h"

#include <QApplication>
#include <QLineEdit>
#include <QListWidget>
#include <QMenu>
#include <QScrollBar>
#include <QSettings>
#include <QSignalSpy>
#include <QSpinBox>
#include <QTest>

#include "tests/ui/support/mouse.h"
#include "tests/ui/support/open_song.h"
#include "tests/ui/support/sound_fixture.h"
#include "ui/playback/loop_commands.h"
#include "ui/playback/player.h"
#include "ui/sheet/sheet_files.h"
#include "ui/sheet/sheet_options.h"
#include "ui/sheet/sheet_page.h"

namespace tactus::ui {
namespace {

using tactus::test::kRate;

// A device whose time stands still.
class StillOutput : public AudioOutput {
 public:
  bool audible() const override { return true; }
  QString description() const override { return QStringLiteral("still"); }
  void start(int, Pull) override {}
  void stop() override {}
  double playedFrames() const override { return 0.0; }
};

// Bars begin at 0.5, 2.5, 4.5 ... with C, Am, F, G7 in turn; a chord changes half a second before
// its bar, in the middle of a beat's neighbour: at 2.0, 4.0 ...
class SheetViewTest : public test::OpenSong {
 protected:
  SheetViewTest() {
    Annotation song = piece();
    for (LabelledSegment& chord : song.chords) chord.start += 0.5, chord.end += 0.5;
    song.chords.front().start = 0.0;
    song.keys = {{0, 20, "C:major"}};
    document.open(scratch / "piece.wav", scratch / "piece.jams", song);
    player.setSound(tactus::test::song_of(tactus::test::tone(440, 0.5, 20.0, kRate), kRate));
    view.resize(900, 500);
    view.show();
    QApplication::setActiveWindow(&view);
    view.setFocus();
  }

  QPoint middle(std::size_t bar) const { return view.barRect(bar).center(); }
  QPoint begin_of(std::size_t bar) const {
    const QRect box = view.barRect(bar);
    return {box.left() + 12, box.center().y()};
  }
  void key(int key, Qt::KeyboardModifiers modifiers = {}) {
    QTest::keyClick(&view, static_cast<Qt::Key>(key), modifiers);
  }
  // Types into the open popup.
  void answer(const char* text) {
    auto* line = view.findChild<QLineEdit*>();
    ASSERT_TRUE(line && line->isVisible());
    line->setText(QString::fromUtf8(text));
    QTest::keyClick(line, Qt::Key_Return);
    EXPECT_FALSE(line->isVisible());
  }
  std::string chord_at(double time) const {
    return piece().chords[segment_at(piece().chords, time)].label;
  }

  Player player{axis, std::make_unique<StillOutput>()};
  SheetView view{editor, player};
};

TEST_F(SheetViewTest, AClickSeeks) {
  ASSERT_EQ(view.sheet().bars.size(), 10u);
  axis.setSelection(1, 2);
  QTest::mouseClick(view.viewport(), Qt::LeftButton, {}, begin_of(5));
  EXPECT_EQ(axis.cursor(), 10.5);
  EXPECT_TRUE(axis.selection().empty());
  EXPECT_EQ(editor.currentChord(), 5u) << "for the commands of the menus";
  QTest::mouseClick(view.viewport(), Qt::LeftButton, {}, middle(2));
  EXPECT_EQ(axis.cursor(), 4.5) << "the chord under the mouse begins with the bar";
  QTest::mouseClick(view.viewport(), Qt::LeftButton, {}, QPoint(450, 490));
  EXPECT_EQ(axis.cursor(), 4.5) << "below the last line is no bar";
}

TEST_F(SheetViewTest, ADragLoopsBars) {
  axis.setCursor(15.0);
  test::drag(*view.viewport(), middle(2), middle(1));
  EXPECT_EQ(axis.selection(), (TimeSpan{2.5, 6.5}));
  EXPECT_TRUE(axis.loop());
  EXPECT_EQ(axis.cursor(), 2.5) << "playback begins in the loop";
  key(Qt::Key_Escape);
  EXPECT_TRUE(axis.selection().empty());
}

TEST_F(SheetViewTest, KeysMoveByBarLineAndChord) {
  axis.setCursor(0.0);
  key(Qt::Key_Right);
  EXPECT_EQ(axis.cursor(), 0.5) << "the first bar";
  key(Qt::Key_Right);
  EXPECT_EQ(axis.cursor(), 2.5);
  key(Qt::Key_Down);
  EXPECT_EQ(axis.cursor(), 10.5);
  key(Qt::Key_Up);
  key(Qt::Key_Left);
  EXPECT_EQ(axis.cursor(), 0.5);
  key(Qt::Key_Left);
  EXPECT_EQ(axis.cursor(), 0.5);
  key(Qt::Key_End);
  EXPECT_EQ(axis.cursor(), 18.5);
  key(Qt::Key_Left, Qt::ControlModifier);
  EXPECT_EQ(axis.cursor(), 16.5);
  key(Qt::Key_Right, Qt::ShiftModifier);
  EXPECT_EQ(axis.selection(), (TimeSpan{16.5, 18.5}));
  key(Qt::Key_Left, Qt::ShiftModifier);
  key(Qt::Key_Left, Qt::ShiftModifier);
  EXPECT_EQ(axis.selection(), (TimeSpan{12.5, 18.5}));
  EXPECT_TRUE(axis.loop());
}

TEST_F(SheetViewTest, ReturnCorrectsTheChordAndUndoRestoresIt) {
  const Annotation before = piece();
  axis.setCursor(4.6);
  axis.setSelection(0.5, 8.5);  // the loop that a musician practises is not what is named
  key(Qt::Key_Return);
  answer("Dm7");
  EXPECT_EQ(chord_at(5.0), "D:min7");
  EXPECT_EQ(chord_at(3.0), "A:min");
  EXPECT_EQ(chord_at(7.0), "G:7");
  EXPECT_EQ(piece().chords.size(), before.chords.size()) << "no slivers";
  EXPECT_EQ(view.sheet().bars[2].symbols[0].symbol.text(), "Dm7");
  document.undoStack().undo();
  EXPECT_EQ(piece().chords, before.chords);
  EXPECT_EQ(view.sheet().bars[2].symbols[0].symbol.text(), "F");
}

TEST_F(SheetViewTest, ADoubleClickOnABeatSplitsTheChordThere) {
  const QRectF beat = view.sheetLayout().beatRect({1, 2});
  const QPoint at = view.barRect(1).topLeft() +
                    (beat.center() - view.sheetLayout().barRect(1).topLeft()).toPoint();
  QTest::mouseDClick(view.viewport(), Qt::LeftButton, {}, at);
  answer("E7");
  EXPECT_EQ(chord_at(3.0), "A:min");
  EXPECT_EQ(chord_at(3.6), "E:7");
  EXPECT_EQ(chord_at(4.4), "E:7");
  EXPECT_EQ(chord_at(4.6), "F:maj");
}

TEST_F(SheetViewTest, ACapitalLetterBeginsAName) {
  axis.setCursor(2.6);
  key(Qt::Key_D, Qt::ShiftModifier);
  auto* line = view.findChild<QLineEdit*>();
  ASSERT_TRUE(line->isVisible());
  EXPECT_EQ(line->text(), "D");
  answer("D");
  EXPECT_EQ(chord_at(3.0), "D:maj");
}

TEST_F(SheetViewTest, ATransposedSheetIsReadAndWrittenAsItIsSeen) {
  hear_chord("D:min");
  view.setTransposition({3, 1});
  EXPECT_EQ(view.sheet().bars[0].symbols[0].symbol.text(), "D");
  EXPECT_EQ(chord_at(1.0), "C:maj") << "the annotation stays";
  axis.setCursor(0.5);
  key(Qt::Key_Return);
  auto* line = view.findChild<QLineEdit*>();
  EXPECT_EQ(line->text(), "D");
  EXPECT_TRUE(view.findChild<QListWidget*>()->item(0)->text().startsWith("Em"));
  answer("F#m7");
  EXPECT_EQ(chord_at(1.0), "E:min7");
  EXPECT_EQ(view.sheet().bars[0].symbols[0].symbol.text(), QStringLiteral("F#m7"));
}

TEST_F(SheetViewTest, ACheckedSongIsNotAsked) {
  document.setChecked(true);
  QSignalSpy refused(&document, &AnnotationDocument::refused);
  axis.setCursor(2.6);
  key(Qt::Key_Return);
  EXPECT_EQ(refused.count(), 1);
  EXPECT_FALSE(view.findChild<QLineEdit*>()->isVisible());
}

TEST_F(SheetViewTest, TheSoundingChordIsLit) {
  axis.setCursor(4.6);
  const QImage still = view.grab().toImage();
  player.play();
  ASSERT_TRUE(player.playing());
  const QImage playing = view.grab().toImage();
  EXPECT_NE(still.copy(view.barRect(2)), playing.copy(view.barRect(2)));
  EXPECT_EQ(still.copy(view.barRect(6)), playing.copy(view.barRect(6)));
  axis.setCursor(12.6);
  const QImage later = view.grab().toImage();
  EXPECT_NE(playing.copy(view.barRect(6)), later.copy(view.barRect(6)));
  EXPECT_NE(playing.copy(view.barRect(2)), later.copy(view.barRect(2)));
  EXPECT_TRUE(view.accessibleDescription().contains("Bar 7: F"));
}

TEST_F(SheetViewTest, ThePageFollowsThePlayer) {
  view.setSymbolSize(120);
  view.verticalScrollBar()->setValue(0);
  player.play();
  axis.setCursor(15.0);
  const QRect bar = view.barRect(7);
  EXPECT_GE(bar.top(), 0);
  EXPECT_LE(bar.bottom(), view.viewport()->height());
  EXPECT_LT(bar.top(), view.viewport()->height() / 2) << "what comes next is in view";
  player.setFollowing(false);
  axis.setCursor(0.6);
  EXPECT_EQ(view.barRect(7), bar);
}

TEST_F(SheetViewTest, AHiddenSheetIsMadeWhenItIsShown) {
  view.hide();
  Annotation next = piece();
  next.chords.front().label = "E:maj";
  document.edit("edit", next);
  EXPECT_EQ(view.sheet().bars[0].symbols[0].symbol.text(), "C");
  view.show();
  EXPECT_EQ(view.sheet().bars[0].symbols[0].symbol.text(), "E");
}

TEST_F(SheetViewTest, WithoutBeatsOneSentenceSaysWhatToDo) {
  Annotation next = piece();
  next.beats.clear();
  document.edit("edit", next);
  EXPECT_TRUE(view.sheet().bars.empty());
  EXPECT_TRUE(view.accessibleDescription().contains("no beats"));
  for (const int any : {Qt::Key_Right, Qt::Key_Return, Qt::Key_Up, Qt::Key_End}) key(any);
  QTest::mouseClick(view.viewport(), Qt::LeftButton, {}, QPoint(100, 100));
  document.close();
  EXPECT_TRUE(view.sheet().hint.contains("No song"));
}

// ---- the page

class SheetPageTest : public SheetViewTest {
 protected:
  LoopCommands loops{editor};
  PlaybackBar bar{axis, player, loops};
  SheetPage page{editor, player, bar.actions()};
  QList<QSpinBox*> spins() const { return page.findChildren<QSpinBox*>(); }
};

TEST_F(SheetPageTest, ATranspositionBelongsToItsSong) {
  const Annotation song = piece();
  document.open(scratch / "one.wav", scratch / "one.jams", song);
  spins()[0]->setValue(-3);
  spins()[1]->setValue(2);
  EXPECT_EQ(page.view().transposition(), (Transposition{-3, 2}));
  document.open(scratch / "two.wav", scratch / "two.jams", song);
  EXPECT_EQ(page.view().transposition(), (Transposition{0, 0}));
  document.open(scratch / "one.wav", scratch / "one.jams", song);
  EXPECT_EQ(page.view().transposition(), (Transposition{-3, 2}));
  EXPECT_EQ(spins()[0]->value(), -3);
  EXPECT_EQ(piece().chords, song.chords);
}

TEST_F(SheetPageTest, SizesAreRemembered) {
  page.zoom(0);
  const int usual = page.view().symbolSize();
  page.zoom(1.5);
  EXPECT_GT(page.view().symbolSize(), usual);
  SheetPage again(editor, player, bar.actions());
  EXPECT_EQ(again.view().symbolSize(), page.view().symbolSize());
  page.zoom(0);
  EXPECT_EQ(page.view().symbolSize(), usual);
}

// The head grows with the diagrams, and the bars still lie where they are painted.
TEST_F(SheetViewTest, DiagramsAndLyricsMoveTheBars) {
  const int before = view.barRect(0).top();
  view.setStyle({.diagrams = ChordDiagrams::kGuitar});
  EXPECT_GT(view.barRect(0).top(), before + view.symbolSize());
  ASSERT_EQ(view.sheet().diagrams.size(), 4u);
  const QImage picture = view.grab().toImage();
  int dark = 0;  // between head and first line
  for (int y = before; y < view.barRect(0).top() - 20; ++y)
    for (int x = 0; x < picture.width(); ++x)
      dark += picture.pixelColor(x, y).lightness() != picture.pixelColor(1, 1).lightness() ? 1 : 0;
  EXPECT_GT(dark, 500);
  Lyrics lyrics;
  lyrics.lines = {{0.5, 2.0, {{0.5, 2.0, "words"}}}};
  view.setLyrics(lyrics);
  EXPECT_EQ(view.sheet().bars[0].words.size(), 1u);
  view.setStyle({.lyrics = false});
  EXPECT_TRUE(view.sheet().bars[0].words.empty());
}

TEST_F(SheetViewTest, TheStyleIsRemembered) {
  QSettings().clear();
  {
    SheetOptions options;
    options.setStyle({ChordNames::kGerman, true, ChordDiagrams::kUkulele, false, 2});
  }
  EXPECT_EQ(SheetOptions().style(),
            (SheetStyle{ChordNames::kGerman, true, ChordDiagrams::kUkulele, false, 2}));
  QMenu menu;
  SheetOptions options;
  options.fill(menu, true);
  QSignalSpy changed(&options, &SheetOptions::changed);
  for (QAction* action : menu.actions())
    if (action->text() == "Next diagrams") action->trigger();
  EXPECT_EQ(options.style().diagrams, ChordDiagrams::kPiano);
  EXPECT_EQ(changed.count(), 1);
  QSettings().clear();
}

}  // namespace
}  // namespace tactus::ui
