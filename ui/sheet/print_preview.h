// Shows pages as they will be printed, and prints them.
#pragma once

#include <QString>
#include <functional>

class QPagedPaintDevice;
class QWidget;

namespace tactus::ui {

inline constexpr double kPageMarginMm = 15.0;

// Paints pages `from` to `to`; 0 = all.
using PaintPages = std::function<void(QPagedPaintDevice& device, int from, int to)>;

// Returns when the person has closed the dialog. `title` names the job of the printer.
void preview_pages(QWidget& parent, const QString& title, const PaintPages& paint);

}  // namespace tactus::ui
