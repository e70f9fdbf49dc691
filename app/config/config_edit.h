// Changes of single values in the text of a configuration that leave everything else as its author
// wrote it: comments, order, spaces.
#pragma once

#include <string>
#include <string_view>

namespace tactus {

// The text with `path` ("schedule.epochs" or "seed"; at most two levels) set to `value`, which is
// YAML in one line; "" = an empty value. A key that is not there is added to its mapping, a mapping
// that is not there to the end. The result is read again and differs in that value alone. Throws
// ConfigError when the text is no configuration or that cannot be done.
std::string with_config_value(const std::string& text, std::string_view path,
                              const std::string& value);

// The comment that stands behind a key's value, "" = none: "Hz".
std::string config_comment(const std::string& text, std::string_view path);

}  // namespace tactus
