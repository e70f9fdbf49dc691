// Writes values as YAML in one line.
#pragma once

#include <string>
#include <string_view>

#include "app/config/config_document.h"

namespace tactus {

std::string yaml_text(const ConfigNode& node);

// A scalar: plain if it reads back as the same text, else quoted.
std::string yaml_word(std::string_view text);
std::string quoted_yaml(std::string_view text);  // in double quotes

}  // namespace tactus
