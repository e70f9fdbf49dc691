// tactus library playlist|rate: what a person adds to the index.
#include <fmt/format.h>

#include <algorithm>
#include <filesystem>
#include <memory>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "app/cli/commands/json_lines.h"
#include "app/cli/commands/library_commands.h"
#include "app/cli/commands/open_library.h"
#include "app/cli/program/exit_code.h"
#include "app/collection/song_list_text.h"
#include "app/collection/song_search.h"
#include "audio/counted.h"
#include "audio/file_extensions.h"
#include "audio/standard_streams.h"

namespace tactus {

namespace fs = std::filesystem;

namespace {

constexpr const char* kPlaylistExamples = R"(
Playlists live in the index and keep their songs, whatever happens to the files. A name of several playlists is written
with its folder: Sets/Friday. Songs need not be in the index; they are shown with what is known of them.

Examples:
  tactus library playlist create Friday one.flac two.mp3
  tactus library playlist add Friday --query "bpm 120..124 and rating >= 4"
  tactus library playlist show Friday
  tactus library playlist move Friday 7 1           the seventh song becomes the first
  tactus library playlist show Friday -o friday.m3u8
  tactus library find 'playlist "Friday"' -o friday.xml         a rekordbox collection with the playlist)";

constexpr const char* kRateExamples = R"(
Stars and colours live in the index. They come back with the file, or with the same bytes under another name.

Examples:
  tactus library rate song.flac --stars 5 --colour red
  tactus library rate --query 'playlist "Friday"' --colour none
  tactus library find "rating >= 4 and colour red")";

// What all of these commands share.
struct PersonalArguments {
  std::string index, name, other, query, in, output, colour;
  std::vector<std::string> songs;
  std::vector<std::size_t> numbers;
  std::size_t from = 0, to = 0;
  int stars = -1;
  bool json = false, folder = false, all = false;
};
using Arguments = std::shared_ptr<PersonalArguments>;

LibraryIndex index_to_change(const PersonalArguments& arguments) {
  {
    const LibraryIndex there(index_file(arguments.index), Database::Mode::kRead);
  }  // not made here
  return LibraryIndex(index_file(arguments.index), Database::Mode::kWrite);
}

// Files, and what the query finds.
std::vector<PlaylistSong> songs_named(const LibraryIndex& index,
                                      const PersonalArguments& arguments) {
  std::vector<PlaylistSong> songs;
  for (const std::string& word : arguments.songs) {
    const fs::path audio = fs::absolute(word).lexically_normal();
    const std::optional<IndexedSong> known = index.at(audio);
    if (!known && !fs::exists(audio))
      throw InputError(fmt::format("{}: no such file, and not in the index", word));
    if (!known && !has_audio_extension(audio))
      throw InputError(fmt::format("{}: is no audio file, by its ending", word));
    songs.push_back({audio, known ? song_name(*known) : audio.stem().string()});
  }
  if (arguments.query.empty()) return songs;
  for (const FoundSong& found : find_songs(index, {.query = arguments.query}))
    songs.push_back({found.song.audio, song_name(found.song)});
  return songs;
}

std::vector<PlaylistSong> some_songs(const LibraryIndex& index, const PersonalArguments& arguments,
                                     const char* command) {
  if (arguments.songs.empty() && arguments.query.empty())
    throw ArgumentError(fmt::format("{}: give songs, or --query", command));
  return songs_named(index, arguments);
}

int run_list(const PersonalArguments& arguments) {
  const LibraryIndex index(index_file(arguments.index), Database::Mode::kRead);
  const std::vector<Playlist> all = index.personal().playlists();
  for (const Playlist& playlist : all) {
    const std::size_t songs = index.personal().song_count(playlist.id);
    const std::string name = full_name(playlist, all);
    if (arguments.json)
      print_json_line({{"name", name}, {"folder", playlist.folder}, {"songs", songs}});
    else
      print_data("{}{}\n", name, playlist.folder ? "/" : ": " + counted(songs, "song"));
  }
  if (all.empty() && !arguments.json) print_data("no playlists\n");
  return kSuccess;
}

int run_show(const PersonalArguments& arguments) {
  const LibraryIndex index(index_file(arguments.index), Database::Mode::kRead);
  const Playlist playlist = index.personal().playlist_named(arguments.name);
  const std::vector<FoundSong> found =
      find_songs(index, {.order = kPlaylistOrder, .playlist = playlist.id});
  if (arguments.output.empty()) {
    show_found(found, arguments.json);
  } else {
    write_found(found, index, arguments.output);
    print_log("{} in {}\n", counted(found.size(), "song"), arguments.output);
  }
  return kSuccess;
}

