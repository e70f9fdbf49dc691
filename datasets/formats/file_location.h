// Paths of audio files as the URLs that DJ programs keep: "file://localhost/music/a%20b.flac".
#pragma once

#include <string>
#include <string_view>

namespace tactus {

// Every byte but letters, digits and -._~/ as %XX; the colon of a drive ("C:/Music") stays, and its
// backslashes become slashes. The path should be absolute: a URL cannot say anything else.
std::string location_of_path(std::string_view path);

// The path in a "file://HOST/..." URL, "C:/..." for a drive; "" for what is no such URL. Malformed
// escapes stay as they are.
std::string path_of_location(std::string_view location);

}  // namespace tactus
