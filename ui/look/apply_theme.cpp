#include "ui/look/apply_theme.h"

#include <QApplication>
#include <QPalette>

#include "ui/look/style.h"
#include "ui/look/theme.h"

namespace tactus::ui {
namespace {

QPalette palette_of(const Theme& theme) {
  QPalette palette;
  palette.setColor(QPalette::Window, theme.window);
  palette.setColor(QPalette::WindowText, theme.text);
  palette.setColor(QPalette::Base, theme.panel);
  palette.setColor(QPalette::AlternateBase, theme.window);
  palette.setColor(QPalette::Text, theme.text);
  palette.setColor(QPalette::PlaceholderText, theme.muted);
  palette.setColor(QPalette::Button, theme.raised);
  palette.setColor(QPalette::ButtonText, theme.text);
  palette.setColor(QPalette::BrightText, theme.differ);
  palette.setColor(QPalette::ToolTipBase, theme.raised);
  palette.setColor(QPalette::ToolTipText, theme.text);
  palette.setColor(QPalette::Highlight, theme.accent);
  palette.setColor(QPalette::HighlightedText, theme.on_accent);
  palette.setColor(QPalette::Link, theme.accent);
  palette.setColor(QPalette::Light, theme.raised.lighter(110));
  palette.setColor(QPalette::Mid, theme.line);
  palette.setColor(QPalette::Dark, theme.line);
  for (const auto role : {QPalette::WindowText, QPalette::Text, QPalette::ButtonText}) {
    palette.setColor(QPalette::Disabled, role, theme.muted);
  }
  return palette;
}

QString style_sheet(const Theme& theme) {
  return QStringLiteral(
             "QSplitter::handle { background: %1; }"
             // Shows in both themes which toggles are on and where the focus is.
             "QToolButton { border: 1px solid transparent; border-radius: 3px; padding: 2px 6px; }"
             "QToolButton:hover { background: %2; }"
             "QToolButton:checked { background: %4; border-color: %3; }"
             "QToolButton:focus { border-color: %3; }"
             "#popup { background: %2; border: 1px solid %1; }"
             "QToolBar { border: none; spacing: 4px; padding: 4px; }"
             "QStatusBar::item { border: none; }"
             "QHeaderView::section { padding: 4px; border: none; border-bottom: 1px solid %1; }"
             "QToolTip { padding: 4px; border: 1px solid %1; }")
      .arg(theme.line.name(), theme.raised.name(), theme.accent.name(),
           theme.selection.name(QColor::HexArgb));
}

}  // namespace

void apply_theme(QApplication& application, ThemeChoice choice) {
  application.setStyle(new TactusStyle);
  bool dark = choice == ThemeChoice::kDark;
  if (choice == ThemeChoice::kSystem) {
    application.setPalette(QPalette());
    dark = theme().dark;
  }
  const Theme& chosen = dark ? dark_theme() : light_theme();
  application.setPalette(palette_of(chosen));
  application.setStyleSheet(style_sheet(chosen));
}

}  // namespace tactus::ui