int run_create(const PersonalArguments& arguments) {
  LibraryIndex index = index_to_change(arguments);
  PersonalLibrary personal = index.personal();
  const std::vector<Playlist> all = personal.playlists();
  const std::int64_t parent = arguments.in.empty() ? 0 : personal.playlist_named(arguments.in).id;
  Playlist made = new_playlist(all, arguments.name, parent, arguments.folder);
  if (made.name != arguments.name)
    throw ArgumentError(fmt::format("there is already a playlist \"{}\"", arguments.name));
  const std::vector<PlaylistSong> songs = songs_named(index, arguments);
  if (made.folder && !songs.empty()) throw ArgumentError("a folder holds playlists, not songs");
  personal.apply({.lists = {{.playlist = made, .songs = songs}}});
  if (made.folder)
    print_data("folder \"{}\" created\n", made.name);
  else
    print_data("playlist \"{}\" created with {}\n", made.name, counted(songs.size(), "song"));
  return kSuccess;
}

// Changes the songs of the playlist of that name.
template <class Change>
int change_songs(const PersonalArguments& arguments, Change change) {
  LibraryIndex index = index_to_change(arguments);
  PersonalLibrary personal = index.personal();
  const Playlist playlist = personal.playlist_named(arguments.name);
  if (playlist.folder)
    throw ArgumentError(fmt::format("\"{}\" is a folder, and holds no songs", arguments.name));
  std::vector<PlaylistSong> songs = personal.songs_of(playlist.id);
  const std::size_t before = songs.size();
  change(index, songs);
  personal.apply({.lists = {{.playlist = playlist, .songs = songs}}});
  print_data("playlist \"{}\": {}, before {}\n", playlist.name, counted(songs.size(), "song"),
             before);
  return kSuccess;
}

int run_add_songs(const PersonalArguments& arguments) {
  return change_songs(arguments, [&](const LibraryIndex& index, std::vector<PlaylistSong>& songs) {
    const auto more = some_songs(index, arguments, "library playlist add");
    const std::size_t at = arguments.to ? std::min(arguments.to - 1, songs.size()) : songs.size();
    songs.insert(songs.begin() + static_cast<std::ptrdiff_t>(at), more.begin(), more.end());
  });
}

int run_remove_songs(const PersonalArguments& arguments) {
  return change_songs(arguments, [&](const LibraryIndex&, std::vector<PlaylistSong>& songs) {
    for (const std::string& word : arguments.songs) {
      const fs::path audio = fs::absolute(word).lexically_normal();
      if (std::erase_if(songs, [&](auto& song) { return song.audio == audio; }) == 0)
        throw InputError(fmt::format("{}: is not in the playlist", word));
    }
  });
}

int run_move_song(const PersonalArguments& arguments) {
  return change_songs(arguments, [&](const LibraryIndex&, std::vector<PlaylistSong>& songs) {
    if (arguments.from > songs.size() || arguments.to > songs.size())
      throw ArgumentError(fmt::format("places {} and {}, but the playlist has {}", arguments.from,
                                      arguments.to, counted(songs.size(), "song")));
    const PlaylistSong song = songs[arguments.from - 1];
    songs.erase(songs.begin() + static_cast<std::ptrdiff_t>(arguments.from - 1));
    songs.insert(songs.begin() + static_cast<std::ptrdiff_t>(arguments.to - 1), song);
  });
}

int run_rename(const PersonalArguments& arguments) {
  LibraryIndex index = index_to_change(arguments);
  Playlist playlist = index.personal().playlist_named(arguments.name);
  playlist.name = arguments.other;
  if (!arguments.in.empty())
    playlist.parent = arguments.in == "/" ? 0 : index.personal().playlist_named(arguments.in).id;
  index.personal().apply({.lists = {{.playlist = playlist}}});
  return kSuccess;
}

int run_delete(const PersonalArguments& arguments) {
  LibraryIndex index = index_to_change(arguments);
  PersonalLibrary personal = index.personal();
  const Playlist playlist = personal.playlist_named(arguments.name);
  const LibraryEdit removal = removal_of(playlist, personal.playlists());
  if (removal.lists.size() > 1 && !arguments.all)
    throw ArgumentError(fmt::format("\"{}\" is a folder with {} in it; delete all with --all",
                                    arguments.name, counted(removal.lists.size() - 1, "playlist")));
  const std::size_t songs = personal.song_count(playlist.id);
  personal.apply(removal);
  print_data("\"{}\" with {} deleted; no file was touched\n", arguments.name,
             counted(songs, "song"));
  return kSuccess;
}

