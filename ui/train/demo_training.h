// The training that a beginner starts with one button: a small network learns the beats of five
// demo songs; the sixth is for validation.
#pragma once

#include <QString>

namespace tactus::ui {

// The folder for everything that this training writes, below the folder of runs.
QString demo_training_folder(const QString& runs);

// Copies the songs to `folder` (existing files stay), and returns the configuration of the next
// run: the recipe "quick" with songs, features and output in `folder`. No run there has this
// output. Throws InputError if the demo songs or the recipe are not installed, or `folder` cannot
// be written.
QString prepare_demo_training(const QString& folder);

}  // namespace tactus::ui
