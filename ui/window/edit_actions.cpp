#include "ui/window/edit_actions.h"

#include <QCoreApplication>
#include <QUndoStack>
#include <algorithm>
#include <cmath>
#include <numeric>

#include "model/editing/reading_edits.h"
#include "model/meter.h"
#include "ui/annotate/annotate_page.h"
#include "ui/document/annotation_document.h"
#include "ui/document/annotation_editor.h"
#include "ui/document/review_session.h"
#include "ui/timeline/lane_stack.h"
#include "ui/window/cue_menu.h"

namespace tactus::ui {
namespace {

// Adds actions to a menu, one line each.
class MenuMaker {
 public:
  MenuMaker(QMenu* menu, AnnotatePage& page) : menu_(menu), page_(page) {}

  template <class Do>
  QAction* add(const QString& text, const QKeySequence& keys, Do what) {
    QAction* action = menu_->addAction(text);
    action->setShortcut(keys);
    QObject::connect(action, &QAction::triggered, &page_.editor(), what);
    return action;
  }
  // Keys with Ctrl or Alt that lists need, too. Those without are kept in the lanes anyway
  // (song_keys.h).
  template <class Do>
  QAction* addForLanes(const QString& text, const QKeySequence& keys, Do what) {
    QAction* action = add(text, keys, what);
    action->setShortcutContext(Qt::WidgetWithChildrenShortcut);
    page_.lanes().addAction(action);
    return action;
  }
  void line() { menu_->addSeparator(); }

