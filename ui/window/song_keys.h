// Which keys of the menus work where.
#pragma once

#include <QMenu>

namespace tactus::ui {

// Keys without Ctrl or Alt (letters, digits, F5, Delete, Return, arrows) work only while the focus
// is in one of the views: in a list a letter finds an entry, in a field it is text. Those of the
// playback bar work in the bar, too. Space and media keys work in the whole window.
void keep_keys_in(const QList<QWidget*>& views, const QMenu& menu);

// Enables or disables a menu of the menu bar. A disabled one leaves its letter (Alt+S) to the page.
void enable_menu(QMenu& menu, bool on);

}  // namespace tactus::ui
