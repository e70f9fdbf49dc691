#include "app/engine/songs/tag_inputs.h"

#include <fmt/core.h>

#include <algorithm>
#include <fstream>
#include <iostream>
#include <iterator>
#include <map>
#include <set>
#include <string_view>
#include <utility>

#include "app/engine/songs/cue_sheet.h"
#include "app/engine/songs/playlist.h"
#include "app/engine/songs/similar_path.h"
#include "audio/error.h"
#include "audio/file_extensions.h"
#include "audio/natural_order.h"
#include "audio/text.h"
#include "datasets/corpora/folder_walk.h"
#include "datasets/formats/text/file_location.h"
#include "datasets/formats/text/text_encoding.h"

namespace tactus {

namespace fs = std::filesystem;

namespace {

class FolderWalk {
 public:
  FolderWalk(const fs::path& top, std::vector<TagInput>& found) : top_(top), found_(found) {
    visit(top);
  }

 private:
  void visit(const fs::path& folder) {
    std::error_code error;
    if (!seen_.insert(fs::canonical(folder, error)).second || error) return;
    std::vector<fs::path> entries;
    fs::directory_iterator iterator(folder, error);
    for (; !error && iterator != fs::directory_iterator(); iterator.increment(error)) {
      entries.push_back(iterator->path());
    }
    if (error)
      add(folder, fmt::format("{}: folder cannot be read: {}", folder.string(), error.message()));
    std::ranges::sort(entries, natural_less,
                      [](const fs::path& path) { return path.filename().string(); });
    for (const fs::path& entry : entries) {
      if (is_hidden(entry)) continue;
      std::error_code ignored;
      if (fs::is_directory(entry, ignored)) {
        visit(entry);
      } else if (has_audio_extension(entry) && !is_click_version(entry, entries)) {
        add(entry, "");
      }
    }
  }

  void add(const fs::path& path, std::string fault) {
    found_.push_back({path, path.lexically_relative(top_), false, std::move(fault)});
  }

