#include "app/collection/collection_import.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <map>
#include <optional>
#include <set>
#include <string_view>
#include <tuple>
#include <utility>

#include "app/collection/mixxx_collection.h"
#include "audio/counted.h"
#include "audio/error.h"
#include "datasets/formats/text/text_lines.h"

namespace tactus {

namespace fs = std::filesystem;

namespace {

constexpr std::size_t kMostLists = 20'000;
constexpr std::string_view kUnknown = "\xEF\xBF\xBD";  // a character of utf8_text()

std::string without_last_slash(std::string folder) {
  if (folder.ends_with('/')) folder.pop_back();
  return folder;
}

class Importer {
 public:
  Importer(const LibraryIndex& index, const SongCollection& collection,
           const ImportOptions& options)
      : personal_(index.personal()), collection_(collection), options_(options) {
    for (IndexedSong& song : index.find({})) {
      by_name_.emplace(song.audio.filename().string(), KnownSong{song.audio, song.duration});
      songs_.insert(std::move(song.audio));
    }
  }

  CollectionImport plan() {
    result_.tracks = collection_.tracks.size();
    for (const CollectionTrack& track : collection_.tracks) take_track(track);
    take_lists();
    take_notes();
    return std::move(result_);
  }

 private:
  void take_track(const CollectionTrack& track) {
    paths_.push_back(track.path.empty() ? fs::path() : place_of(track));
    const fs::path& audio = paths_.back();
    if ((track.title + track.artist).find(kUnknown) != std::string::npos) ++unknown_;
    if (audio.empty()) {
      ++without_file_;
      return;
    }
    if (!songs_.contains(audio)) {
      std::error_code unknown;
      if (fs::exists(audio, unknown))
        result_.not_indexed.push_back(audio);
      else
        ++result_.missing;
    }
    SongMark mark{track.rating, ""};
    if (track.colour) mark.colour = nearest_song_colour(*track.colour).name;
    if (mark != SongMark{}) take_mark(audio, mark);
  }

  void take_mark(const fs::path& audio, const SongMark& wanted) {
    const SongMark before = personal_.mark_of(audio);
    SongMark after = before;
    bool kept = false;
    const auto take = [&](auto SongMark::*value) {
      const auto none = SongMark().*value;
      if (wanted.*value == none || wanted.*value == before.*value) return;
      if (before.*value == none || options_.overwrite)
        after.*value = wanted.*value;
      else
        kept = true;
    };
    take(&SongMark::rating);
    take(&SongMark::colour);
    if (kept) ++result_.kept;
    if (after == before) return;
    ++result_.marked;
    result_.edit.marks.emplace_back(audio, after);
  }

  fs::path place_of(const CollectionTrack& track) {
    std::string path = track.path;
    for (const auto& [from, to] : options_.moved) {
      const std::string folder = without_last_slash(from);
      if (!path.starts_with(folder + "/")) continue;
      path = without_last_slash(to) + path.substr(folder.size());
      break;
    }
    const fs::path audio = fs::path(path).lexically_normal();
    std::error_code unknown;
    if (songs_.contains(audio) || fs::exists(audio, unknown)) return audio;
    std::optional<fs::path> only;
    const auto [first, last] = by_name_.equal_range(audio.filename().string());
    for (auto song = first; song != last; ++song) {
      constexpr double kLength = 2.0;  // seconds; programs round lengths
      const double known = song->second.duration;
      if (track.duration > 0.0 && known > 0.0 && std::abs(known - track.duration) > kLength)
        continue;
      if (only) return audio;
      only = song->second.audio;
    }
    if (only) ++result_.by_name;
    return only.value_or(audio);
  }

  void take_lists() {
    if (collection_.lists.size() > kMostLists)
      throw InputError(
          fmt::format("{} playlists, expected at most {}", collection_.lists.size(), kMostLists));
    const std::vector<Playlist> all = personal_.playlists();
    for (const Playlist& playlist : all) know(playlist);
    PlaylistMaker maker(all);
    std::map<std::size_t, std::int64_t> ids;
    for (std::size_t i = 0; i < collection_.lists.size(); ++i) {
      const CollectionList& list = collection_.lists[i];
      const std::int64_t parent = list.parent == CollectionList::kTop ? 0 : ids.at(list.parent);
      const std::string name = list_name(list.name);
      const std::vector<PlaylistSong> songs = songs_in(list);
      const std::optional<std::int64_t> there =
          list.folder ? folder_there(parent, name) : list_there(parent, name, songs);
      if (there) {
        ids[i] = *there;
        if (!list.folder) ++result_.same;
        continue;
      }
      const Playlist made = maker.make(name, parent, list.folder);
      ids[i] = made.id;
      if (list.folder) folders_there_[{parent, made.name}] = made.id;
      result_.edit.lists.push_back({.playlist = made, .songs = songs});
      if (!list.folder) ++result_.playlists;
    }
  }

