#include "datasets/formats/format.h"

#include <fmt/core.h>

#include <algorithm>
#include <array>
#include <cctype>
#include <fstream>

#include "datasets/formats/bars/pop909_bars.h"
#include "datasets/formats/collections/song_collection.h"
#include "datasets/formats/columns/annotation_order.h"
#include "datasets/formats/columns/format_detection.h"
#include "datasets/formats/columns/segment_layers.h"
#include "datasets/formats/interface/format_functions.h"
#include "datasets/formats/tables/svl_lanes.h"
#include "datasets/formats/text/text_encoding.h"
#include "features/files/atomic_file.h"

namespace tactus {
namespace {

constexpr std::uintmax_t kLargestFile = std::uintmax_t{256}
                                        << 20;  // bytes; real ones stay below 20 MiB

std::string read_file(const std::filesystem::path& path) {
  const auto refuse = [&](const std::string& why) { throw FormatError(path.string(), 0, 0, why); };
  std::error_code error;
  const std::filesystem::file_status status = std::filesystem::status(path, error);
  if (error) refuse(error.message());
  if (std::filesystem::is_directory(status)) refuse("is a folder, expected an annotation file");
  // A pipe that the shell has opened (`|`, `<(command)`) can be read; one by name could wait for
  // ever.
  const std::string& name = path.native();
  const bool opened =
      name == "/dev/stdin" || name.starts_with("/dev/fd/") || name.starts_with("/proc/self/fd/");
  if (!std::filesystem::is_regular_file(status) && !opened)
    refuse("is not a regular file, expected an annotation file, or - for standard input");
  std::ifstream file(path, std::ios::binary);
  std::string content;
  constexpr std::size_t kBlock = std::size_t{1} << 16;
  while (file && content.size() <= kLargestFile) {  // a pipe has no size
    const std::size_t before = content.size();
    content.resize(before + kBlock);
    file.read(content.data() + before, kBlock);
    content.resize(before + static_cast<std::size_t>(std::max<std::streamsize>(file.gcount(), 0)));
  }
  if (file.bad() || !file.is_open()) refuse("cannot be read");
  if (content.size() > kLargestFile)
    refuse(fmt::format("expected an annotation file of at most {} bytes", kLargestFile));
  return content;
}

// The reader of a column of labels for the layer that the caller names.
Format reader_for(Format format, std::optional<Layer> layer) {
  constexpr std::array kLabels = {Format::kLab, Format::kKey, Format::kLabKeys,
                                  Format::kMirexChords, Format::kMirexSections};
  if (!layer || std::ranges::find(kLabels, format) == kLabels.end()) return format;
  return layer == Layer::kBeats ? Format::kBeats : Format::kLab;
}

// The layer of a format that holds segments of one layer and nothing else. The labels in a .lab
// file may be any.
std::optional<Layer> layer_by_format(const FormatInfo& info) {
  std::optional<Layer> only;
  for (const LayerInfo& row : all_layers()) {
    if (!row.music || !info.can_hold(row.layer)) continue;
    if (only || !row.segments) return std::nullopt;
    only = row.layer;
  }
  return info.format == Format::kLab ? std::nullopt : only;
}

bool is_text_of_columns(const FormatInfo& info) {
  return info.parse == parse_lab || info.parse == parse_beats || info.parse == parse_key ||
         info.parse == parse_audacity || info.parse == parse_csv ||
         info.parse == parse_mirex_sections;
}

// The content in UTF-8; nothing if it is so already.
std::optional<std::string> decoded_text(std::string_view content, const FormatInfo& info,
                                        const std::string& name, Notes& notes) {
  std::optional<std::string> text = utf8_of_utf16(content);
  if (text || is_utf8(content) || !is_text_of_columns(info)) return text;
  notes.push_back(fmt::format("{}: {}", name, kReadAsWindows1252));
  return utf8_from_unknown(content);
}

// `content` has no byte order mark.
FormatInput input_of(std::string_view content, const std::string& name, Notes& notes,
                     std::optional<Layer> layer = {}) {
  return {content, name, &notes, layer};
}

// Can the caller say which of its layers a file of the format holds?
bool leaves_a_choice(const FormatInfo& info, Layer layer) {
  if (layer == Layer::kBeats) return info.parse == parse_beats;
  if (info.parse == parse_midi_map) return layer == Layer::kChords || layer == Layer::kSections;
  return info.parse == parse_lab || info.parse == parse_audacity || info.parse == parse_csv ||
         info.parse == parse_svl || info.parse == parse_jams;
}

// `layer` is what the caller said of the file.
void note_layer_without_effect(const FormatInfo& info, std::optional<Layer> layer,
                               const Annotation& read, const std::string& name, Notes& notes) {
  if (!layer) return;
  const bool other = !held_layers(read).empty() && !layer_info(*layer).in(read);
  if (other || !leaves_a_choice(info, *layer))
    notes.push_back(name + ": --layer has no effect on this format");
}

}  // namespace

Annotation parse_annotation(std::string_view content, Format format, const std::string& name,
                            Notes* notes, std::optional<Layer> layer) {
  Notes unwanted;
  Notes& said = notes ? *notes : unwanted;
  const FormatInfo& info = format_info(reader_for(format, layer));
  const std::optional<std::string> decoded = decoded_text(content, info, name, said);
  Annotation read = info.parse(input_of(decoded ? *decoded : without_mark(content), name, said,
                                        layer ? layer : layer_by_format(info)));
  note_layer_without_effect(info, layer, read, name, said);
  return read;
}

bool ending_suits(const std::filesystem::path& name, Format format) {
  const std::optional<Format> named = format_of_ending(name);
  if (!named || name.extension() == ".txt") return true;
  const auto has_lines = [](Format each) {
    const auto parse = format_info(each).parse;
    return parse != parse_jams && parse != parse_midi_map && parse != parse_musicxml &&
           parse != parse_rekordbox && parse != parse_svl;
  };
  const bool score = name.extension() == ".xml" && format == Format::kMusicXml;
  return score || format_info(*named).parse == format_info(format).parse ||
         (has_lines(*named) && has_lines(format));
}

bool is_reading(std::string_view note) {
  return !note.starts_with("warning:") && note.find(": read as ") != std::string_view::npos;
}

std::string shown_note(const std::string& note) {
  return is_reading(note) || note.starts_with("warning:") ? note : "warning: " + note;
}

bool is_about_odd_chords(std::string_view note) {
  return note.find(kOddChord) != std::string_view::npos ||
         note.find(kOddChords) != std::string_view::npos;
}

namespace {

// POP909 as published: beat_midi.txt has its bars in beat_audio.txt beside it.
void add_bars_beside(const std::filesystem::path& path, Annotation& annotation) {
  const std::filesystem::path recording = path.parent_path() / "beat_audio.txt";
  const auto has_bars = [](const Beat& beat) { return beat.position > 0; };
  if (path.filename() != "beat_midi.txt" || std::ranges::any_of(annotation.beats, has_bars) ||
      !std::filesystem::is_regular_file(recording))
    return;
  const Annotation heard = read_annotation(recording, Format::kBeats);
  annotation.beats = with_bars_of_recording(std::move(annotation.beats), heard.beats);
}

}  // namespace

std::vector<Annotation> read_annotations(const std::filesystem::path& path,
                                         std::optional<Format> format, Notes* notes,
                                         std::optional<Layer> layer) {
  const std::string content = read_file(path);
  const Format chosen = format ? *format : detect_format(path, content);
  auto annotations = parse_annotations(content, chosen, path.string(), notes, layer);
  if (annotations.size() == 1) add_bars_beside(path, annotations.front());
  return annotations;
}

std::vector<Annotation> parse_annotations(std::string_view content, Format format,
                                          const std::string& name, Notes* notes,
                                          std::optional<Layer> layer) {
  if (!holds_collections(format)) return {parse_annotation(content, format, name, notes, layer)};
  Notes unwanted;
  Notes& said = notes ? *notes : unwanted;
  const std::optional<std::string> decoded = utf8_of_utf16(content);
  note_layer_without_effect(format_info(format), layer, {}, name, said);
  return parse_rekordbox_collection(
      input_of(decoded ? *decoded : without_mark(content), name, said));
}

bool holds_collections(Format format) {
  return format == Format::kRekordbox;
}

namespace {

// Files of milliseconds could not hold them, and no reader tells them apart.
void require_distinct(const std::vector<Beat>& beats) {
  const auto near = std::ranges::adjacent_find(beats, [](const Beat& a, const Beat& b) {
    return std::abs(b.time - a.time) < kClosestTimes;
  });
  if (near == beats.end()) return;
  throw std::invalid_argument(
      fmt::format("beats at {} s and {} s, expected at least 1 ms between them; remove one",
                  near->time, (near + 1)->time));
}

}  // namespace

SongCollection read_rekordbox_library(const std::filesystem::path& file, Notes& notes) {
  const std::string content = read_file(file);
  const std::optional<std::string> decoded = utf8_of_utf16(content);
  return parse_rekordbox_library(decoded ? *decoded : without_mark(content), file.string(), notes);
}

std::vector<UserLane> read_svl_lanes(const std::filesystem::path& file) {
  const std::string content = read_file(file);
  const std::optional<std::string> decoded = utf8_of_utf16(content);
  return parse_svl_lanes(decoded ? *decoded : without_mark(content), file.string());
}

std::string serialise_collection(std::span<const Annotation> annotations,
                                 const SongCollection& beside) {
  for (const Annotation& annotation : annotations) require_distinct(annotation.beats);
  return serialise_rekordbox_collection(annotations, &beside);
}

std::string serialise_annotations(std::span<const Annotation> annotations, Format format) {
  for (const Annotation& annotation : annotations) require_distinct(annotation.beats);
  if (holds_collections(format)) return serialise_rekordbox_collection(annotations);
  if (annotations.size() == 1) return serialise_annotation(annotations.front(), format);
  throw std::invalid_argument(fmt::format("{} songs in one {} file, expected 1", annotations.size(),
                                          format_info(format).name));
}

Annotation read_annotation(const std::filesystem::path& path, std::optional<Format> format,
                           Notes* notes, std::optional<Layer> layer) {
  const std::string content = read_file(path);
  Annotation annotation = parse_annotation(content, format ? *format : detect_format(path, content),
                                           path.string(), notes, layer);
  add_bars_beside(path, annotation);
  return annotation;
}

std::string serialise_annotation(const Annotation& annotation, Format format) {
  require_distinct(annotation.beats);
  return format_info(format).serialise(annotation);
}

void write_annotation(const Annotation& annotation, Format format,
                      const std::filesystem::path& path) {
  write_file_atomically(path, serialise_annotation(annotation, format));
}

void write_annotations(std::span<const Annotation> annotations, Format format,
                       const std::filesystem::path& path) {
  write_file_atomically(path, serialise_annotations(annotations, format));
}

std::vector<std::string> dropped_layers(const Annotation& annotation, Format format) {
  std::vector<std::string> dropped;
  for (const LayerInfo& layer : all_layers())
    if (layer.in(annotation) && !format_info(format).can_hold(layer.layer))
      dropped.emplace_back(layer.name);
  return dropped;
}

std::string held_layers(const Annotation& annotation) {
  std::string held;
  for (const LayerInfo& layer : all_layers()) {
    if (layer.music && layer.in(annotation))
      held += fmt::format("{}{}", held.empty() ? "" : ", ", layer.name);
  }
  return held;
}

std::string why_empty(const Annotation& annotation, Format format) {
  std::string missing;
  for (const LayerInfo& layer : all_layers()) {
    if (!layer.music || !format_info(format).can_hold(layer.layer)) continue;
    if (layer.in(annotation)) return "";
    missing += fmt::format("{}no {}", missing.empty() ? "" : ", ", layer.name);
  }
  return missing;
}

std::vector<std::string> column_layers() {
  std::vector<std::string> names = {layer_info(Layer::kBeats).name};
  for (const SegmentLayerInfo& row : segment_layers()) names.emplace_back(row.name);
  return names;
}

std::optional<Layer> column_layer(std::string_view name) {
  for (const LayerInfo& row : all_layers())
    if (row.name == name && std::ranges::count(column_layers(), name) > 0) return row.layer;
  return std::nullopt;
}

}  // namespace tactus
