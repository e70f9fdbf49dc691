// What the program remembers between starts.
#pragma once

#include <QByteArray>
#include <QString>
#include <QStringList>

#include "ui/look/apply_theme.h"

namespace tactus::ui {

struct Settings {
  ThemeChoice theme = ThemeChoice::kSystem;
  QString language;  // a code of window_languages(); "" = as the system
  bool chord_symbols = true;
  bool snapping = true;
  bool show_onsets = false;
  bool show_doubt = false;
  bool least_sure_first = false;  // order of the side list
  double doubt_share = 0.2;       // of beats, bars, chords and keys, in the review
  double autosave_seconds = 4.0;
  QString device = QStringLiteral("auto");  // as `tactus tag --device`
  QStringList models;                       // as `tactus tag --model`; empty = shipped models
  QStringList recent_files;                 // latest first
  QString folder;                           // of the side list
  bool save_unasked = false;                // before another song opens
  QByteArray geometry;
  QByteArray window_state;
  bool operator==(const Settings&) const = default;
};

// Read and write the user's configuration (QSettings of the application).
Settings load_settings();
void save_settings(const Settings& settings);

// Puts the path first; keeps each path once and at most ten.
QStringList with_recent(QStringList recent, const QString& path);

}  // namespace tactus::ui
