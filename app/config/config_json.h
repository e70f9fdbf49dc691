// A configuration's mapping as JSON text, for parts of the program that keep their settings in that
// form.
#pragma once

#include <string>

#include "app/config/config_document.h"

namespace tactus {

// Unquoted numbers and true/false keep their type, everything else is a string.
std::string json_text(const ConfigDocument& document, const ConfigNode& node);

}  // namespace tactus
