#include "datasets/formats/format.h"

#include <fmt/core.h>

#include <algorithm>
#include <array>
#include <cctype>
#include <fstream>

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

struct MusicLayer {
  Layer layer;
  const char* name;
  bool present;
};

std::array<MusicLayer, 5> music_layers(const Annotation& annotation) {
  return {{{Layer::kBeats, "beats", !annotation.beats.empty()},
           {Layer::kChords, "chords", !annotation.chords.empty()},
           {Layer::kKeys, "keys", !annotation.keys.empty()},
           {Layer::kSections, "sections", !annotation.sections.empty()},
           {Layer::kTempi, "tempi", !annotation.tempi.empty()}}};
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

std::string serialise_annotations(std::span<const Annotation> annotations, Format format) {
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
  const auto confident = [](const auto& item) { return item.confidence != kUnknownConfidence; };
  const auto any = [&](const auto& items) {
    return std::any_of(items.begin(), items.end(), confident);
  };
  const auto placed = [](const Beat& beat) { return beat.position != 0; };
  struct Presence {
    Layer layer;
    const char* name;
    bool present;
  };
  const std::array layers = {
      Presence{Layer::kBeats, "beats", !annotation.beats.empty()},
      Presence{Layer::kPositions, "positions in the bar",
               std::any_of(annotation.beats.begin(), annotation.beats.end(), placed)},
      Presence{Layer::kChords, "chords", !annotation.chords.empty()},
      Presence{Layer::kKeys, "keys", !annotation.keys.empty()},
      Presence{Layer::kSections, "sections", !annotation.sections.empty()},
      Presence{Layer::kTempi, "tempi", !annotation.tempi.empty()},
      Presence{Layer::kConfidences, "confidences",
               any(annotation.beats) || any(annotation.chords) || any(annotation.keys) ||
                   any(annotation.sections)},
      Presence{
          Layer::kTitle, "title, artist and album",
          !annotation.title.empty() || !annotation.artist.empty() || !annotation.album.empty()},
      Presence{Layer::kTrack, "track number and date",
               annotation.tags.track > 0 || !annotation.tags.date.empty()},
      Presence{Layer::kDuration, "duration", annotation.duration > 0.0},
      Presence{Layer::kAnnotator, "annotator", !annotation.annotator.empty()},
      Presence{Layer::kAudio, "path of the audio file", !annotation.audio.empty()},
      Presence{Layer::kNotes, "notes", !annotation.notes.empty()},
  };
  std::vector<std::string> dropped;
  for (const Presence& entry : layers)
    if (entry.present && !format_info(format).can_hold(entry.layer))
      dropped.emplace_back(entry.name);
  return dropped;
}

std::string held_layers(const Annotation& annotation) {
  std::string held;
  for (const MusicLayer& layer : music_layers(annotation)) {
    if (layer.present) held += fmt::format("{}{}", held.empty() ? "" : ", ", layer.name);
  }
  return held;
}

std::string why_empty(const Annotation& annotation, Format format) {
  std::string missing;
  for (const MusicLayer& layer : music_layers(annotation)) {
    if (!format_info(format).can_hold(layer.layer)) continue;
    if (layer.present) return "";
    missing += fmt::format("{}no {}", missing.empty() ? "" : ", ", layer.name);
  }
  return missing;
}

}  // namespace tactus
