#include "ui/window/cue_menu.h"

#include <QAction>
#include <QColorDialog>
#include <QPixmap>

#include "model/editing/cue_edits.h"
#include "ui/annotate/annotate_page.h"
#include "ui/document/annotation_document.h"
#include "ui/document/annotation_editor.h"
#include "ui/sound_lanes/cue_marks.h"
#include "ui/timeline/lane_stack.h"

namespace tactus::ui {
namespace {

QIcon swatch(const QColor& colour) {
  QPixmap picture(16, 16);
  picture.fill(colour);
  return picture;
}

// The names of cue_palette().
QStringList palette_names() {
  return {CueMenu::tr("Red"),   CueMenu::tr("Orange"),  CueMenu::tr("Blue"), CueMenu::tr("Yellow"),
          CueMenu::tr("Green"), CueMenu::tr("Magenta"), CueMenu::tr("Cyan"), CueMenu::tr("Violet")};
}

// Changes the current cue, or the one at the cursor.
template <class Change>
void change_here(AnnotatePage& page, const Change& change) {
  AnnotationEditor& editor = page.editor();
  if (!page.document().isOpen() || !page.document().allowsEdits()) return;
  if (!editor.currentCue()) editor.chooseCueHere();
  const auto index = editor.currentCue();
  if (!index) {
    emit editor.message(CueMenu::tr("There is no cue at the cursor."));
    return;
  }
  Cue cue = page.document().annotation().cues[*index];
  if (change(cue)) editor.changeCue(*index, std::move(cue));
}

void fill_colours(QMenu& menu, AnnotatePage& page) {
  const auto add = [&](const QString& name, const QIcon& icon, int colour) {
    QAction* action = menu.addAction(icon, name);
    QObject::connect(action, &QAction::triggered, &page, [&page, colour] {
      change_here(page, [colour](Cue& cue) {
        cue.colour = colour;
        return true;
      });
    });
  };
  add(CueMenu::tr("That of its key"), {}, kNoColour);
  const QStringList names = palette_names();
  for (std::size_t i = 0; i < cue_palette().size(); ++i) {
    const int colour = cue_palette()[i];
    add(names[static_cast<qsizetype>(i)], swatch(QColor::fromRgb(static_cast<QRgb>(colour))),
        colour);
  }
  QAction* other = menu.addAction(CueMenu::tr("Other..."));
  QObject::connect(other, &QAction::triggered, &page, [&page] {
    change_here(page, [&page](Cue& cue) {
      const QColor chosen = QColorDialog::getColor(cue_colour(cue), &page);
      if (chosen.isValid()) cue.colour = static_cast<int>(chosen.rgb() & 0xFFFFFF);
      return chosen.isValid();
    });
  });
}

void fill_keys(QMenu& menu, AnnotationEditor& editor, Qt::KeyboardModifiers held,
               void (AnnotationEditor::*act)(int)) {
  for (int key = 1; key <= kCueKeys; ++key) {
    QAction* action = menu.addAction(CueMenu::tr("Cue %1").arg(key));
    action->setShortcut(QKeySequence(held | static_cast<Qt::Key>(Qt::Key_0 + key)));
    QObject::connect(action, &QAction::triggered, &editor,
                     [&editor, act, key] { (editor.*act)(key); });
  }
}

}  // namespace

CueMenu::CueMenu(AnnotatePage& page, QWidget* parent) : QMenu(tr("C&ues"), parent) {
  AnnotationEditor& editor = page.editor();
  fill_keys(*addMenu(tr("Set, or go to")), editor, Qt::ControlModifier,
            &AnnotationEditor::pressCueKey);
  fill_keys(*addMenu(tr("Delete")), editor, Qt::ControlModifier | Qt::ShiftModifier,
            &AnnotationEditor::deleteCueKey);
  const auto add = [&, this](const QString& text, const QKeySequence& keys, auto what) {
    QAction* action = addAction(text);
    action->setShortcut(keys);
    connect(action, &QAction::triggered, &editor, what);
  };
  addSeparator();
  add(tr("Set the next free cue"), Qt::CTRL | Qt::Key_9, [&editor] { editor.addCue(); });
  add(tr("Name cue..."), Qt::Key_F2, [&page] { page.askForCueName(); });
  fill_colours(*addMenu(tr("Colour")), page);
  addSeparator();
  add(tr("Next cue"), Qt::CTRL | Qt::SHIFT | Qt::Key_PageDown, [&editor] { editor.stepToCue(1); });
  add(tr("Previous cue"), Qt::CTRL | Qt::SHIFT | Qt::Key_PageUp,
      [&editor] { editor.stepToCue(-1); });
  addSeparator();
  add(tr("Sections become cues"), Qt::CTRL | Qt::SHIFT | Qt::Key_C,
      [&editor] { editor.takeSectionsAsCues(); });
}

}  // namespace tactus::ui
