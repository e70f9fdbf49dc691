// The menus for editing: each command of the editor as an action with its shortcut.
#pragma once

#include <QList>
#include <QMenuBar>

namespace tactus::ui {

class AnnotatePage;

// Adds the menus Edit, Beats, Chords and Structure (keys and sections) to the bar and returns them.
// Keys that lists and text fields need (arrows, Return) work while a lane has the focus. All other
// keys work in the whole window: disable the actions of the menus while the page is hidden.
QList<QMenu*> add_edit_menus(QMenuBar& bar, AnnotatePage& page);

}  // namespace tactus::ui
