#include "datasets/formats/columns/format_detection.h"

#include <fmt/core.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <optional>

#include "audio/file_extensions.h"
#include "audio/text.h"
#include "datasets/formats/columns/beat_labels.h"
#include "datasets/formats/columns/other_files.h"
#include "datasets/formats/columns/segment_columns.h"
#include "datasets/formats/labels/label_kinds.h"
#include "datasets/formats/text/text_encoding.h"
#include "datasets/formats/text/text_rows.h"
#include "datasets/formats/text/zip_file.h"

namespace tactus {
namespace {

constexpr std::size_t kLooked = 4096;  // bytes of the content

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
  const std::vector<TextLine> lines = content_lines(content.substr(0, kLooked));
  if (!named || lines.size() > 1) return false;
  if (lines.empty()) return file_name.ends_with(".tempo") || file_name.ends_with(".mirex");
  const std::vector<TextField> fields = split_fields(lines[0]);
  return fields.size() <= 3 && std::all_of(fields.begin(), fields.end(), [](const TextField& f) {
           return to_number(f.text).has_value();
         });
}

// Numbers alone, of which the second cannot be ends: times and positions, or other columns.
bool are_beats(const std::vector<TextRow>& rows) {
  const auto number = [](const TextField& field) { return number_of(field.text).has_value(); };
  const auto no_end = [](const TextRow& row) {
    return row.fields.size() < 2 || *number_of(row.fields[1].text) < *number_of(row.fields[0].text);
  };
  return std::ranges::all_of(
             rows, [&](const TextRow& row) { return std::ranges::all_of(row.fields, number); }) &&
         std::ranges::any_of(rows, no_end);
}

bool is_midi(std::string_view content) {
  const bool riff = content.starts_with("RIFF") && content.substr(8).starts_with("RMID");
  return riff || content.starts_with("MThd");
}

// Without the last line, which may be cut.
std::string_view complete_lines(std::string_view content) {
  const std::size_t end = content.size() < kLooked ? content.npos : content.rfind('\n');
  return content.substr(0, end);
}

// Columns; the first one is a time.
Format format_of_timed_rows(const std::vector<TextRow>& rows) {
  const TextRow& row = rows.front();
  const std::vector<TextField>& fields = row.fields;
  if (is_rwc_line(fields)) return Format::kRwc;
  if (are_beats(rows) || are_beat_labels(labels_behind_times(rows))) return Format::kBeats;
  const auto number = [](const TextField& field) { return number_of(field.text).has_value(); };
  if (fields.size() > 1 && number(fields[1]) && fields[0].text == fields[1].text)
    return Format::kAudacityBeats;
  if (fields.size() > 2 && interval_length(rows).value_or(0.0) > kLongestBeat) return Format::kLab;
  if (std::ranges::all_of(fields, number) || is_unnamed_point(label_from(row, 1)))
    return Format::kBeats;
  return row.line.text.find("Key\t") != std::string_view::npos ? Format::kKey : Format::kLab;
}

void refuse_other_kind(const std::filesystem::path& path, const OtherKind& kind) {
  if (kind.name.empty()) return;
  const std::string fault =
      kind.instead.empty()
          ? fmt::format(
                "{}: no beats, chords, keys or sections; expected an annotation, or its "
                "format, for example --from lab",
                kind.name)
          : fmt::format("{}: not read as it is; {}", kind.name, kind.instead);
  throw FormatError(path.string(), 0, 0, fault);
}

}  // namespace

bool has_times(std::string_view content) {
  const std::optional<std::string> decoded = utf8_of_utf16(content);
  const std::vector<TextLine> lines = content_lines(decoded ? *decoded : without_mark(content));
  if (lines.empty()) return true;
  const auto begins_with_number = [](const TextLine& line) {
    const std::vector<TextField> fields = split_fields(line);
    return !fields.empty() && number_of(trimmed(fields[0].text, "\"'")).has_value();
  };
  std::size_t numbers = 0;
  for (const TextLine& line : lines) numbers += begins_with_number(line) ? 1 : 0;
  if (3 * numbers < lines.size()) return false;
  if (begins_with_number(lines[0])) return true;
  const std::string header = lower_case(lines[0].text);  // of a table whose first column counts
  constexpr std::array<std::string_view, 7> kTimes = {"time", "start", "begin", "onset",
                                                      "end",  "pos",   "beat"};
  return std::ranges::any_of(
      kTimes, [&](std::string_view name) { return header.find(name) != std::string::npos; });
}

bool looks_like_chord(std::string_view label) {
  const LabelKind kind = label_kind(label);
  const bool root = label.size() == 1 && label[0] >= 'A' && label[0] <= 'G';
  return kind == LabelKind::kNoChord || kind == LabelKind::kChord || kind == LabelKind::kKey ||
         root;
}

Format detect_format(const std::filesystem::path& path, std::string_view content) {
  const std::string file_name = lower_case(path.filename().string());
  if (const std::optional<Format> format = format_by_suffix(file_name)) return *format;
  if (is_tempo(file_name, content)) return Format::kTempo;
  for (const char* suffix : {".chordpro", ".chopro", ".crd", ".pro"}) {
    if (file_name.ends_with(suffix)) return Format::kChordpro;
  }
  if (file_name.ends_with(".audacity.txt")) return Format::kAudacityBeats;  // of Tactus 0.1
  if (file_name.ends_with(".svl")) return Format::kSvlBeats;
  if (file_name.ends_with(".xml") && content.empty()) return Format::kRekordbox;
  for (const char* suffix : {".midi", ".rmi", ".kar", ".smf"})
    if (file_name.ends_with(suffix)) return Format::kMidi;
  if (is_midi(content)) return Format::kMidi;
  if (file_name.ends_with(".mxl") || is_zip(content)) return Format::kMusicXml;
  const std::optional<std::string> decoded = utf8_of_utf16(content.substr(0, 8192));
  content = decoded ? *decoded : without_mark(content);
  if (content.substr(0, kLooked).find("<DJ_PLAYLISTS") != std::string_view::npos)
    return Format::kRekordbox;
  for (const char* root : {"<score-partwise", "<score-timewise"})
    if (content.substr(0, kLooked).find(root) != std::string_view::npos) return Format::kMusicXml;
  const std::size_t first = content.find_first_not_of(" \t\r\n");
  if (first != std::string_view::npos && content[first] == '{')
    return is_directive(content.substr(first)) ? Format::kChordpro : Format::kJams;
  if (content.starts_with("# title:") || content.starts_with("# metre:")) return Format::kGrid;
  if (has_audio_extension(path))
    throw FormatError(path.string(), 0, 0,
                      "sound, expected an annotation; `tactus tag` makes one of it");
  refuse_other_kind(path, other_kind(file_name, content.substr(0, kLooked)));
  const std::vector<TextRow> rows = text_rows(complete_lines(content.substr(0, kLooked)));
  if (!rows.empty()) {
    const std::string_view word = rows.front().fields[0].text;
    if (number_of(word)) return format_of_timed_rows(rows);
    if (rows.size() == 1 && looks_like_chord(word)) return Format::kKey;
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
