// Shared functions of the pages that save pictures and tables to a chosen file.
#pragma once

#include <QByteArray>
#include <QString>

class QWidget;

namespace tactus::ui {

// Saves the bytes and returns true; a file that Tactus did not write stays as NAME.orig. Shows a
// message on error.
bool save_bytes(QWidget& parent, const QString& path, const QByteArray& bytes);
// Asks for a file and saves the widget at twice its size. Shows a message on error.
void save_picture(QWidget& widget, const QString& name);
void save_text(QWidget& parent, const QString& name, const QString& text, const QString& filter);

// "3 min 20 s", "1 h 5 min", "12 s"; a dash for an unknown duration.
QString duration_text(double seconds);

}  // namespace tactus::ui
