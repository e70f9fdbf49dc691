// tactus library playlist|rate: what a person adds to the index.
#include <fmt/format.h>

#include <algorithm>
#include <filesystem>
#include <map>
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
Playlists live in the index and keep their songs, whatever happens to the files. If several playlists share a name, write
it with its folder: Sets/Friday. Songs need not be in the index; they are shown with what is known of them.

Examples:
  tactus library playlist create Friday one.flac two.mp3
  tactus library playlist add Friday --query "bpm 120..124 and rating >= 4"
  tactus library playlist show Friday
  tactus library playlist move Friday 7 1           the seventh song becomes the first
  tactus library playlist remove Friday --at 7
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
  std::size_t from = 0, to = 0;  // places, from 1; 0 = none
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
std::vector<PlaylistSong> songs_named(const LibraryIndex& index, const PersonalArguments& arguments,
                                      FailedInputs& failed) {
  std::vector<PlaylistSong> songs;
  for (const std::string& word : arguments.songs) {
    const fs::path audio = fs::absolute(word).lexically_normal();
    const std::optional<IndexedSong> known = index.at(audio);
    std::error_code none;
    if (!known && !fs::exists(audio, none))
      failed.add(fmt::format("{}: no such file, and not in the index", word));
    else if (!known && !has_audio_extension(audio))
      failed.add(fmt::format("{}: is no audio file, by its ending", word));
    else
      songs.push_back({audio, known ? song_name(*known) : audio.stem().string()});
  }
  if (!arguments.query.empty()) {
    for (const FoundSong& found : find_songs(index, {.query = arguments.query}))
      songs.push_back({found.song.audio, song_name(found.song)});
  }
  failed.report(!songs.empty());
  return songs;
}

std::vector<PlaylistSong> some_songs(const LibraryIndex& index, const PersonalArguments& arguments,
                                     const char* command, FailedInputs& failed) {
  if (arguments.songs.empty() && arguments.query.empty())
    throw ArgumentError(fmt::format("{}: give songs, or --query", command));
  return songs_named(index, arguments, failed);
}

Playlist songs_list_named(const PersonalLibrary& personal, const std::string& name) {
  Playlist playlist = personal.playlist_named(name);
  if (playlist.folder)
    throw ArgumentError(
        fmt::format("\"{}\" is a folder, and holds no songs; `tactus library playlist list` shows "
                    "the playlists "
                    "in it",
                    name));
  return playlist;
}

