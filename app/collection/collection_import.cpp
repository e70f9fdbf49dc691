#include "app/collection/collection_import.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <map>
#include <optional>
#include <set>

#include "app/collection/mixxx_collection.h"
#include "audio/error.h"
#include "datasets/formats/text/text_lines.h"

namespace tactus {

namespace fs = std::filesystem;

namespace {

constexpr std::size_t kMostLists = 20'000;
constexpr std::size_t kLongestListName = 120;  // bytes

class Importer {
 public:
  Importer(const LibraryIndex& index, const SongCollection& collection,
           const ImportOptions& options)
      : personal_(index.personal()), collection_(collection), options_(options) {
    for (IndexedSong& song : index.find({})) {
      by_name_.emplace(song.audio.filename().string(), Known{song.audio, song.duration});
      songs_.insert(std::move(song.audio));
    }
  }

  CollectionImport plan() {
    result_.tracks = collection_.tracks.size();
    for (const CollectionTrack& track : collection_.tracks) take_track(track);
    take_lists();
    return std::move(result_);
  }

 private:
  void take_track(const CollectionTrack& track) {
    paths_.push_back(track.path.empty() ? fs::path() : place_of(track));
    const fs::path& audio = paths_.back();
    if (audio.empty()) return;
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
      if (!path.starts_with(from)) continue;
      path = to + path.substr(from.size());
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
    std::vector<Playlist> all = personal_.playlists();
    std::map<std::size_t, std::int64_t> ids;
    for (std::size_t i = 0; i < collection_.lists.size(); ++i) {
      const CollectionList& list = collection_.lists[i];
      const std::int64_t parent = list.parent == CollectionList::kTop ? 0 : ids.at(list.parent);
      const std::string name =
          list.name.empty() ? "Playlist" : utf8_text(list.name.substr(0, kLongestListName));
      const std::vector<PlaylistSong> songs = songs_in(list);
      if (const Playlist* there = same_list(all, parent, name, list.folder, songs)) {
        ids[i] = there->id;
        if (!list.folder) ++result_.same;
        continue;
      }
      const Playlist made = new_playlist(all, name, parent, list.folder);
      ids[i] = made.id;
      all.push_back(made);
      result_.edit.lists.push_back({.playlist = made, .songs = songs});
      if (!list.folder) ++result_.playlists;
    }
  }

  // A folder of this name, or a playlist of this name or with a number, and the same songs.
  const Playlist* same_list(const std::vector<Playlist>& all, std::int64_t parent,
                            const std::string& name, bool folder,
                            const std::vector<PlaylistSong>& songs) const {
    const auto same = [&](const Playlist& other) {
      if (other.parent != parent || other.folder != folder) return false;
      if (folder) return other.name == name;
      return (other.name == name || other.name.starts_with(name + " (")) &&
             personal_.songs_of(other.id) == songs;
    };
    const auto found = std::ranges::find_if(all, same);
    return found == all.end() ? nullptr : &*found;
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
  struct Known {
    fs::path audio;
    double duration = 0.0;
  };
  std::set<fs::path> songs_;  // of the index
  std::multimap<std::string, Known> by_name_;
  std::vector<fs::path> paths_;  // of the tracks
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
