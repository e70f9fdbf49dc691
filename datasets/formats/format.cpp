#include "datasets/formats/format.h"

#include <fmt/core.h>

#include <algorithm>
#include <cctype>
#include <fstream>

#include "datasets/formats/annotation_order.h"
#include "datasets/formats/format_detection.h"
#include "datasets/formats/format_functions.h"
#include "features/files/atomic_file.h"

namespace tactus {
namespace {

constexpr std::uintmax_t kLargestFile = std::uintmax_t{256}
                                        << 20;  // bytes; real ones stay below 20 MiB

std::string read_file(const std::filesystem::path& path) {
  std::error_code error;
  const std::uintmax_t size = std::filesystem::file_size(path, error);
  if (error) throw FormatError(path.string(), 0, 0, error.message());
  if (size > kLargestFile) {
    throw FormatError(
        path.string(), 0, 0,
        fmt::format("{} bytes, expected an annotation file of at most {}", size, kLargestFile));
  }
  std::string content(size, '\0');
  std::ifstream file(path, std::ios::binary);
  file.read(content.data(), static_cast<std::streamsize>(size));
  content.resize(static_cast<std::size_t>(std::max<std::streamsize>(file.gcount(), 0)));
  if (file.bad() || !file.is_open()) throw FormatError(path.string(), 0, 0, "cannot be read");
  return content;
}

// The content without a byte order mark.
FormatInput input_of(std::string_view content, const std::string& name, Notes& notes) {
  if (content.starts_with("\xEF\xBB\xBF")) content.remove_prefix(3);
  if (content.starts_with("\xFF\xFE") || content.starts_with("\xFE\xFF")) {
    throw FormatError(name, 1, 1, "UTF-16 text, expected UTF-8");
  }
  return {content, name, &notes};
}

}  // namespace

Annotation parse_annotation(std::string_view content, Format format, const std::string& name,
                            Notes* notes) {
  Notes unwanted;
  return format_info(format).parse(input_of(content, name, notes ? *notes : unwanted));
}

std::vector<Annotation> read_annotations(const std::filesystem::path& path,
                                         std::optional<Format> format, Notes* notes) {
  const std::string content = read_file(path);
  return parse_annotations(content, format ? *format : detect_format(path, content), path.string(),
                           notes);
}

std::vector<Annotation> parse_annotations(std::string_view content, Format format,
                                          const std::string& name, Notes* notes) {
  if (!holds_collections(format)) return {parse_annotation(content, format, name, notes)};
  Notes unwanted;
  return parse_rekordbox_collection(input_of(content, name, notes ? *notes : unwanted));
}

bool holds_collections(Format format) {
  return format == Format::kRekordbox;
}

namespace {

// Files of milliseconds could not hold them, and no reader tells them apart.
void require_distinct(const std::vector<Beat>& beats) {
  const auto near = std::ranges::adjacent_find(
      beats, [](const Beat& a, const Beat& b) { return b.time - a.time < kClosestTimes; });
  if (near == beats.end()) return;
  throw std::invalid_argument(
      fmt::format("beats at {} s and {} s, expected at least 1 ms between them; remove one",
                  near->time, (near + 1)->time));
}

}  // namespace

std::string serialise_annotations(std::span<const Annotation> annotations, Format format) {
  for (const Annotation& annotation : annotations) require_distinct(annotation.beats);
  if (holds_collections(format)) return serialise_rekordbox_collection(annotations);
  if (annotations.size() == 1) return serialise_annotation(annotations.front(), format);
  throw std::invalid_argument(fmt::format("{} songs in one {} file, expected 1", annotations.size(),
                                          format_info(format).name));
}

Annotation read_annotation(const std::filesystem::path& path, std::optional<Format> format,
                           Notes* notes) {
  const std::string content = read_file(path);
  return parse_annotation(content, format ? *format : detect_format(path, content), path.string(),
                          notes);
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

}  // namespace tactus
