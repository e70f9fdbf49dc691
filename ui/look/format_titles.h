// Names of the annotation formats for the user.
#pragma once

#include <QString>

#include "datasets/formats/format.h"

namespace tactus::ui {

// "Audacity label track (.audacity.txt)"
QString format_title(Format format);

// Returns the name in format_info(), as on the command line: "audacity".
QString format_name(Format format);

// "*.jams *.lab ...": the names of annotation files, for dialogs.
QString annotation_files();

}  // namespace tactus::ui
