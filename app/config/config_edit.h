// Changes single values in the text of a configuration. Comments, order and spaces stay as the
// author wrote them.
#pragma once

#include <string>
#include <string_view>

namespace tactus {

// Returns the text with `path` ("seed" or "schedule.epochs": at most two levels) set to `value`.
// The value is YAML in one line; "" makes it empty. A missing key is added to its mapping, a
// missing mapping at the end. The result is read again, to make sure that only this value differs.
// Throws ConfigError if the text is not a configuration or the value cannot be set.
std::string with_config_value(const std::string& text, std::string_view path,
                              const std::string& value);

}  // namespace tactus
