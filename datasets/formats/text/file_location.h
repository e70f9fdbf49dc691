// Paths of audio files as the URLs of DJ programs: "file://localhost/music/a%20b.flac".
#pragma once

#include <string>
#include <string_view>

namespace tactus {

// Encodes every byte except letters, digits and -._~/ as %XX. The colon of a drive ("C:/Music")
// stays; backslashes after a drive become slashes. The path should be absolute, because such a URL
// cannot be relative.
std::string location_of_path(std::string_view path);

// Returns the path of a "file://HOST/..." URL, "C:/..." for a drive; "" for another text. Malformed
// escapes stay unchanged.
std::string path_of_location(std::string_view location);

}  // namespace tactus
