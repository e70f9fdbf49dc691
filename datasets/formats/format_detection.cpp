#include "datasets/formats/format_detection.h"

#include <algorithm>
#include <cmath>
#include <optional>

#include "audio/text.h"
#include "datasets/formats/text_lines.h"
#include "datasets/formats/zip_file.h"

namespace tactus {
namespace {

std::optional<Format> format_by_suffix(const std::string& file_name) {
  std::optional<Format> found;
  std::size_t longest = 0;
  for (const FormatInfo& info : all_formats()) {
    if (!file_name.ends_with(info.suffix) || info.suffix.size() <= longest) continue;
    found = info.format;
    longest = info.suffix.size();
  }
  return found;
}

// RWC codes are 384 and multiples of 48, after two equal whole numbers.
bool is_rwc_line(const std::vector<TextField>& fields) {
  if (fields.size() != 3 || fields[0].text != fields[1].text) return false;
  const std::optional<double> code = to_number(fields[2].text);
  return fields[0].text.find('.') == std::string_view::npos && code && *code >= 48.0 &&
         std::fmod(*code, 48.0) == 0.0;
}

// "{title: ...}", unlike the start of JSON.
bool is_directive(std::string_view text) {
  const std::size_t end =
      text.find_first_not_of("abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ_", 1);
  return end != std::string_view::npos && end > 1 &&
         std::string_view(": }").find(text[end]) != std::string_view::npos;
}

// One line of up to three numbers in a file whose name contains tempo. An empty file also matches.
bool is_tempo(const std::string& file_name, std::string_view content) {
  const bool named = file_name.ends_with(".mirex") || file_name.find("tempo") != std::string::npos;
  const std::vector<TextLine> lines = content_lines(content.substr(0, 4096));
  if (!named || lines.size() > 1) return false;
  if (lines.empty()) return file_name.ends_with(".tempo") || file_name.ends_with(".mirex");
  const std::vector<TextField> fields = split_fields(lines[0]);
  return fields.size() <= 3 && std::all_of(fields.begin(), fields.end(), [](const TextField& f) {
           return to_number(f.text).has_value();
         });
}

bool is_midi(std::string_view content) {
  const bool riff = content.starts_with("RIFF") && content.substr(8).starts_with("RMID");
  return riff || content.starts_with("MThd");
}

// Columns; the first one is a time.
Format format_of_timed_line(const TextLine& line, const std::vector<TextField>& fields) {
  if (is_rwc_line(fields)) return Format::kRwc;
  const bool second = fields.size() > 1 && to_number(fields[1].text).has_value();
  const bool third = fields.size() > 2 && to_number(fields[2].text).has_value();
  if (second && fields[0].text == fields[1].text) return Format::kAudacityBeats;
  if (fields.size() == 1 || (second && (fields.size() == 2 || third))) return Format::kBeats;
  return line.text.find("Key\t") != std::string_view::npos ? Format::kKey : Format::kLab;
}

}  // namespace

bool looks_like_chord(std::string_view label) {
  if (label == "N" || label == "X" || label == "NC" || label == "N.C.") return true;
  if (label.empty() || label[0] < 'A' || label[0] > 'G') return false;
  const std::size_t note = std::min(label.find_first_not_of("b#", 1), label.size());
  const std::string_view rest = label.substr(note);
  if (rest.empty() || std::string_view(":/(0123456789+").find(rest[0]) != std::string_view::npos)
    return true;
  for (const std::string_view start : {"m", "M", "dim", "aug", "sus", "add", "hdim"}) {
    if (rest.starts_with(start) && rest.find(' ') == std::string_view::npos) return true;
  }
  return false;
}

Format detect_format(const std::filesystem::path& path, std::string_view content) {
  const std::string file_name = lower_case(path.filename().string());
  if (const std::optional<Format> format = format_by_suffix(file_name)) return *format;
  if (is_tempo(file_name, content)) return Format::kTempo;
  for (const char* suffix : {".chordpro", ".chopro", ".crd", ".pro"}) {
    if (file_name.ends_with(suffix)) return Format::kChordpro;
  }
  if (file_name.ends_with(".audacity.txt")) return Format::kAudacityBeats;  // of Tactus 0.1
  if (file_name.ends_with(".svl")) return Format::kSvlChords;
  if (file_name.ends_with(".xml") && content.empty()) return Format::kRekordbox;
  for (const char* suffix : {".midi", ".rmi", ".kar", ".smf"})
    if (file_name.ends_with(suffix)) return Format::kMidi;
  if (is_midi(content)) return Format::kMidi;
  if (file_name.ends_with(".mxl") || is_zip(content)) return Format::kMusicXml;
  if (content.starts_with("\xEF\xBB\xBF")) content.remove_prefix(3);
  if (content.substr(0, 4096).find("<DJ_PLAYLISTS") != std::string_view::npos)
    return Format::kRekordbox;
  for (const char* root : {"<score-partwise", "<score-timewise"})
    if (content.substr(0, 4096).find(root) != std::string_view::npos) return Format::kMusicXml;
  const std::size_t first = content.find_first_not_of(" \t\r\n");
  if (first != std::string_view::npos && content[first] == '{')
    return is_directive(content.substr(first)) ? Format::kChordpro : Format::kJams;
  if (content.starts_with("# title:") || content.starts_with("# metre:")) return Format::kGrid;
  const std::vector<TextLine> lines = content_lines(content.substr(0, 4096));
  if (!lines.empty()) {
    const std::vector<TextField> fields = split_fields(lines.front());
    if (!fields.empty() && to_number(fields[0].text))
      return format_of_timed_line(lines.front(), fields);
    if (lines.size() == 1 && looks_like_chord(fields.empty() ? "" : fields[0].text))
      return Format::kKey;
  }
  throw FormatError(path.string(), 0, 0,
                    "unknown annotation format, by name and by content; give the format, for "
                    "example --from lab");
}

std::optional<Format> format_of_ending(const std::filesystem::path& path) {
  try {
    return detect_format(path, "");
  } catch (const FormatError&) {
    const std::string ending = path.extension().string();
    const auto named = formats_by_name(ending.empty() ? ending : ending.substr(1));
    return named.size() == 1 ? std::optional(named.front()) : std::nullopt;
  }
}

}  // namespace tactus
