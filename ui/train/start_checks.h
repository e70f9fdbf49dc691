// What can be wrong with a run before it starts, and the questions to the user.
#pragma once

#include <QString>

class QWidget;

namespace tactus::ui {

class TrainRun;

// Asks before a run that has results is replaced.
bool may_replace(const TrainRun& run, QWidget* parent);

enum class SongsCheck { kGood, kMissing, kCancelled };
// Counts the songs of a configuration, with paths relative to `folder`. Without a training song, or
// if a corpus cannot be read, gives kMissing with the reason in `fault`. Without a validation song,
// asks whether to start all the same.
SongsCheck check_songs(const QString& config_text, const QString& folder, QWidget* parent,
                       QString& fault);

}  // namespace tactus::ui
