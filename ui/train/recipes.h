// The configurations that Tactus ships, as beginnings of one's own.
#pragma once

#include <QString>

namespace tactus::ui {

// The file of a shipped recipe ("beats", "chords", "quick"), whether it is installed or not.
QString recipe_file(const QString& name);

// The recipe of a task ("beats", "chords"), "" where it is not installed.
QString recipe_text(const QString& task);

// The configuration of a file with its paths made absolute, so that it can be written elsewhere.
// Throws ConfigError.
QString configuration_of_file(const QString& path);

}  // namespace tactus::ui
