#include "app/engine/songs/song_files.h"

#include <fmt/core.h>

#include <algorithm>
#include <array>
#include <cerrno>
#include <fstream>
#include <string_view>
#include <system_error>

#include "app/engine/songs/annotation_files.h"
#include "app/engine/songs/tag_inputs.h"
#include "audio/file_extensions.h"
#include "datasets/cache/content_hash.h"
#include "model/decoding/confidence/song_confidence.h"

namespace tactus {

namespace fs = std::filesystem;

namespace {

fs::path plain_path(const fs::path& path) {
  return fs::absolute(path).lexically_normal();
}

// False also if the system cannot tell: a name is too long, a folder has no permission.
bool is_on_disk(const fs::path& path) {
  std::error_code unknown;
  return fs::exists(path, unknown);
}

// The audio file of that name in the folder; empty if there is none.
fs::path audio_named(const fs::path& folder, const std::string& stem) {
  std::vector<fs::path> found;
  std::error_code error;
  for (const auto& entry : fs::directory_iterator(folder, error)) {
    const fs::path& path = entry.path();
    if (path.stem().string() == stem && has_audio_extension(path)) found.push_back(path);
  }
  std::sort(found.begin(), found.end());
  return found.empty() ? fs::path() : found.front();
}

fs::path audio_of(const fs::path& file) {
  const fs::path named = read_annotation(file).audio;
  if (!named.empty() && is_on_disk(named)) return plain_path(named);
  if (!named.empty() && is_on_disk(file.parent_path() / named.filename())) {
    return file.parent_path() / named.filename();
  }
  const fs::path beside = audio_named(file.parent_path(), annotation_stem(file));
  if (!beside.empty()) return beside;
  throw SongFileError(fmt::format(
      "{}: the audio is missing: expected {} or an audio file with the same name beside it",
      file.string(), named.empty() ? "the file that it names" : named.string()));
}

bool same_bytes(const fs::path& one, const fs::path& other) {
  std::error_code unknown;
  if (fs::equivalent(one, other, unknown)) return true;
  const auto size = fs::file_size(one, unknown);
  if (unknown || size != fs::file_size(other, unknown) || unknown) return false;
  return hash_file(one) == hash_file(other);
}

// Where two songs could share a JAMS file, the one without it has the JAMS file of its whole name
// (output_names.h).
fs::path jams_beside(const fs::path& audio) {
  const fs::path plain = fs::path(audio).replace_extension(".jams");
  const fs::path whole = audio.string() + ".jams";
  if (is_on_disk(whole)) return whole;
  try {
    if (!is_on_disk(plain) || !other_song(plain, read_annotation(plain, Format::kJams), audio))
      return plain;
  } catch (const std::exception&) {
    return plain;
  }
  return whole;
}

}  // namespace

SongFiles song_files(const fs::path& opened) {
  const fs::path file = plain_path(opened);
  if (!fs::exists(file)) throw SongFileError(fmt::format("{}: no such file", file.string()));
  if (fs::is_directory(file)) {
    throw SongFileError(fmt::format("{}: a folder, expected a file", file.string()));
  }
  if (has_audio_extension(file)) return {file, jams_beside(file)};
  const fs::path audio = audio_of(file);
  return {audio, file.extension() == ".jams" ? file : jams_beside(audio)};
}

namespace {

// What can be read of the files.
Annotation read_readable(const std::vector<fs::path>& files, Notes& notes) {
  std::vector<std::string> failures;
  Annotation song = read_song(files, std::nullopt, &notes, failures);
  for (const std::string& failure : failures) notes.push_back("warning: not read: " + failure);
  return song;
}

}  // namespace

Annotation load_song_annotation(const SongFiles& files, Notes& notes) {
  Annotation annotation;
  if (fs::exists(files.annotation)) {
    annotation = read_annotation(files.annotation, Format::kJams, &notes);
  } else {
    const fs::path folder = files.audio.parent_path();
    const auto found = annotations_in(folder, files.audio.stem().string());
    if (!found.empty()) annotation = read_readable(found, notes);
  }
  if (annotation.title.empty()) annotation.title = files.audio.stem().string();
  annotation.audio = files.audio.string();
  return annotation;
}

void require_readable(const fs::path& file) {
  const auto refuse = [&](const std::string& why) {
    throw SongFileError(fmt::format("{}: cannot be read: {}", file.string(), why));
  };
  std::error_code error;
  const fs::file_status status = fs::status(file, error);
  if (status.type() == fs::file_type::not_found) return;
  if (status.type() == fs::file_type::none) refuse(error.message());
  if (fs::is_directory(status)) refuse("a folder, expected a file");
  if (!fs::is_regular_file(status)) refuse("a device or pipe, expected a file");
  std::array<char, 1 << 16> block;
  errno = 0;
  std::ifstream stream(file, std::ios::binary);
  while (stream.read(block.data(), block.size())) {
  }
  if (stream.is_open() && !stream.bad()) return;
  refuse(errno ? std::generic_category().message(errno) : "unknown fault");
}

std::optional<Annotation> annotation_there(const fs::path& file, Format format) {
  try {
    return read_annotation(file, format);
  } catch (const FormatError&) {
    require_readable(file);
  }
  return std::nullopt;
}

std::optional<fs::path> other_song(const fs::path& jams, const Annotation& annotation,
                                   const fs::path& audio) {
  if (annotation.audio.empty()) return std::nullopt;
  const fs::path named = jams.parent_path() / annotation.audio;
  std::error_code unknown;
  if (!fs::is_regular_file(named, unknown)) return std::nullopt;
  const auto folder = [](const fs::path& file) { return plain_path(file).parent_path(); };
  const bool beside = fs::equivalent(folder(jams), folder(audio), unknown);
  if (beside && !fs::equivalent(folder(named), folder(audio), unknown)) return std::nullopt;
  if (same_bytes(named, audio)) return std::nullopt;
  return named;
}

Annotation load_reference(const fs::path& file, Notes& notes) {
  Annotation reference = read_annotation(file, std::nullopt, &notes);
  std::vector<fs::path> others = annotations_in(file.parent_path(), annotation_stem(file));
  std::erase_if(others, [](const fs::path& other) { return other.extension() == ".jams"; });
  if (file.extension() == ".jams" || others.empty()) return reference;
  Annotation rest = read_readable(others, notes);
  if (reference.beats.empty()) reference.beats = std::move(rest.beats);
  for (const SegmentLayerInfo& layer : segment_layers())
    if ((reference.*layer.member).empty()) reference.*layer.member = std::move(rest.*layer.member);
  if (reference.tempi.empty()) reference.tempi = std::move(rest.tempi);
  return reference;
}

SongState song_state(const fs::path& jams) {
  return song_standing(jams).state;
}

SongStanding song_standing(const fs::path& jams) {
  if (!is_on_disk(jams)) return {};
  try {
    const Annotation song = read_annotation(jams, Format::kJams);
    const SongState state = song.review == Review::kChecked  ? SongState::kChecked
                            : song.review == Review::kEdited ? SongState::kEdited
                                                             : SongState::kTagged;
    return {state, song_confidence(song)};
  } catch (const std::exception&) {
    return {};
  }
}

double review_rank(const SongStanding& song) {
  if (song.state == SongState::kChecked) return 3.0;
  return song.confidence > 0.0 ? song.confidence : 2.0;
}

std::vector<fs::path> songs_in(const fs::path& folder) {
  std::vector<fs::path> songs;
  for (const TagInput& input : collect_inputs({folder.string()})) {
    if (input.fault.empty()) songs.push_back(plain_path(input.audio));
  }
  return songs;
}

}  // namespace tactus
