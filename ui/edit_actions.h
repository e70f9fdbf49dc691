// The menus of everything that edits: each verb of the editor as an action with its shortcut.
#pragma once

#include <QMenuBar>

namespace tactus::ui {

class AnnotatePage;

// Adds the menus Edit, Beats, Chords and Structure (keys and sections) to the bar. Keys that lists
// and text fields need for themselves (arrows, Return) work while a lane has the focus, all others
// everywhere.
void add_edit_menus(QMenuBar& bar, AnnotatePage& page);

}  // namespace tactus::ui
