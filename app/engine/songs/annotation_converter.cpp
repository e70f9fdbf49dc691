#include "app/engine/songs/annotation_converter.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <fstream>
#include <map>
#include <set>
#include <stdexcept>

#include "app/engine/songs/gathered_warnings.h"
#include "datasets/corpora/folder_walk.h"
#include "datasets/formats/format_losses.h"
#include "datasets/formats/labels/key_label.h"
#include "datasets/outputs/output_files.h"
#include "features/files/file_error.h"
#include "model/annotation_members.h"

namespace tactus {
namespace {

using std::filesystem::path;
using MessageSink = std::function<void(const std::string&)>;
using FileSink = std::function<void(const path& file, const std::string& what)>;

// Beats and chords of Tactus 0.1 in one file.
constexpr std::string_view kFormerAudacity = ".audacity.txt";

// The file name without the longest suffix that any format has, else without its extension.
std::string song_stem(const path& file) {
  const std::string name = file.filename().string();
  std::string_view longest = name.ends_with(kFormerAudacity) ? kFormerAudacity : "";
  for (const FormatInfo& info : all_formats()) {
    if (name.ends_with(info.suffix) && info.suffix.size() > longest.size()) longest = info.suffix;
  }
  return longest.empty() ? file.stem().string() : name.substr(0, name.size() - longest.size());
}

std::string beginning_of(const path& file) {
  std::string text(4096, ' ');
  std::ifstream stream(file, std::ios::binary);
  stream.read(text.data(), static_cast<std::streamsize>(text.size()));
  text.resize(static_cast<std::size_t>(stream.gcount()));
  return text;
}

// The name of a song from a collection: the stem of its audio file, else "artist - title".
std::string song_name(const Annotation& song) {
  std::string name = path(song.audio).stem().string();
  if (name.empty() && !song.title.empty())
    name = song.artist.empty() ? song.title : song.artist + " - " + song.title;
  std::replace_if(
      name.begin(), name.end(), [](char c) { return c == '/' || c == '\\'; }, '_');
  return name.empty() || name.starts_with('.') ? "track" + name : name;
}

// The name, with a number if it is taken: "song", "song (2)".
std::string free_name(const std::string& name, std::set<std::string>& taken) {
  std::string free = name;
  for (int n = 2; !taken.insert(free).second; ++n) free = fmt::format("{} ({})", name, n);
  return free;
}

// The main key of a `.key` file gives way to keys with times.
bool lacks_times(const std::vector<LabelledSegment>& keys) {
  return keys.size() == 1 && keys.front().end == kWholeSong;
}

// Fills what `into` lacks; reports the lists that both have.
void merge(Annotation& into, Annotation&& from, const path& file, const FileSink& warn) {
  const auto report = [&](const auto& kept, const auto& other, const char* what) {
    if (!kept.empty() && !other.empty() && kept != other)
      warn(file, fmt::format("{} not used, because another file of the song has them", what));
  };
  report(into.beats, from.beats, "beats");
  if (lacks_times(into.keys) && !from.keys.empty() && from.review == into.review) into.keys.clear();
  for (const SegmentLayerInfo& layer : segment_layers())
    report(into.*layer.member, from.*layer.member, layer.name);
  report(into.lanes, from.lanes, "own lanes");
  report(into.notes, from.notes, "notes");
  report(into.cues, from.cues, "cues");
  report(into.tempi, from.tempi, "tempi");
  into.duration = std::max(into.duration, from.duration);
  fill_absent(into, std::move(from));
}

// An empty file of somebody else is in nobody's way: `mktemp` makes one.
bool holds_something(const path& file) {
  std::error_code none;  // set for a missing file and for a folder
  if (std::filesystem::is_symlink(std::filesystem::symlink_status(file, none))) return false;
  const auto bytes = std::filesystem::file_size(file, none);
  return !none && bytes > 0;
}

// The place of OUT below IN; empty if OUT is elsewhere or is IN itself.
path place_within(const path& in, const path& out) {
  std::error_code absent;
  const path place = std::filesystem::weakly_canonical(out, absent)
                         .lexically_relative(std::filesystem::weakly_canonical(in, absent));
  return place == "." || (!place.empty() && *place.begin() == "..") ? path() : place;
}

// Is `file` at `place` or below it? Both are relative to one folder.
bool lies_in(const path& file, const path& place) {
  return !place.empty() &&
         std::mismatch(place.begin(), place.end(), file.begin(), file.end()).first == place.end();
}

using FileSongs = std::vector<std::pair<path, Annotation>>;

// The layers of one song from all its files. A person's work comes first: a file that was made
// earlier never replaces one of its layers.
Annotation merged(FileSongs parts, const FileSink& warn) {
  std::stable_sort(parts.begin(), parts.end(),
                   [](const auto& a, const auto& b) { return a.second.review > b.second.review; });
  Annotation song;
  for (auto& [file, part] : parts) merge(song, std::move(part), file, warn);
  return song;
}

class Converter {
 public:
  Converter(const ConvertOptions& options, const MessageSink& print, const std::stop_token& stop)
      : options_(options), report_to_(print), stop_(stop) {}

