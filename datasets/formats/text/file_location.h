// Paths of audio files as the URLs of DJ programs: "file://localhost/music/a%20b.flac".
#pragma once

#include <string>
#include <string_view>

namespace tactus {

// Encodes every byte except letters, digits and -._~/ as %XX. The colon of a drive ("C:/Music")
// stays; backslashes after a drive become slashes. The path should be absolute, because such a URL
// cannot be relative.
std::string location_of_path(std::string_view path);

// "%20" is a blank; malformed escapes stay unchanged.
std::string without_escapes(std::string_view text);
// Returns the path of a "file:///...", "file:/..." or "file://localhost/..." URL, "C:/..." for a
// drive; "" for another text, and for a file of another computer.
std::string path_of_location(std::string_view location);

}  // namespace tactus
