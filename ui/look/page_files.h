// What the pages share when they write pictures and tables where a person says.
#pragma once

#include <QString>

class QWidget;

namespace tactus::ui {

// Asks for a place, then writes the widget as it is seen, at twice its size. Says so when it
// cannot.
void save_picture(QWidget& widget, const QString& name);
void save_text(QWidget& parent, const QString& name, const QString& text, const QString& filter);

// "3 min 20 s", "1 h 5 min", "12 s"; a dash for what is not known.
QString duration_text(double seconds);

}  // namespace tactus::ui
