// The theme of the whole application.
#pragma once

class QApplication;

namespace tactus::ui {

enum class ThemeChoice { kSystem, kDark, kLight };
// Sets style, palette and style sheet of the application. kSystem: dark if the palette of the
// desktop is dark.
void apply_theme(QApplication& application, ThemeChoice choice);

}  // namespace tactus::ui