int run_list(const PersonalArguments& arguments) {
  const LibraryIndex index(index_file(arguments.index), Database::Mode::kRead);
  const std::vector<Playlist> all = index.personal().playlists();
  const std::vector<std::string> names = full_names_of(all);
  for (std::size_t i = 0; i < all.size(); ++i) {
    const Playlist& playlist = all[i];
    const std::size_t songs = index.personal().song_count(playlist.id);
    const std::string& name = names[i];
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
  const Playlist playlist = songs_list_named(index.personal(), arguments.name);
  const std::vector<FoundSong> found =
      find_songs(index, {.order = kPlaylistOrder, .playlist = playlist.id});
  if (!arguments.output.empty()) return write_found(found, index, arguments.output, playlist.id);
  show_found(found, arguments.json);
  return kSuccess;
}

int run_create(const PersonalArguments& arguments) {
  LibraryIndex index = index_to_change(arguments);
  PersonalLibrary personal = index.personal();
  require_playlist_name(arguments.name);
  Playlist made;
  std::vector<PlaylistSong> songs;
  FailedInputs failed;
  personal.change([&]() -> LibraryEdit {
    const std::vector<Playlist> all = personal.playlists();
    const std::int64_t parent = arguments.in.empty() ? 0 : personal.folder_named(arguments.in).id;
    const auto same = std::ranges::find_if(all, [&](const Playlist& other) {
      return other.parent == parent && other.name == arguments.name;
    });
    if (same != all.end())
      throw ArgumentError(fmt::format("there is already a {} \"{}\"",
                                      same->folder ? "folder" : "playlist", full_name(*same, all)));
    made = new_playlist(all, arguments.name, parent, arguments.folder);
    songs = songs_named(index, arguments, failed);
    if (made.folder && !songs.empty()) throw ArgumentError("a folder holds playlists, not songs");
    return {.lists = {{.playlist = made, .songs = songs}}};
  });
  if (made.folder)
    print_data("folder \"{}\" created\n", made.name);
  else
    print_data("playlist \"{}\" created with {}\n", made.name, counted(songs.size(), "song"));
  return failed.exit_code();
}

// Changes the songs of the playlist of that name.
template <class Change>
int change_songs(const PersonalArguments& arguments, Change change) {
  LibraryIndex index = index_to_change(arguments);
  PersonalLibrary personal = index.personal();
  Playlist playlist;
  std::vector<PlaylistSong> songs;
  std::size_t before = 0;
  FailedInputs failed;
  personal.change([&]() -> LibraryEdit {
    playlist = songs_list_named(personal, arguments.name);
    songs = personal.songs_of(playlist.id);
    before = songs.size();
    change(index, songs, failed);
    return {.lists = {{.playlist = playlist, .songs = songs}}};
  });
  print_data("playlist \"{}\": {} (was {})\n", playlist.name, counted(songs.size(), "song"),
             before);
  return failed.exit_code();
}

int run_add_songs(const PersonalArguments& arguments) {
  return change_songs(arguments, [&](const LibraryIndex& index, std::vector<PlaylistSong>& songs,
                                     FailedInputs& failed) {
    if (arguments.to > songs.size() + 1)
      throw ArgumentError(fmt::format("--at {}, but the playlist has {}", arguments.to,
                                      counted(songs.size(), "song")));
    const auto more = some_songs(index, arguments, "library playlist add", failed);
    const std::size_t at = arguments.to ? arguments.to - 1 : songs.size();
    songs.insert(songs.begin() + static_cast<std::ptrdiff_t>(at), more.begin(), more.end());
  });
}

int run_remove_songs(const PersonalArguments& arguments) {
  return change_songs(
      arguments, [&](const LibraryIndex&, std::vector<PlaylistSong>& songs, FailedInputs& failed) {
        if (arguments.to > songs.size())
          throw ArgumentError(fmt::format("--at {}, but the playlist has {}", arguments.to,
                                          counted(songs.size(), "song")));
        if (arguments.to)
          songs.erase(songs.begin() + static_cast<std::ptrdiff_t>(arguments.to - 1));
        const std::size_t before = songs.size();
        for (const std::string& word : arguments.songs) {
          const fs::path audio = fs::absolute(word).lexically_normal();
          const auto times = std::erase_if(songs, [&](auto& song) { return song.audio == audio; });
          if (times == 0) failed.add(fmt::format("{}: is not in the playlist", word));
          if (times > 1)
            print_log("{}: removed at {} places; --at removes it at one\n", word, times);
        }
        failed.report(arguments.to || songs.size() < before);
      });
}

int run_move_song(const PersonalArguments& arguments) {
  return change_songs(arguments, [&](const LibraryIndex&, std::vector<PlaylistSong>& songs,
                                     FailedInputs&) {
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
  PersonalLibrary personal = index.personal();
  Playlist playlist;
  personal.change([&]() -> LibraryEdit {
    playlist = personal.playlist_named(arguments.name);
    playlist.name = arguments.other;
    if (!arguments.in.empty())
      playlist.parent = arguments.in == "/" ? 0 : personal.folder_named(arguments.in).id;
    return {.lists = {{.playlist = playlist}}};
  });
  print_data("\"{}\" is now \"{}\"\n", arguments.name, full_name(playlist, personal.playlists()));
  return kSuccess;
}

int run_delete(const PersonalArguments& arguments) {
  LibraryIndex index = index_to_change(arguments);
  PersonalLibrary personal = index.personal();
  std::size_t songs = 0, below = 0;
  personal.change([&] {
    const Playlist playlist = personal.playlist_named(arguments.name);
    LibraryEdit removal = removal_of(playlist, personal.playlists());
    below = removal.lists.size() - 1;
    if (below > 0 && !arguments.all)
      throw ArgumentError(fmt::format("\"{}\" is a folder with {} in it; delete all with --all",
                                      arguments.name, counted(below, "playlist")));
    for (const LibraryEdit::List& list : removal.lists)
      songs += personal.song_count(list.playlist.id);
    return removal;
  });
  print_data("\"{}\"{} with {} deleted; no file was touched\n", arguments.name,
             below > 0 ? fmt::format(" and {} in it,", counted(below, "playlist")) : "",
             counted(songs, "song"));
  return kSuccess;
}

int run_rate(const PersonalArguments& arguments) {
  if (arguments.stars < 0 && arguments.colour.empty())
    throw ArgumentError("library rate: give --stars, --colour or both");
  LibraryIndex index = index_to_change(arguments);
  PersonalLibrary personal = index.personal();
  std::map<fs::path, SongMark> marks;
  FailedInputs failed;
  personal.change([&] {
    for (const PlaylistSong& song : some_songs(index, arguments, "library rate", failed)) {
      SongMark& mark = marks[song.audio] = personal.mark_of(song.audio);
      if (arguments.stars >= 0) mark.rating = arguments.stars;
      if (!arguments.colour.empty())
        mark.colour = arguments.colour == "none" ? "" : arguments.colour;
    }
    return LibraryEdit{.marks = {marks.begin(), marks.end()}};
  });
  print_data("{} marked\n", counted(marks.size(), "song"));
  return failed.exit_code();
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
  CommandRow row = row_of("remove", "Remove songs from a playlist", a,
                          {name_row(a),
                           {"songs", &a->songs, kAudioFile, kAny,
                            "Audio files, removed wherever the playlist has them"},
                           {"--at", &a->to, kNumber, numbers(1, 1000000),
                            "Remove the song at this place, from 1", excludes({"songs"})}},
                          run_remove_songs);
  row.needs_one = {"songs", "--at"};
  return row;
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
