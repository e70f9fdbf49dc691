#include "app/song_files.h"

#include <fmt/format.h>

#include <algorithm>
#include <system_error>

#include "app/evaluation_files.h"
#include "app/tag_inputs.h"
#include "datasets/format.h"

namespace tactus {

namespace fs = std::filesystem;

namespace {

fs::path plain_path(const fs::path& path) {
  return fs::absolute(path).lexically_normal();
}

// False also where it cannot be known: a name too long, a folder that may not be searched.
bool is_there(const fs::path& path) {
  std::error_code unknown;
  return fs::exists(path, unknown);
}

// The audio file of that name in the folder, empty when there is none.
fs::path audio_named(const fs::path& folder, const std::string& stem) {
  std::vector<fs::path> found;
  std::error_code error;
  for (const auto& entry : fs::directory_iterator(folder, error)) {
    const fs::path& path = entry.path();
    if (path.stem().string() == stem && has_audio_name(path)) found.push_back(path);
  }
  std::sort(found.begin(), found.end());
  return found.empty() ? fs::path() : found.front();
}

fs::path audio_of(const fs::path& file) {
  const fs::path named = read_annotation(file).audio;
  if (!named.empty() && is_there(named)) return plain_path(named);
  if (!named.empty() && is_there(file.parent_path() / named.filename())) {
    return file.parent_path() / named.filename();
  }
  const fs::path beside = audio_named(file.parent_path(), annotation_stem(file));
  if (!beside.empty()) return beside;
  throw SongFileError(
      fmt::format("{}: its audio is missing: expected {} or an audio file of its name beside it",
                  file.string(), named.empty() ? "a file that it names" : named.string()));
}

}  // namespace

SongFiles song_files(const fs::path& opened) {
  const fs::path file = plain_path(opened);
  if (!fs::exists(file)) throw SongFileError(fmt::format("{}: no such file", file.string()));
  if (fs::is_directory(file)) {
    throw SongFileError(fmt::format("{}: a folder, expected a file", file.string()));
  }
  const auto jams_beside = [](fs::path path) { return path.replace_extension(".jams"); };
  if (has_audio_name(file)) return {file, jams_beside(file)};
  const fs::path audio = audio_of(file);
  return {audio, file.extension() == ".jams" ? file : jams_beside(audio)};
}

Annotation load_song_annotation(const SongFiles& files) {
  Annotation annotation;
  if (fs::exists(files.annotation)) {
    annotation = read_annotation(files.annotation, Format::kJams);
  } else {
    std::vector<std::string> failures;
    Notes notes;
    const fs::path folder = files.audio.parent_path();
    const auto found = annotations_in(folder, files.audio.stem().string());
    if (!found.empty()) annotation = read_song(found, std::nullopt, &notes, failures);
  }
  if (annotation.title.empty()) annotation.title = files.audio.stem().string();
  annotation.audio = files.audio.string();
  return annotation;
}

std::optional<fs::path> keep_original(const fs::path& jams) {
  const fs::path kept = jams.string() + ".orig";
  if (!is_there(jams) || is_there(kept)) return std::nullopt;
  Notes notes;
  bool readable = true;
  try {
    read_annotation(jams, Format::kJams, &notes);
  } catch (const FormatError&) {
    readable = false;
  }
  if (readable && notes.empty()) return std::nullopt;
  fs::copy_file(jams, kept);
  return kept;
}

Annotation load_reference(const fs::path& file) {
  Annotation reference = read_annotation(file);
  std::vector<fs::path> others = annotations_in(file.parent_path(), annotation_stem(file));
  std::erase_if(others, [](const fs::path& other) { return other.extension() == ".jams"; });
  if (file.extension() == ".jams" || others.empty()) return reference;
  std::vector<std::string> failures;
  Notes notes;
  Annotation rest = read_song(others, std::nullopt, &notes, failures);
  if (reference.beats.empty()) reference.beats = std::move(rest.beats);
  if (reference.chords.empty()) reference.chords = std::move(rest.chords);
  if (reference.keys.empty()) reference.keys = std::move(rest.keys);
  if (reference.sections.empty()) reference.sections = std::move(rest.sections);
  if (reference.tempi.empty()) reference.tempi = std::move(rest.tempi);
  return reference;
}

SongState song_state(const fs::path& jams) {
  if (!is_there(jams)) return SongState::kUntagged;
  try {
    switch (read_annotation(jams, Format::kJams).review) {
      case Review::kChecked:
        return SongState::kChecked;
      case Review::kEdited:
        return SongState::kEdited;
      case Review::kNone:
        break;
    }
  } catch (const std::exception&) {
    return SongState::kUntagged;
  }
  return SongState::kTagged;
}

std::vector<fs::path> songs_in(const fs::path& folder) {
  std::vector<fs::path> songs;
  for (const TagInput& input : collect_inputs({folder.string()})) {
    if (input.fault.empty()) songs.push_back(plain_path(input.audio));
  }
  return songs;
}

}  // namespace tactus
