#include "app/engine/songs/playlist.h"

#include <algorithm>
#include <charconv>
#include <fstream>
#include <iterator>
#include <optional>
#include <string_view>

#include "app/engine/songs/similar_path.h"
#include "audio/text.h"
#include "datasets/formats/interface/format_functions.h"
#include "datasets/formats/text/file_location.h"
#include "datasets/formats/text/text_encoding.h"
#include "datasets/formats/text/xml_file.h"

namespace tactus {

namespace fs = std::filesystem;

namespace {

constexpr std::string_view kFileAddress = "file://";

fs::path existing_path(const fs::path& folder, const std::string& text) {
  std::string slashes = text;
  std::replace(slashes.begin(), slashes.end(), '\\', '/');
  std::vector<std::string> spellings = {text};
  for (const std::string& other : {slashes, utf8_from_unknown(text), utf8_from_unknown(slashes)})
    if (std::ranges::find(spellings, other) == spellings.end()) spellings.push_back(other);
  std::error_code unknown;
  for (const std::string& spelling : spellings)
    if (fs::exists(folder / spelling, unknown)) return folder / spelling;
  for (const std::string& spelling : spellings)
    if (const SimilarPath similar = similar_path(folder / spelling);
        !similar.note.empty() || !similar.fault.empty())
      return folder / spelling;
  return folder / text;
}

PlaylistEntry entry_of(const fs::path& folder, std::string text, std::size_t line) {
  PlaylistEntry entry{std::move(text), line, false, {}};
  const bool file = lower_case(entry.text).starts_with(kFileAddress);
  entry.is_stream = !file && entry.text.find("://") != std::string::npos;
  const std::string local = path_of_location(entry.text);
  if (!entry.is_stream) entry.path = existing_path(folder, local.empty() ? entry.text : local);
  return entry;
}

struct ListLine {
  std::string text;
  std::size_t number;  // from 1
};

std::vector<ListLine> list_lines(const std::string& text) {
  std::vector<ListLine> lines;
  std::size_t number = 0;
  for (std::size_t at = 0; at < text.size();) {
    const std::size_t end = std::min(text.find_first_of("\r\n", at), text.size());
    lines.push_back({std::string(trimmed(text.substr(at, end - at), " \t")), ++number});
    at = end + (text.compare(end, 2, "\r\n") == 0 ? 2 : 1);
  }
  return lines;
}

// M3U: a path in each line; those that begin with # are comments, such as #EXTINF.
std::vector<ListLine> m3u_entries(const std::string& text, const std::string&) {
  std::vector<ListLine> lines = list_lines(text);
  std::erase_if(lines,
                [](const ListLine& line) { return line.text.empty() || line.text[0] == '#'; });
  return lines;
}

// PLS: "File1=PATH" between other entries, such as "Title1=NAME".
std::vector<ListLine> pls_entries(const std::string& text, const std::string&) {
  std::vector<ListLine> entries;
  for (ListLine& line : list_lines(text)) {
    const std::size_t equal = line.text.find('=');
    if (equal == std::string::npos || !lower_case(line.text).starts_with("file")) continue;
    line.text = trimmed(line.text.substr(equal + 1), " \t");
    if (!line.text.empty()) entries.push_back(std::move(line));
  }
  return entries;
}

// XSPF: <track><location>ADDRESS</location></track>; an address without a scheme starts from the
// folder of the list.
std::vector<ListLine> xspf_entries(const std::string& text, const std::string& name) {
  Notes unwanted;
  const FormatInput input{text, name, &unwanted};
  const XmlFile file(input);
  std::vector<ListLine> entries;
  for (const pugi::xml_node element : file.elements()) {
    if (std::string_view(element.name()) != "location" ||
        std::string_view(element.parent().name()) != "track")
      continue;
    const std::string address(trimmed(element.text().get()));
    const bool scheme = address.find("://") != std::string::npos;
    if (!address.empty())
      entries.push_back({scheme ? address : without_escapes(address), file.line_of(element)});
  }
  return entries;
}

struct PlaylistKind {
  std::string_view ending;
  std::vector<ListLine> (*entries)(const std::string& text, const std::string& name);
};
constexpr PlaylistKind kKinds[] = {
    {".m3u", m3u_entries}, {".m3u8", m3u_entries}, {".pls", pls_entries}, {".xspf", xspf_entries}};

const PlaylistKind* kind_of(const fs::path& path) {
  const std::string ending = lower_case(path.extension().string());
  const auto* found = std::ranges::find(kKinds, ending, &PlaylistKind::ending);
  return found == std::end(kKinds) ? nullptr : found;
}

}  // namespace

bool is_playlist(const fs::path& file) {
  return kind_of(file) != nullptr;
}

std::vector<PlaylistEntry> load_playlist(const fs::path& path) {
  std::ifstream file(path, std::ios::binary);
  std::string text(std::istreambuf_iterator<char>(file), {});
  if (!file.is_open() || file.bad()) throw FormatError(path.string(), 0, 0, "cannot be read");
  if (const std::optional<std::string> decoded = utf8_of_utf16(text)) text = *decoded;
  if (text.find('\0') != std::string::npos)
    throw FormatError(path.string(), 0, 0, "zero bytes, expected the lines of a playlist");
  text = without_mark(text);
  const PlaylistKind* kind = kind_of(path);
  std::vector<PlaylistEntry> entries;
  for (ListLine& line : (kind ? kind->entries : m3u_entries)(text, path.string()))
    entries.push_back(entry_of(path.parent_path(), std::move(line.text), line.number));
  return entries;
}

}  // namespace tactus
