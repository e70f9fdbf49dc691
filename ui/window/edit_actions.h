// The menus for editing: each command of the editor as an action with its shortcut.
#pragma once

#include <QList>
#include <QMenuBar>

namespace tactus::ui {

class AnnotatePage;

// Adds the menus Edit, Beats, Chords, Structure (keys and sections) and Cues to the bar and returns
// them. Their keys work in the whole window until keep_keys_in() (song_keys.h) has seen them:
// disable the menus while the page is hidden.
QList<QMenu*> add_edit_menus(QMenuBar& bar, AnnotatePage& page);

}  // namespace tactus::ui