  fs::path top_;
  std::vector<TagInput>& found_;
  std::set<fs::path> seen_;
};

// Whether the name ends so, in upper or lower case.
bool has_ending(const fs::path& file, std::initializer_list<std::string_view> endings) {
  const std::string ending = lower_case(file.extension().string());
  return std::find(endings.begin(), endings.end(), ending) != endings.end();
}

// Below the folder, as the file lies there; a file elsewhere has its name alone.
fs::path place_below(const fs::path& folder, const fs::path& file) {
  const fs::path place = file.lexically_normal().lexically_relative(
      folder.empty() ? fs::path(".") : folder.lexically_normal());
  return place.empty() || *place.begin() == ".." || *place.begin() == "." ? file.filename() : place;
}

// The sound that a sheet names. Many sheets still name the .wav from before it was packed.
fs::path sound_of(const fs::path& sheet, const std::string& name) {
  std::string slashes = name;
  std::replace(slashes.begin(), slashes.end(), '\\', '/');
  const fs::path folder = sheet.has_parent_path() ? sheet.parent_path() : fs::path(".");
  std::error_code unknown;
  for (const std::string& spelling : {name, slashes}) {
    const fs::path file = similar_path(sheet.parent_path() / spelling).path;
    if (fs::is_regular_file(file, unknown)) return file;
  }
  const fs::path packed = fs::path(slashes).filename();
  for (const auto& entry : visible_entries(folder, unknown)) {
    const fs::path& file = entry.path();
    if (has_audio_extension(file) && file.stem() == packed.stem()) return file;
  }
  return sheet.parent_path() / name;
}

// "01 - Title.flac": the name of a file of that track alone.
std::string name_of(const CueTrack& track, const fs::path& audio) {
  std::string name =
      fmt::format("{:02}{}{}", track.number, track.title.empty() ? "" : " - ", track.title);
  std::replace_if(
      name.begin(), name.end(),
      [](char c) { return c == '/' || c == '\\' || static_cast<unsigned char>(c) < 0x20; }, '_');
  constexpr std::size_t kLongest = 200;  // bytes; a name of a file has up to 255
  while (name.size() > kLongest || !is_utf8(name)) name.pop_back();
  const std::string ending = audio.extension().string();
  return name + (ending.empty() ? ".wav" : ending);  // or a dot in the title would begin an ending
}

void add_tracks(const fs::path& path, std::vector<TagInput>& inputs) {
  const CueSheet sheet = load_cue_sheet(path);
  std::map<std::string, fs::path> sounds;
  for (const CueTrack& track : sheet.tracks) {
    const auto [sound, is_new] = sounds.try_emplace(track.file);
    if (is_new) sound->second = sound_of(path, track.file);
    TagInput input{sound->second, name_of(track, sound->second), true, ""};
    input.label = fmt::format("{}: track {:02}", path.string(), track.number);
    input.section = SongSection{track.start, track.end, {}};
    SongTags& tags = input.section->tags;
    tags.title = track.title.empty() ? input.relative.stem().string() : track.title;
    tags.artist = track.performer;
    tags.album = sheet.title;
    tags.track = track.number;
    tags.date = sheet.date;
    std::error_code unknown;
    if (!fs::exists(input.audio, unknown)) {
      input.fault = fmt::format("{}: {}: no such file, expected the sound of the track",
                                input.label, input.audio.string());
    }
    inputs.push_back(std::move(input));
  }
}

// `place`: where the outputs of a file go.
void add_path(const fs::path& path, const fs::path& place, const std::string& missing,
              CueSheets sheets, std::vector<TagInput>& inputs) {
  std::error_code error;
  if (const SimilarPath similar = similar_path(path); !similar.fault.empty()) {
    inputs.push_back({path, place, true, fmt::format("{}: {}", missing, similar.fault)});
  } else if (!similar.note.empty()) {
    const std::size_t before = inputs.size();
    add_path(similar.path, place.parent_path() / similar.path.filename(), missing, sheets, inputs);
    for (std::size_t i = before; i < inputs.size(); ++i)
      inputs[i].note = fmt::format("{}: {}", path.string(), similar.note);
  } else if (fs::is_directory(path, error)) {
    FolderWalk(path, inputs);
  } else if (fs::is_regular_file(path, error) && has_ending(path, {".cue"})) {
    if (sheets == CueSheets::kSplit) return add_tracks(path, inputs);
    inputs.push_back({path, place, true,
                      fmt::format("{}: a cue sheet, expected sound; `tactus tag` splits sheets",
                                  path.string())});
  } else {
    inputs.push_back({path, place, true, fs::exists(path, error) ? "" : missing});
  }
}

void add_playlist(const fs::path& path, CueSheets sheets, std::vector<TagInput>& inputs) {
  for (const PlaylistEntry& entry : load_playlist(path)) {
    const std::string place = fmt::format("{}:{}: {}", path.string(), entry.line, entry.text);
    if (entry.is_stream) {
      inputs.push_back({entry.text, fs::path(entry.text).filename(), true,
                        place + ": a stream, expected a file"});
      continue;
    }
    add_path(entry.path, place_below(path.parent_path(), entry.path),
             place + ": no such file or folder", sheets, inputs);
  }
}

// A list that cannot be read costs only itself.
void add_argument(const std::string& argument, CueSheets sheets, std::vector<TagInput>& inputs) {
  const fs::path path(argument);
  std::error_code error;
  try {
    if (is_playlist(path) && fs::is_regular_file(path, error))
      return add_playlist(path, sheets, inputs);
    const bool address = argument.find("://") != std::string::npos;
    add_path(path, path.has_filename() ? path.filename() : path,
             argument + (address ? ": an address, expected a file: download it first"
                                 : ": no such file or folder"),
             sheets, inputs);
  } catch (const FormatError& fault) {
    inputs.push_back({path, path.filename(), true, fault.what()});
  }
}

std::vector<std::string> zero_ended(const std::string& text) {
  std::vector<std::string> paths;
  for (std::size_t at = 0; at < text.size();) {
    const std::size_t end = std::min(text.find('\0', at), text.size());
    if (end > at) paths.push_back(text.substr(at, end - at));
    at = end + 1;
  }
  return paths;
}

std::vector<std::string> lines_of(const std::string& text) {
  std::vector<std::string> lines;
  std::error_code unknown;
  for (std::size_t at = 0; at < text.size();) {
    const std::size_t end = std::min(text.find('\n', at), text.size());
    std::string line = text.substr(at, end - at);
    if (!line.empty() && line.back() == '\r') line.pop_back();
    const bool comment = line.starts_with('#') && !fs::exists(line, unknown);
    const std::string local = path_of_location(line);
    if (!line.empty() && !comment) lines.push_back(local.empty() ? std::move(line) : local);
    at = end + 1;
  }
  return lines;
}

}  // namespace

bool is_click_version(const fs::path& file, const std::vector<fs::path>& neighbours) {
  return file.stem().extension() == ".click" &&
         std::ranges::any_of(neighbours, [&](const fs::path& each) {
           return each.stem() == file.stem().stem() && has_audio_extension(each);
         });
}

std::vector<TagInput> collect_inputs(const std::vector<std::string>& arguments, CueSheets sheets) {
  std::vector<TagInput> inputs;
  for (const std::string& argument : arguments) add_argument(argument, sheets, inputs);
  std::set<std::pair<fs::path, double>> seen;
  std::erase_if(inputs, [&](const TagInput& input) {
    std::error_code error;
    const fs::path real = fs::weakly_canonical(input.audio, error);
    const double start = input.section ? input.section->start : -1.0;
    return !seen.emplace(error ? input.audio : real, start).second;
  });
  return inputs;
}

std::vector<std::string> read_list(const std::string& file_or_dash, ListKind kind) {
  const auto refuse = [&](const char* why) {
    throw InputError(fmt::format("--list {}: {}", file_or_dash, why));
  };
  std::error_code error;
  std::ifstream file;
  if (file_or_dash != "-") {
    if (fs::is_directory(file_or_dash, error)) refuse("a folder, expected a file");
    file.open(file_or_dash, std::ios::binary);
    if (!file) refuse("the file cannot be opened");
    if (is_playlist(file_or_dash) || has_ending(file_or_dash, {".cue"})) return {file_or_dash};
  }
  std::istream& in = file_or_dash == "-" ? std::cin : file;
  constexpr std::size_t kMostBytes = std::size_t{1} << 28;  // 256 MiB: /dev/zero has no end
  std::string text;
  for (std::vector<char> block(1 << 16); in && text.size() <= kMostBytes;) {
    in.read(block.data(), static_cast<std::streamsize>(block.size()));
    text.append(block.data(), static_cast<std::size_t>(in.gcount()));
  }
  if (text.size() > kMostBytes) refuse("more than 256 MiB, expected a list of paths");
  if (in.bad()) refuse("the file cannot be read");
  if (text.starts_with("\xEF\xBB\xBF")) text.erase(0, 3);
  // PowerShell and the editor of Windows write UTF-16, whose zeros end no paths.
  if (auto wide = kind == ListKind::kNull ? std::nullopt : utf8_of_utf16(text))
    text = std::move(*wide);
  const bool zeros = text.find('\0') != std::string::npos;
  if (kind == ListKind::kNull && !zeros && text.ends_with('\n'))
    refuse(
        "lines without a zero byte, expected one after each path (-0); leave out -0 for a list "
        "of lines");
  return zeros || kind == ListKind::kNull ? zero_ended(text) : lines_of(text);
}

}  // namespace tactus
