#include "datasets/formats/lyrics/lyrics.h"

#include <fmt/core.h>

#include <algorithm>
#include <fstream>

#include "audio/text.h"
#include "datasets/formats/lyrics/lyrics_readers.h"
#include "datasets/formats/text/text_encoding.h"

namespace tactus {

namespace fs = std::filesystem;

namespace {

constexpr std::uintmax_t kMostBytes = std::uintmax_t{16} << 20;  // real ones have some KiB
constexpr std::size_t kLyricsLooked = 4096;

std::string bytes_of(const fs::path& path) {
  std::error_code error;
  const std::uintmax_t size = fs::file_size(path, error);
  if (error) throw FormatError(path.string(), 0, 0, error.message());
  if (size > kMostBytes)
    throw FormatError(path.string(), 0, 0,
                      fmt::format("{} bytes, expected lyrics of at most {}", size, kMostBytes));
  std::string content(size, '\0');
  std::ifstream file(path, std::ios::binary);
  file.read(content.data(), static_cast<std::streamsize>(size));
  if (!file) throw FormatError(path.string(), 0, 0, "cannot be read");
  return content;
}

// "#BPM:", "#TITLE :".
bool is_header(std::string_view line) {
  const std::size_t colon = line.find(':');
  return line.size() > 1 && line[0] == '#' && colon != std::string_view::npos && line[1] >= 'A' &&
         line[1] <= 'z';
}

bool is_ultrastar(std::string_view text) {
  bool header = false, note = false;
  for (const TextLine& line : whole_lines(text)) {
    header = header || is_header(line.text);
    note = note || (line.text.size() > 3 &&
                    std::string_view(":*FRG").find(line.text[0]) != std::string_view::npos &&
                    line.text[1] == ' ');
  }
  return header && note;
}

bool is_lrc(std::string_view text) {
  return std::ranges::any_of(whole_lines(text), [](const TextLine& line) {
    const std::string_view begin = trimmed(line.text);
    return begin.size() > 6 && begin[0] == '[' && is_ascii_digit(begin[1]) &&
           begin.find(':') < begin.find(']') && begin.find(']') < 14;
  });
}

}  // namespace

std::string LyricLine::text() const {
  std::string all;
  for (const LyricPiece& piece : pieces) all += piece.text;
  return std::string(trimmed(label_text(all)));
}

std::vector<TextLine> whole_lines(std::string_view content) {
  std::vector<TextLine> lines;
  for (std::size_t begin = 0, number = 1; begin < content.size(); ++number) {
    const std::size_t end = std::min(content.find_first_of("\r\n", begin), content.size());
    lines.push_back({content.substr(begin, end - begin), number});
    begin = end + (content.substr(end, 2) == "\r\n" ? 2 : 1);
  }
  return lines;
}

bool are_lyrics(std::string_view content) {
  const std::string_view begin = content.substr(0, kLyricsLooked);
  const std::string text = utf8_of_utf16(begin).value_or(std::string(begin));
  return is_ultrastar(text) || is_lrc(text);
}

Lyrics parse_lyrics(std::string_view content, const std::string& name, Notes* notes) {
  Notes unwanted;
  Notes& said = notes ? *notes : unwanted;
  std::optional<std::string> text = utf8_of_utf16(content);
  if (!text) {
    if (!is_utf8(without_mark(content)))
      said.push_back(fmt::format("{}: {}", name, kReadAsWindows1252));
    text = utf8_from_unknown(content);
  }
  const FormatInput input{*text, name, &said, {}};
  Lyrics lyrics = is_ultrastar(*text) ? parse_ultrastar(input) : parse_lrc(input);
  std::erase_if(lyrics.lines, [](const LyricLine& line) { return line.text().empty(); });
  if (lyrics.lines.empty())
    throw FormatError(name, 0, 0,
                      "no words with times, expected LRC ([00:12.00]words) or UltraStar");
  std::ranges::stable_sort(lyrics.lines, {}, &LyricLine::start);
  return lyrics;
}

Lyrics read_lyrics(const fs::path& path, Notes* notes) {
  return parse_lyrics(bytes_of(path), path.string(), notes);
}

bool is_lyrics_file(const fs::path& path) {
  std::error_code error;
  const std::string ending = lower_case(path.extension().string());
  if (std::ranges::find(kLyricsEndings, ending) == std::end(kLyricsEndings)) return false;
  if (!fs::is_regular_file(path, error)) return false;
  if (ending != ".txt") return true;
  std::string begin(kLyricsLooked, '\0');
  std::ifstream file(path, std::ios::binary);
  file.read(begin.data(), static_cast<std::streamsize>(begin.size()));
  begin.resize(static_cast<std::size_t>(std::max<std::streamsize>(file.gcount(), 0)));
  return are_lyrics(begin);
}

fs::path lyrics_beside(const fs::path& audio) {
  for (const std::string_view ending : kLyricsEndings) {
    fs::path path = audio;
    if (is_lyrics_file(path.replace_extension(ending))) return path;
  }
  return {};
}

}  // namespace tactus
