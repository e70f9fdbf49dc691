// The shipped configurations, as starting points for own ones.
#pragma once

#include <QString>

namespace tactus::ui {

// Returns the file of a shipped recipe ("beats", "chords", "quick"); it may not be installed.
QString recipe_file(const QString& name);

// Returns the configuration of a file with absolute paths, so that it can be saved elsewhere.
// Throws ConfigError.
QString configuration_of_file(const QString& path);

}  // namespace tactus::ui