  ConvertReport run() {
    if (!from_stream() && std::filesystem::is_directory(options_.in))
      convert_folder();
    else
      convert_file();
    warnings_.print_all();
    return report_;
  }

 private:
  void convert_file() {
    const bool folder = !to_stream() && (std::filesystem::is_directory(options_.out) ||
                                         !options_.out.has_filename());
    std::vector<Format> to = options_.to;
    if (to.empty() && to_stream())
      throw std::invalid_argument("OUT is standard output: choose the format with --to");
    if (to.empty() && !folder) to = {format_of_name(options_.out)};
    if (to.empty()) throw std::invalid_argument("OUT is a folder: choose the format with --to");
    if (!folder && to.size() > 1) {
      throw std::invalid_argument(
          fmt::format("{} formats and one output file, expected a folder", to.size()));
    }
    const std::vector<Annotation> songs = read(options_.in);
    if (songs.size() > 1) warnings_.gather();
    if (!folder) return write_file(songs, to.front());
    std::set<std::string> taken;
    for (const Annotation& song : songs) {
      const bool named = songs.size() == 1 && !from_stream();
      const std::string stem = free_name(named ? song_stem(options_.in) : song_name(song), taken);
      for (const Format format : to) write(song, format, output_path(options_.out, stem, format));
    }
  }

  static Format format_of_name(const path& out) {
    if (const auto format = format_of_ending(out)) return *format;
    throw std::invalid_argument(fmt::format(
        "{}: no format has this extension; choose the format of OUT, for example --to lab",
        out.string()));
  }

  // All songs of IN into the file OUT.
  void write_file(const std::vector<Annotation>& songs, Format format) {
    if (songs.size() == 1) return write(songs.front(), format, options_.out);
    if (holds_collections(format)) return write_collection(songs, format);
    throw std::invalid_argument(
        fmt::format("{} contains {} songs, but {} can contain only one; give a folder as OUT",
                    options_.in.string(), songs.size(), format_info(format).name));
  }

  bool from_stream() const { return options_.in == kStream; }
  bool to_stream() const { return options_.out == kStream; }

  void convert_folder() {
    if (to_stream())
      throw std::invalid_argument("IN is a folder, so OUT must be one too, or a collection (.xml)");
    warnings_.gather();
    convert_songs();
    if (report_.read == 0 && report_.failures.empty() && !stop_.stop_requested())
      fail(fmt::format("{}: contains no annotation files", options_.in.string()));
  }

  void convert_songs() {
    const bool one_file = options_.out.extension() == ".xml";
    if (options_.to.empty() && !one_file)
      throw std::invalid_argument("IN is a folder: choose the format with --to");
    if (!one_file) {
      for_each_song(
          [&](const path& name, const std::vector<path>& files) { convert_song(name, files); });
      return;
    }
    const std::vector<Format> collection = {Format::kRekordbox};
    if (!options_.to.empty() && options_.to != collection)
      throw std::invalid_argument("OUT is a rekordbox collection, expected --to rekordbox");
    std::vector<Annotation> all;
    for_each_song([&](const path& name, const std::vector<path>& files) {
      for (auto& [place, song] : read_song(name, files)) all.push_back(std::move(song));
    });
    if (stop_.stop_requested())
      report_.not_begun = report_.songs;  // a part of a collection is none
    else if (!all.empty())
      write_collection(all, Format::kRekordbox);
  }

  // Until it is stopped.
  template <class Work>
  void for_each_song(Work work) {
    const auto all = songs();
    report_.songs = report_.not_begun = all.size();
    for (const auto& [name, files] : all) {
      if (stop_.stop_requested()) return;
      --report_.not_begun;
      work(name, files);
    }
  }

  // Folder and stem relative to IN -> its files in order of name. Outputs of earlier runs below IN
  // are no input.
  std::map<path, std::vector<path>> songs() {
    const path out = place_within(options_.in, options_.out);
    const FolderFiles found = files_below(options_.in);
    for (const std::string& fault : found.faults) fail(fault);
    std::map<path, std::vector<path>> songs;
    for (const path& file : found.files) {
      const path relative = file.lexically_relative(options_.in);
      if (lies_in(relative, out)) continue;
      songs[relative.parent_path() / song_stem(relative)].push_back(file);
    }
    return songs;
  }

  using NamedSongs = std::vector<std::pair<path, Annotation>>;

  // The songs in the files of one stem: one song, and those of collections.
  NamedSongs read_song(const path& name, const std::vector<path>& files) {
    NamedSongs found;
    FileSongs parts;
    for (const path& file : files) {
      if (!options_.from && !is_annotation(file)) {
        ++report_.foreign;
        continue;
      }
      try {
        std::vector<Annotation> songs = read(file);
        if (songs.size() == 1) {
          parts.emplace_back(file, std::move(songs.front()));
          continue;
        }
        std::set<std::string> taken;
        for (Annotation& song : songs) {
          const std::string own = free_name(song_name(song), taken);
          found.emplace_back(name.parent_path() / own, std::move(song));
        }
      } catch (const FormatError& error) {
        if (is_text_about_songs(file))
          skip(file);
        else
          fail(error.what());
      }
    }
    if (!parts.empty()) found.emplace_back(name, merged(std::move(parts), warn_));
    return found;
  }