int run_rate(const PersonalArguments& arguments) {
  if (arguments.stars < 0 && arguments.colour.empty())
    throw ArgumentError("library rate: give --stars, --colour or both");
  LibraryIndex index = index_to_change(arguments);
  LibraryEdit edit;
  for (const PlaylistSong& song : some_songs(index, arguments, "library rate")) {
    SongMark mark = index.personal().mark_of(song.audio);
    if (arguments.stars >= 0) mark.rating = arguments.stars;
    if (!arguments.colour.empty()) mark.colour = arguments.colour == "none" ? "" : arguments.colour;
    edit.marks.emplace_back(song.audio, mark);
  }
  index.personal().apply(edit);
  print_data("{} marked\n", counted(edit.marks.size(), "song"));
  return kSuccess;
}

// ---- rows

OptionRow name_row(const Arguments& arguments) {
  return {"name", &arguments->name, kText, kNotEmpty, "Name of the playlist", kRequired};
}
OptionRow songs_row(const Arguments& arguments) {
  return {"songs", &arguments->songs, kAudioFile, kAny, "Audio files"};
}
OptionRow query_row(const Arguments& arguments) {
  return {"--query", &arguments->query, kText, kNotEmpty,
          "All songs that this query finds (tactus library find --help)"};
}
OptionRow json_row(const Arguments& arguments) {
  return {"--json", &arguments->json, kFlag, kAny, "Print a JSON object per line"};
}

template <class Run>
CommandRow row_of(const char* name, const char* help, const Arguments& arguments,
                  std::initializer_list<OptionRows::Item> options, Run run) {
  return {.name = name,
          .help = help,
          .options = OptionRows{OptionRows(options), index_option(arguments->index)},
          .run = [arguments, run] { return run(*arguments); }};
}

Arguments fresh() {
  return std::make_shared<PersonalArguments>();
}

CommandRow list_row() {
  const Arguments a = fresh();
  return row_of("list", "Print the names of all playlists", a, {json_row(a)}, run_list);
}

CommandRow show_row() {
  const Arguments a = fresh();
  return row_of("show", "Print the songs of a playlist, or write them into a file", a,
                {name_row(a),
                 json_row(a),
                 {"-o,--output", &a->output, kPath, kOutputName,
                  "Write a playlist (.m3u8) or a rekordbox collection (.xml)"}},
                run_show);
}

CommandRow create_row() {
  const Arguments a = fresh();
  return row_of("create", "Make a playlist", a,
                {name_row(a),
                 songs_row(a),
                 query_row(a),
                 {"--in", &a->in, kText, kNotEmpty, "Folder of playlists"},
                 {"--folder", &a->folder, kFlag, kAny, "Make a folder of playlists"}},
                run_create);
}

CommandRow add_row() {
  const Arguments a = fresh();
  return row_of("add", "Add songs to a playlist", a,
                {name_row(a),
                 songs_row(a),
                 query_row(a),
                 {"--at", &a->to, kNumber, numbers(1, 1000000),
                  "Place of the first one (default: "
                  "at the end)"}},
                run_add_songs);
}

CommandRow remove_row() {
  const Arguments a = fresh();
  return row_of("remove", "Remove songs from a playlist", a,
                {name_row(a), {"songs", &a->songs, kAudioFile, kAny, "Audio files", kRequired}},
                run_remove_songs);
}

CommandRow move_row() {
  const Arguments a = fresh();
  return row_of("move", "Move a song within a playlist", a,
                {name_row(a),
                 {"from", &a->from, kNumber, numbers(1, 1000000), "Its place, from 1", kRequired},
                 {"to", &a->to, kNumber, numbers(1, 1000000), "Its new place", kRequired}},
                run_move_song);
}

CommandRow rename_row() {
  const Arguments a = fresh();
  return row_of("rename", "Give a playlist another name", a,
                {name_row(a),
                 {"new", &a->other, kText, kNotEmpty, "The new name", kRequired},
                 {"--in", &a->in, kText, kNotEmpty, "Move it into this folder; /: to the top"}},
                run_rename);
}

CommandRow delete_row() {
  const Arguments a = fresh();
  return row_of(
      "delete", "Delete a playlist, not its songs", a,
      {name_row(a), {"--all", &a->all, kFlag, kAny, "Also a folder with playlists in it"}},
      run_delete);
}

}  // namespace

CommandRow library_playlist_command() {
  return {.name = "playlist",
          .help = "Make and change playlists",
          .footer = kPlaylistExamples,
          .below = {list_row(), show_row(), create_row(), add_row(), remove_row(), move_row(),
                    rename_row(), delete_row()}};
}

CommandRow library_rate_command() {
  const Arguments a = fresh();
  CommandRow row = row_of(
      "rate", "Give songs stars and colours", a,
      {songs_row(a),
       query_row(a),
       {"--stars", &a->stars, kNumber, numbers(0, kMostStars), "0 to 5"},
       {"--colour", &a->colour, kText,
        one_of({"pink", "red", "orange", "yellow", "green", "aqua", "blue", "purple", "none"}),
        "A colour"}},
      run_rate);
  row.footer = kRateExamples;
  return row;
}

}  // namespace tactus
