// Finds the songs to tag and the names of their outputs from files, folders, lists, playlists and
// cue sheets.
#pragma once

#include <filesystem>
#include <optional>
#include <string>
#include <vector>

#include "app/engine/songs/playlist.h"
#include "audio/song_tags.h"

namespace tactus {

// A track of a cue sheet: a part of its audio file, and what the sheet says of it.
struct SongSection {
  double start = 0.0;         // seconds
  std::optional<double> end;  // nothing = to the end of the file
  SongTags tags;
};

struct TagInput {
  std::filesystem::path audio;     // the path as the user gave it or as found in a folder
  std::filesystem::path relative;  // path below the output folder, with the audio file's name
  bool named = false;              // the user gave the file: any extension is tried
  std::string fault;               // why it cannot be read (missing, no permission); else empty
  std::optional<SongSection> section = {};
  // How messages name a song that is not a file of its own: a track, or standard input.
  std::string label = {};
  // How its name on the disk differs from that in the list (similar_path.h); else empty.
  std::string note = {};

  std::string name() const { return label.empty() ? audio.string() : label; }
  bool is_file() const { return label.empty(); }
};

enum class CueSheets { kRefuse, kSplit };
// Expands folders recursively: sorted, without hidden entries, non-audio names and the click
// version of a song (NAME.click.flac beside NAME.flac); follows links to folders once. A playlist
// (.m3u, .m3u8, .pls, .xspf) stands for its songs; their names are relative to its folder. A cue
// sheet (.cue) stands for its tracks: the name of a track is "NN - TITLE". Neither is read if it is
// only found in a folder. Missing inputs stay in the list with their fault, so each one gets a row;
// so does a cue sheet where the caller refuses it.
std::vector<TagInput> collect_inputs(const std::vector<std::string>& arguments,
                                     CueSheets sheets = CueSheets::kRefuse);

// Did `tactus click` make the file? NAME.click.flac beside NAME with the ending of a sound.
bool is_click_version(const std::filesystem::path& file,
                      const std::vector<std::filesystem::path>& neighbours);

enum class ListKind {
  kDetect,  // lines, or paths with a zero byte behind each if there is any zero byte
  kNull     // paths with a zero byte behind each; lines are refused
};
// Paths from FILE or, for "-", from standard input, with or without a byte order mark. Of lines,
// skips empty ones, and those that begin with # unless a file has that name. A playlist and a cue
// sheet are read as such: returns the name alone, for collect_inputs. Throws InputError if the list
// cannot be read.
std::vector<std::string> read_list(const std::string& file_or_dash,
                                   ListKind kind = ListKind::kDetect);

}  // namespace tactus