 private:
  QMenu* menu_;
  AnnotatePage& page_;
};

QString tr(const char* text) {
  return QCoreApplication::translate("tactus::ui", text);
}

void fill_edit_menu(QMenu* menu, AnnotatePage& page) {
  AnnotationEditor& editor = page.editor();
  QUndoStack& stack = page.document().undoStack();
  MenuMaker maker(menu, page);
  // As QUndoStack::createUndoAction makes them, but the editor shows what a step has changed.
  QAction* undo = maker.add(tr("Undo"), QKeySequence::Undo, [&editor] { editor.undo(); });
  QAction* redo = maker.add(tr("Redo"), {}, [&editor] { editor.redo(); });
  redo->setShortcuts(
      {QKeySequence(Qt::CTRL | Qt::SHIFT | Qt::Key_Z), QKeySequence(Qt::CTRL | Qt::Key_Y)});
  const auto refresh = [undo, redo, &stack] {
    undo->setEnabled(stack.canUndo());
    redo->setEnabled(stack.canRedo());
    undo->setText((tr("Undo") + ' ' + stack.undoText()).trimmed());
    redo->setText((tr("Redo") + ' ' + stack.redoText()).trimmed());
  };
  for (const auto changed : {&QUndoStack::undoTextChanged, &QUndoStack::redoTextChanged})
    QObject::connect(&stack, changed, undo, refresh);
  for (const auto changed : {&QUndoStack::canUndoChanged, &QUndoStack::canRedoChanged})
    QObject::connect(&stack, changed, undo, refresh);
  refresh();
  maker.line();
  maker.add(tr("Delete"), QKeySequence::Delete, [&editor] { editor.deleteCurrent(); });
  maker.add(tr("Later by 10 ms"), Qt::Key_Right, [&editor] { editor.nudge(10); });
  maker.add(tr("Earlier by 10 ms"), Qt::Key_Left, [&editor] { editor.nudge(-10); });
  maker.add(tr("Later by 1 ms"), Qt::SHIFT | Qt::Key_Right, [&editor] { editor.nudge(1); });
  maker.add(tr("Earlier by 1 ms"), Qt::SHIFT | Qt::Key_Left, [&editor] { editor.nudge(-1); });
  maker.line();
  maker.add(tr("Select all"), QKeySequence::SelectAll,
            [&page] { page.axis().setSelection(0.0, page.axis().duration()); });
  maker.add(tr("Select nothing"), Qt::CTRL | Qt::SHIFT | Qt::Key_A,
            [&page] { page.axis().clearSelection(); });
  maker.line();
  maker.add(tr("Go to time or bar..."), Qt::CTRL | Qt::Key_G, [&page] { page.askForPlace(); });
  maker.add(tr("Next doubtful place"), Qt::Key_D, [&page] { page.review().goToNext(); });
  maker.add(tr("Most doubtful place"), Qt::SHIFT | Qt::Key_D,
            [&page] { page.review().goToWorst(); });
  maker.line();
  QAction* checked = maker.add(tr("Checked (locked)"), Qt::CTRL | Qt::Key_L, [] {});
  checked->setCheckable(true);
  AnnotationDocument& document = page.document();
  QObject::connect(checked, &QAction::triggered, &document, &AnnotationDocument::setChecked);
  QObject::connect(&document, &AnnotationDocument::stateChanged, checked, [checked, &document] {
    checked->setChecked(document.isChecked());
    checked->setEnabled(document.isOpen());
  });
}

void fill_grid_menu(QMenu* menu, AnnotatePage& page) {
  AnnotationEditor& editor = page.editor();
  MenuMaker maker(menu, page);
  maker.add(tr("Set tempo..."), Qt::CTRL | Qt::Key_B, [&page] { page.askForTempo(); });
  maker.add(tr("One constant tempo"), Qt::CTRL | Qt::SHIFT | Qt::Key_G,
            [&editor] { editor.makeConstant(); });
  maker.line();
  const auto add_shift = [&](const QString& text, const QKeySequence& keys, double milliseconds) {
    maker.add(text, keys, [&editor, milliseconds] { editor.shiftGrid(milliseconds); });
  };
  add_shift(tr("All beats later by 10 ms"), Qt::ALT | Qt::Key_Right, 10);
  add_shift(tr("All beats earlier by 10 ms"), Qt::ALT | Qt::Key_Left, -10);
  add_shift(tr("All beats later by 1 ms"), Qt::ALT | Qt::SHIFT | Qt::Key_Right, 1);
  add_shift(tr("All beats earlier by 1 ms"), Qt::ALT | Qt::SHIFT | Qt::Key_Left, -1);
  maker.line();
  maker.add(tr("This is a beat, tempo from here..."), Qt::CTRL | Qt::ALT | Qt::Key_B,
            [&page] { page.askForTempoFrom(); });
  maker.add(tr("Stretch the nearest beat to the cursor"), Qt::CTRL | Qt::SHIFT | Qt::Key_B,
            [&editor] { editor.stretchToCursor(); });
  maker.add(tr("Anchor, or release, this beat"), Qt::Key_A, [&editor] { editor.toggleAnchor(); });
}

// "133.0 BPM in 4, off-beats, 12 %". Says where bars begin if that is all that differs.
QString reading_text(const Reading& reading, const std::vector<Reading>& all, int division) {
  QString text = tr("%L1 BPM").arg(reading.bpm, 0, 'f', 1);
  const QString meter = QString::fromStdString(name_of({reading.meter, division}));
  if (reading.meter > 0) text = tr("%1 in %2").arg(text, meter);
  if (reading.off_beats) text = tr("%1, off-beats").arg(text);
  const bool by_bars = std::ranges::count_if(all, [&](const Reading& other) {
                         return other.bpm == reading.bpm && other.meter == reading.meter &&
                                other.off_beats == reading.off_beats;
                       }) > 1;
  if (by_bars) text = tr("%1, beat one at %L2 s").arg(text).arg(reading.first_downbeat, 0, 'f', 2);
  return tr("%1, %2 %").arg(text).arg(std::lround(100.0 * reading.score));
}

void fill_reading_menu(QMenu* menu, AnnotatePage& page) {
  menu->clear();
  const std::vector<Reading>& readings = page.document().annotation().readings;
  const auto present = reading_of(page.document().gridBeats(), readings);
  std::vector<std::size_t> order(readings.size());
  std::iota(order.begin(), order.end(), 0);
  std::stable_partition(order.begin(), order.end(), [&](std::size_t i) { return present == i; });
  for (const std::size_t i : order) {
    const int division = present == i ? meter_of(page.document().annotation().beats).division : 2;
    QAction* action = menu->addAction(reading_text(readings[i], readings, division));
    action->setToolTip(tr("Replaces the beats and bars of the whole song. Undo takes it back."));
    action->setCheckable(true);
    action->setChecked(present == i);
    AnnotationEditor* editor = &page.editor();
    QObject::connect(action, &QAction::triggered, editor, [editor, i] { editor->takeReading(i); });
  }
  if (readings.empty())
    menu->addAction(tr("This song has no other readings: only tagging finds them"))
        ->setEnabled(false);
}

void add_reading_menu(QMenu* menu, AnnotatePage& page) {
  menu->setToolTipsVisible(true);
  QObject::connect(menu, &QMenu::aboutToShow, menu,
                   [menu, &page] { fill_reading_menu(menu, page); });
  fill_reading_menu(menu, page);
}

void fill_meter_menu(QMenu* menu, AnnotatePage& page, Qt::KeyboardModifiers with,
                     void (AnnotationEditor::*set)(const Meter&)) {
  AnnotationEditor& editor = page.editor();
  MenuMaker maker(menu, page);
  const auto add = [&](const Meter& meter, const QKeySequence& keys) {
    maker.add(QString::fromStdString(name_of(meter)), keys,
              [&editor, meter, set] { (editor.*set)(meter); });
  };
  for (int beats = 2; beats <= 9; ++beats)
    add({beats}, QKeySequence(with | static_cast<Qt::Key>(Qt::Key_0 + beats)));
  maker.line();
  for (const int beats : {2, 3, 4}) add({beats, kCompound}, {});
}

void fill_beat_menu(QMenu* menu, AnnotatePage& page) {
  AnnotationEditor& editor = page.editor();
  MenuMaker maker(menu, page);
  maker.add(tr("Add beat at the cursor"), Qt::Key_B, [&editor] { editor.addBeat(); });
  maker.add(tr("Tap beat"), Qt::Key_T, [&editor] { editor.tapBeat(); });
  maker.add(tr("Find beats again around mine"), Qt::Key_F5, [&editor] { editor.redecode(); });
  maker.line();
  maker.add(tr("This is beat one"), Qt::Key_1, [&editor] { editor.beginBarHere(); });
  // Where brackets need AltGr (German, French), the keys of < and > do the same.
  const auto add_both = [&](const QString& text, Qt::Key key, Qt::Key or_key,
                            Qt::KeyboardModifiers with, auto what) {
    maker.add(text, {}, what)
        ->setShortcuts({QKeySequence(with | key), QKeySequence(with | Qt::ShiftModifier | or_key)});
  };
  add_both(tr("Bars one beat later"), Qt::Key_BracketRight, Qt::Key_Period, {},
           [&editor] { editor.shiftBars(1); });
  add_both(tr("Bars one beat earlier"), Qt::Key_BracketLeft, Qt::Key_Comma, {},
           [&editor] { editor.shiftBars(-1); });
  fill_meter_menu(menu->addMenu(tr("Beats per bar")), page, Qt::AltModifier,
                  &AnnotationEditor::setMeter);
  fill_meter_menu(menu->addMenu(tr("Beats per bar, whole song")), page,
                  Qt::AltModifier | Qt::ShiftModifier, &AnnotationEditor::setMeterOfSong);
  maker.line();
  maker.add(tr("Double tempo"), Qt::CTRL | Qt::Key_Up, [&editor] { editor.doubleTempo(); });
  maker.add(tr("Half tempo"), Qt::CTRL | Qt::Key_Down, [&editor] { editor.halveTempo(); });
  add_both(tr("Half a beat later"), Qt::Key_BracketRight, Qt::Key_Period, Qt::ControlModifier,
           [&editor] { editor.shiftHalfBeat(true); });
  add_both(tr("Half a beat earlier"), Qt::Key_BracketLeft, Qt::Key_Comma, Qt::ControlModifier,
           [&editor] { editor.shiftHalfBeat(false); });
  maker.add(tr("Yes to the line on top"), Qt::Key_0,
            [&page] { page.review().takeSongCorrection(); });
  add_reading_menu(menu->addMenu(tr("Reading")), page);
  fill_grid_menu(menu->addMenu(tr("Tempo grid")), page);
  maker.line();
  maker.addForLanes(tr("Next beat"), Qt::CTRL | Qt::Key_Right, [&editor] { editor.stepToBeat(1); });
  maker.addForLanes(tr("Previous beat"), Qt::CTRL | Qt::Key_Left,
                    [&editor] { editor.stepToBeat(-1); });
}

void fill_chord_menu(QMenu* menu, AnnotatePage& page) {
  AnnotationEditor& editor = page.editor();
  MenuMaker maker(menu, page);
  maker.add(tr("Name..."), Qt::Key_Return,
            [&page, &editor] { page.askForName(editor.activeLayer()); });
  maker.add(tr("Split at the cursor"), Qt::Key_S, [&editor] { editor.splitSegment(); });
  maker.add(tr("Merge"), Qt::Key_M, [&editor] { editor.mergeSegments(); });
  maker.line();
  maker.add(tr("Copy chords"), QKeySequence::Copy, [&editor] { editor.copyChords(); });
  maker.add(tr("Paste chords"), QKeySequence::Paste, [&editor] { editor.pasteChords(); });
  maker.add(tr("Repeat the selected chords"), Qt::CTRL | Qt::Key_R,
            [&editor] { editor.repeatChords(1); });
  maker.line();
  maker.addForLanes(tr("Next chord"), Qt::CTRL | Qt::SHIFT | Qt::Key_Right,
                    [&editor] { editor.stepToSegment(SegmentLayer::kChords, 1); });
  maker.addForLanes(tr("Previous chord"), Qt::CTRL | Qt::SHIFT | Qt::Key_Left,
                    [&editor] { editor.stepToSegment(SegmentLayer::kChords, -1); });
}

void fill_structure_menu(QMenu* menu, AnnotatePage& page) {
  AnnotationEditor& editor = page.editor();
  MenuMaker maker(menu, page);
  const auto add_layer = [&](SegmentLayer layer, const QString& begins, const QString& name,
                             const QString& next, const QString& previous, Qt::Key key,
                             Qt::KeyboardModifiers with) {
    maker.add(begins, key, [&page, layer] { page.askToBegin(layer); });
    maker.add(name, Qt::SHIFT | key, [&page, layer] { page.askForName(layer); });
    maker.add(next, with | Qt::Key_PageDown, [&editor, layer] { editor.stepToSegment(layer, 1); });
    maker.add(previous, with | Qt::Key_PageUp,
              [&editor, layer] { editor.stepToSegment(layer, -1); });
    maker.line();
  };
  add_layer(SegmentLayer::kSections, tr("A section begins here..."), tr("Name section..."),
            tr("Next section"), tr("Previous section"), Qt::Key_H, Qt::NoModifier);
  add_layer(SegmentLayer::kKeys, tr("A key begins here..."), tr("Name key..."), tr("Next key"),
            tr("Previous key"), Qt::Key_J, Qt::ShiftModifier);
  maker.add(tr("Write a note..."), Qt::Key_N, [&page] { page.askForNote(); });
  maker.addForLanes(tr("Next note"), Qt::ALT | Qt::Key_PageDown,
                    [&editor] { editor.stepToNote(1); });
  maker.addForLanes(tr("Previous note"), Qt::ALT | Qt::Key_PageUp,
                    [&editor] { editor.stepToNote(-1); });
  maker.line();
  // The menu of chords has their keys; they act on the last chosen layer.
  maker.add(tr("Split at the cursor"), {}, [&editor] { editor.splitSegment(); });
  maker.add(tr("Merge"), {}, [&editor] { editor.mergeSegments(); });
  maker.add(tr("Delete"), {}, [&editor] { editor.deleteCurrent(); });
}

}  // namespace

QList<QMenu*> add_edit_menus(QMenuBar& bar, AnnotatePage& page) {
  QMenu* edit = bar.addMenu(tr("&Edit"));
  fill_edit_menu(edit, page);
  QMenu* beats = bar.addMenu(tr("&Beats"));
  QMenu* chords = bar.addMenu(tr("&Chords"));
  fill_beat_menu(beats, page);
  fill_chord_menu(chords, page);
  QMenu* structure = bar.addMenu(tr("&Structure"));
  fill_structure_menu(structure, page);
  auto* cues = new CueMenu(page, &bar);
  bar.addMenu(cues);
  page.setContextMenus(beats, chords, structure, cues);
  return {edit, beats, chords, structure, cues};
}

}  // namespace tactus::ui
