#include "app/engine/songs/playlist.h"

#include <algorithm>
#include <charconv>
#include <fstream>
#include <iterator>
#include <string_view>

#include "app/engine/songs/text_encoding.h"
#include "audio/text.h"
#include "datasets/formats/format_types.h"

namespace tactus {

namespace fs = std::filesystem;

namespace {

constexpr std::string_view kFileAddress = "file://";

// "%20" is a blank.
std::string without_escapes(std::string_view text) {
  std::string plain;
  for (std::size_t i = 0; i < text.size(); ++i) {
    unsigned char code = 0;
    const char* digits = text.data() + i + 1;
    if (text[i] == '%' && i + 2 < text.size() &&
        std::from_chars(digits, digits + 2, code, 16).ptr == digits + 2) {
      plain += static_cast<char>(code);
      i += 2;
    } else {
      plain += text[i];
    }
  }
  return plain;
}

// The path in "file:///music/a.flac" or "file://localhost/music/a.flac".
std::string path_in(std::string_view address) {
  address.remove_prefix(kFileAddress.size());
  return without_escapes(address.substr(std::min(address.find('/'), address.size())));
}

fs::path existing_path(const fs::path& folder, const std::string& text) {
  std::string slashes = text;
  std::replace(slashes.begin(), slashes.end(), '\\', '/');
  std::error_code unknown;
  for (const std::string& spelling :
       {text, slashes, utf8_from_unknown(text), utf8_from_unknown(slashes)}) {
    if (fs::exists(folder / spelling, unknown)) return folder / spelling;
  }
  return folder / text;
}

PlaylistEntry entry_of(const fs::path& folder, std::string text, std::size_t line) {
  PlaylistEntry entry{std::move(text), line, false, {}};
  const bool file = lower_case(entry.text).starts_with(kFileAddress);
  entry.is_stream = !file && entry.text.find("://") != std::string::npos;
  if (!entry.is_stream) entry.path = existing_path(folder, file ? path_in(entry.text) : entry.text);
  return entry;
}

}  // namespace

std::vector<PlaylistEntry> load_playlist(const fs::path& path) {
  std::ifstream file(path, std::ios::binary);
  std::string text(std::istreambuf_iterator<char>(file), {});
  if (!file.is_open() || file.bad()) throw FormatError(path.string(), 0, 0, "cannot be read");
  if (text.starts_with("\xFF\xFE") || text.starts_with("\xFE\xFF"))
    throw FormatError(path.string(), 1, 0, "UTF-16 text, expected UTF-8");
  if (text.find('\0') != std::string::npos)
    throw FormatError(path.string(), 0, 0, "zero bytes, expected the lines of a playlist");
  if (text.starts_with("\xEF\xBB\xBF")) text.erase(0, 3);
  std::vector<PlaylistEntry> entries;
  std::size_t number = 0;
  for (std::size_t at = 0; at < text.size();) {
    const std::size_t end = std::min(text.find('\n', at), text.size());
    std::string line = text.substr(at, end - at);
    while (!line.empty() && (line.back() == '\r' || line.back() == ' ')) line.pop_back();
    ++number;
    at = end + 1;
    if (!line.empty() && !line.starts_with('#'))
      entries.push_back(entry_of(path.parent_path(), std::move(line), number));
  }
  return entries;
}

}  // namespace tactus
