// What people call the annotation formats.
#pragma once

#include <QString>

#include "datasets/formats/format.h"

namespace tactus::ui {

// "Audacity label track (.audacity.txt)"
QString format_title(Format format);

// The name of the command line, as it stands in format_info(): "audacity".
QString format_name(Format format);

}  // namespace tactus::ui