  void convert_song(const path& name, const std::vector<path>& files) {
    for (const auto& [place, song] : read_song(name, files)) {
      for (const Format format : options_.to) {
        write(song, format,
              output_path(options_.out / place.parent_path(), place.filename().string(), format));
      }
    }
  }

  // Does the name of a file belong to an annotation format? Audio and pictures in a folder are
  // ignored.
  static bool is_annotation(const path& file) {
    if (file.extension() == ".txt") return true;
    try {
      detect_format(file, file.extension() == ".xml" ? beginning_of(file) : "");
      return true;
    } catch (const FormatError&) {
      return false;
    }
  }

  // A text or table beside the annotations, without times: a README, a list of the songs.
  bool is_text_about_songs(const path& file) const {
    const bool text = file.extension() == ".txt" || file.extension() == ".csv";
    return text && !options_.from && song_stem(file) == file.stem() &&
           !has_times(beginning_of(file));
  }

  void skip(const path& file) {
    print_(fmt::format("{}: not an annotation: no times; left out", file.string()));
    ++report_.foreign;
  }

  static path output_path(const path& folder, const std::string& stem, Format format) {
    return folder / (stem + std::string(format_info(format).suffix));
  }

  std::vector<Annotation> read(const path& file) {
    Notes notes;
    std::vector<Annotation> songs =
        from_stream() ? read_stream(notes)
                      : read_annotations(file, options_.from, &notes, options_.layer);
    for (const std::string& note : notes) (is_reading(note) ? report_to_ : print_)(note);
    ++report_.read;
    return songs;
  }

  std::vector<Annotation> read_stream(Notes& notes) const {
    const std::string name = "standard input";
    const std::string content = options_.streams.read();
    const Format format = options_.from ? *options_.from : detect_format(name, content);
    return parse_annotations(content, format, name, &notes, options_.layer);
  }

  // "-" as people read it.
  static path shown(const path& file) { return file == kStream ? path("standard output") : file; }

  void print_losses(const Annotation& annotation, Format format, const path& file) {
    const std::string_view name = format_info(format).name;
    const std::vector<std::string> dropped = dropped_layers(annotation, format);
    if (!dropped.empty())
      warn_(file, fmt::format("{} cannot contain: {}", name, fmt::join(dropped, ", ")));
    const std::vector<std::string> losses = losses_in(annotation, format);
    if (losses.empty()) return;
    ++report_.warned;
    warnings_.say(file, fmt::format("as {}: {}", name, fmt::join(losses, ", ")),
                  fmt::format("as {}", name));
  }

  void fail(const std::string& why) {
    report_.failures.push_back(why);
    report_to_(why);
  }

  // Writes `content()` to the file unless it exists and must stay. An error costs only this file.
  template <class Content>
  void write_unless_there(const path& file, Content content) {
    try {
      if (to_stream()) {
        options_.streams.write(content());
        ++report_.written;
        return;
      }
      if (!options_.overwrite && holds_something(file)) {
        return fail(fmt::format("{}: already exists; use --overwrite", file.string()));
      }
      // What is there is empty, or may be replaced.
      const std::string kept =
          kept_message(file, files_.write(file, content(), {.overwrite = true}));
      if (!kept.empty()) print_(kept);
      std::ranges::for_each(files_.take_warnings(), print_);
      ++report_.written;
    } catch (const KeptError& error) {
      fail(error.what());
    } catch (const std::filesystem::filesystem_error& error) {
      fail(file_fault(error));
    } catch (const std::exception& error) {
      fail(fmt::format("{}: {}", file.string(), error.what()));
    }
  }

  void write(const Annotation& annotation, Format format, const path& file) {
    write_unless_there(file, [&] {
      print_losses(annotation, format, shown(file));
      if (const std::string why = why_empty(annotation, format); !why.empty())
        print_(fmt::format("{}: is empty: the input has {}", shown(file).string(), why));
      return serialise_annotation(annotation, format);
    });
  }

  // Many songs in the one file OUT.
  void write_collection(const std::vector<Annotation>& songs, Format format) {
    write_unless_there(options_.out, [&] {
      for (const Annotation& song : songs)
        print_losses(song, format, options_.out / song_name(song));
      return serialise_annotations(songs, format);
    });
  }

  const ConvertOptions& options_;
  const MessageSink& report_to_;
  const std::stop_token& stop_;
  GatheredWarnings warnings_{report_to_};
  // Of a warning.
  const MessageSink print_ = [this](const std::string& message) {
    ++report_.warned;
    warnings_.say(message);
  };
  const FileSink warn_ = [this](const path& file, const std::string& what) {
    ++report_.warned;
    warnings_.say(file, what);
  };
  ConvertReport report_;
  OutputFiles files_;
};

}  // namespace

ConvertReport convert_annotations(const ConvertOptions& options, const MessageSink& print,
                                  const std::stop_token& stop) {
  return Converter(options, print, stop).run();
}

}  // namespace tactus