  // A name that the index can have.
  std::string list_name(const std::string& wanted) {
    constexpr std::size_t kNumber = 10;  // bytes, of " (2)"
    constexpr std::size_t kMost = PersonalLibrary::kLongestName - kNumber;
    std::string name = label_text(utf8_text(wanted));
    if (name.size() > kMost) {
      std::size_t end = kMost;
      while ((static_cast<unsigned char>(name[end]) & 0xC0) == 0x80) --end;  // a whole character
      name = label_text(name.substr(0, end));
      ++cut_;
    }
    if (name.find('/') != std::string::npos) ++slashes_;
    std::ranges::replace(name, '/', '-');
    if (name.find(kUnknown) != std::string::npos) ++unknown_;
    return name.empty() ? "Playlist" : name;
  }

  // A playlist is known by its name, and without its number "(2)", by its songs.
  using Known = std::tuple<std::int64_t, std::string, std::string>;
  void know(const Playlist& playlist) {
    if (playlist.folder) {
      folders_there_[{playlist.parent, playlist.name}] = playlist.id;
      return;
    }
    const std::string songs = key_of(personal_.songs_of(playlist.id));
    lists_there_.emplace(Known{playlist.parent, playlist.name, songs}, playlist.id);
    const std::size_t number = playlist.name.rfind(" (");
    if (number != std::string::npos && playlist.name.ends_with(')'))
      lists_there_.emplace(Known{playlist.parent, playlist.name.substr(0, number), songs},
                           playlist.id);
  }
  static std::string key_of(const std::vector<PlaylistSong>& songs) {
    std::string key;
    for (const PlaylistSong& song : songs) key += song.audio.string() + '\0';
    return key;
  }
  std::optional<std::int64_t> folder_there(std::int64_t parent, const std::string& name) const {
    const auto found = folders_there_.find({parent, name});
    return found == folders_there_.end() ? std::nullopt : std::optional(found->second);
  }
  // Each is that of one playlist of the file.
  std::optional<std::int64_t> list_there(std::int64_t parent, const std::string& name,
                                         const std::vector<PlaylistSong>& songs) {
    const auto [first, last] = lists_there_.equal_range({parent, name, key_of(songs)});
    for (auto list = first; list != last; ++list)
      if (taken_.insert(list->second).second) return list->second;
    return std::nullopt;
  }

  void take_notes() {
    const auto note = [&](std::size_t count, const char* one, const char* what) {
      if (count > 0) result_.notes.push_back(counted(count, one) + what);
    };
    note(without_file_, "track", " without a file (streams, for example), left out of playlists");
    note(cut_, "name", " of playlists too long, cut");
    note(slashes_, "name", " of playlists with \"/\", which became \"-\"");
    note(unknown_, "name",
         " with bytes that are not UTF-8, which became \"\xEF\xBF\xBD\"; export the file as UTF-8");
  }

  std::vector<PlaylistSong> songs_in(const CollectionList& list) const {
    std::vector<PlaylistSong> songs;
    for (const std::size_t number : list.tracks) {
      if (paths_[number].empty()) continue;
      const CollectionTrack& track = collection_.tracks[number];
      songs.push_back({paths_[number],
                       track.artist.empty() ? track.title : track.artist + " - " + track.title});
    }
    return songs;
  }

  const PersonalLibrary personal_;
  const SongCollection& collection_;
  const ImportOptions& options_;
  struct KnownSong {
    fs::path audio;
    double duration = 0.0;
  };
  std::set<fs::path> songs_;  // of the index
  std::multimap<std::string, KnownSong> by_name_;
  std::vector<fs::path> paths_;  // of the tracks
  std::map<std::pair<std::int64_t, std::string>, std::int64_t> folders_there_;
  std::multimap<Known, std::int64_t> lists_there_;
  std::set<std::int64_t> taken_;  // of lists_there_
  std::size_t without_file_ = 0, cut_ = 0, slashes_ = 0, unknown_ = 0;
  CollectionImport result_;
};

}  // namespace

SongCollection read_collection(const fs::path& file, std::vector<std::string>& notes) {
  if (is_sqlite_file(file)) return read_mixxx_library(file);
  return read_rekordbox_library(file, notes);
}

CollectionImport plan_import(const LibraryIndex& index, const SongCollection& collection,
                             const ImportOptions& options) {
  return Importer(index, collection, options).plan();
}

}  // namespace tactus
