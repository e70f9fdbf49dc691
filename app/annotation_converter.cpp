#include "app/annotation_converter.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <map>
#include <stdexcept>

namespace tactus {
namespace {

using std::filesystem::path;
using Say = std::function<void(const std::string&)>;

// The file name without the longest suffix that any format has, else without its extension.
std::string song_stem(const path& file) {
  const std::string name = file.filename().string();
  std::string_view longest;
  for (const FormatInfo& info : all_formats()) {
    if (name.ends_with(info.suffix) && info.suffix.size() > longest.size()) longest = info.suffix;
  }
  return longest.empty() ? file.stem().string() : name.substr(0, name.size() - longest.size());
}

// Fills layers of `into` that are empty; says what both have.
template <class Items>
void merge_layer(Items& into, Items&& from, const path& file, const char* what, const Say& say) {
  if (into.empty())
    into = std::move(from);
  else if (!from.empty() && !(into == from))
    say(fmt::format("{}: {} are there already; not used", file.string(), what));
}

void merge(Annotation& into, Annotation&& from, const path& file, const Say& say) {
  merge_layer(into.beats, std::move(from.beats), file, "beats", say);
  merge_layer(into.chords, std::move(from.chords), file, "chords", say);
  merge_layer(into.keys, std::move(from.keys), file, "keys", say);
  merge_layer(into.sections, std::move(from.sections), file, "sections", say);
  merge_layer(into.tempi, std::move(from.tempi), file, "tempi", say);
  if (into.title.empty()) into.title = std::move(from.title);
  if (into.artist.empty()) into.artist = std::move(from.artist);
  if (into.annotator.empty()) into.annotator = std::move(from.annotator);
  into.duration = std::max(into.duration, from.duration);
}

class Converter {
 public:
  Converter(const ConvertOptions& options, const Say& say) : options_(options), say_(say) {}

  ConvertReport run() {
    if (std::filesystem::is_directory(options_.in))
      convert_folder();
    else
      convert_file();
    return report_;
  }

 private:
  void convert_file() {
    const bool folder = std::filesystem::is_directory(options_.out) || !options_.out.has_filename();
    std::vector<Format> to = options_.to;
    if (to.empty() && !folder) to = {detect_format(options_.out, "")};
    if (to.empty()) throw std::invalid_argument("OUT is a folder: name the format with --to");
    if (!folder && to.size() > 1) {
      throw std::invalid_argument(
          fmt::format("{} formats and one output file, expected a folder", to.size()));
    }
    const Annotation annotation = read(options_.in);
    for (const Format format : to) {
      write(annotation, format,
            folder ? output_path(options_.out, song_stem(options_.in), format) : options_.out);
    }
  }

  void convert_folder() {
    if (options_.to.empty())
      throw std::invalid_argument("IN is a folder: name the format with --to");
    for (const auto& [song, files] : songs()) convert_song(song, files);
  }

  // Folder and stem relative to IN -> its files in order of name.
  std::map<path, std::vector<path>> songs() const {
    std::map<path, std::vector<path>> songs;
    for (const auto& entry : std::filesystem::recursive_directory_iterator(options_.in)) {
      if (!entry.is_regular_file()) continue;
      const path relative = entry.path().lexically_relative(options_.in);
      songs[relative.parent_path() / song_stem(relative)].push_back(entry.path());
    }
    for (auto& [song, files] : songs) std::sort(files.begin(), files.end());
    return songs;
  }

  void convert_song(const path& song, const std::vector<path>& files) {
    Annotation annotation;
    std::size_t read_before = report_.read;
    for (const path& file : files) {
      if (!options_.from && !is_annotation(file)) {
        ++report_.foreign;
        continue;
      }
      try {
        merge(annotation, read(file), file, say_);
      } catch (const FormatError& error) {
        ++report_.failed;
        say_(error.what());
      }
    }
    if (report_.read == read_before) return;
    for (const Format format : options_.to) {
      write(annotation, format,
            output_path(options_.out / song.parent_path(), song.filename().string(), format));
    }
  }

  // Whether the name of a file is one of an annotation format: audio and pictures in a folder are
  // left alone.
  static bool is_annotation(const path& file) {
    if (file.extension() == ".txt") return true;
    try {
      detect_format(file, "");
      return true;
    } catch (const FormatError&) {
      return false;
    }
  }

  static path output_path(const path& folder, const std::string& stem, Format format) {
    return folder / (stem + std::string(format_info(format).suffix));
  }

  Annotation read(const path& file) {
    Notes notes;
    Annotation annotation = read_annotation(file, options_.from, &notes);
    for (const std::string& note : notes) say_(note);
    ++report_.read;
    return annotation;
  }

  void write(const Annotation& annotation, Format format, const path& file) {
    const std::vector<std::string> dropped = dropped_layers(annotation, format);
    if (!dropped.empty()) {
      say_(fmt::format("{}: {} cannot hold: {}", file.string(), format_info(format).name,
                       fmt::join(dropped, ", ")));
    }
    try {
      write_annotation(annotation, format, file);
      ++report_.written;
    } catch (const std::exception& error) {
      ++report_.failed;
      say_(fmt::format("{}: {}", file.string(), error.what()));
    }
  }

  const ConvertOptions& options_;
  const Say& say_;
  ConvertReport report_;
};

}  // namespace

ConvertReport convert_annotations(const ConvertOptions& options, const Say& say) {
  return Converter(options, say).run();
}

}  // namespace tactus
