#include "app/collection/song_list_text.h"

#include <fmt/core.h>

#include <algorithm>
#include <map>
#include <optional>
#include <set>
#include <utility>

#include "app/engine/songs/song_files.h"
#include "datasets/formats/collections/song_collection.h"
#include "datasets/formats/format.h"
#include "datasets/formats/text/file_location.h"
#include "datasets/formats/text/text_lines.h"

namespace tactus {

namespace fs = std::filesystem;

namespace {

// A path that a line of a playlist cannot hold as it is stands there as a URL.
std::string playlist_line(const fs::path& audio) {
  const std::string path = audio.string();
  const bool plain = std::ranges::none_of(path, [](unsigned char byte) { return byte < ' '; });
  return plain && !path.starts_with('#') ? path : location_of_path(fs::absolute(audio).string());
}

std::string playlist_of(const std::vector<IndexedSong>& songs) {
  std::string text = "#EXTM3U\n";
  for (const IndexedSong& song : songs)
    text += fmt::format("#EXTINF:{:.0f},{}\n{}\n", song.duration, label_text(song_name(song)),
                        playlist_line(song.audio));
  return text;
}

class CollectionWriter {
 public:
  CollectionWriter(const LibraryIndex& index, std::int64_t only, std::vector<std::string>& faults)
      : index_(index), only_(only), faults_(faults) {}

  std::string text(const std::vector<IndexedSong>& songs) {
    for (const IndexedSong& song : songs) add(song);
    add_playlists();
    return serialise_collection(annotations_, beside_);
  }

 private:
  // A song without a JAMS file is one that is not in the index.
  std::size_t add(const IndexedSong& song) {
    const auto [place, fresh] = tracks_.emplace(song.audio, annotations_.size());
    if (!fresh) return place->second;
    annotations_.push_back(annotation_of(song));
    CollectionTrack track;
    track.rating = song.mark.rating;
    if (const SongColour* colour = song_colour_named(song.mark.colour)) track.colour = colour->rgb;
    beside_.tracks.push_back(track);
    return place->second;
  }

  Annotation annotation_of(const IndexedSong& song) {
    Annotation annotation;
    if (auto read = read_annotation_of(song)) {
      annotation = std::move(*read);
    } else {
      annotation.title = song.title;
      annotation.artist = song.artist;
      annotation.album = song.album;
      annotation.duration = song.duration;
    }
    annotation.audio = song.audio.string();
    return annotation;
  }

  std::optional<Annotation> read_annotation_of(const IndexedSong& song) {
    if (song.annotation.empty()) return std::nullopt;
    std::string why = "is missing or malformed; write it again with `tactus library add`";
    try {
      if (auto read = annotation_there(song.annotation, Format::kJams)) return read;
    } catch (const Error& error) {
      why = error.what();
    }
    faults_.push_back(fmt::format("{}: without beats and keys, because its JAMS file {}: {}",
                                  song.audio.string(), song.annotation.string(), why));
    return std::nullopt;
  }

  void add_playlists() {
    const PersonalLibrary personal = index_.personal();
    const std::vector<Playlist> all = personal.playlists();
    std::map<std::int64_t, std::vector<PlaylistSong>> taken;
    std::set<std::int64_t> wanted;  // with their folders
    for (const Playlist& playlist : all) {
      if (playlist.folder || (only_ != 0 && playlist.id != only_)) continue;
      std::vector<PlaylistSong> songs = personal.songs_of(playlist.id);
      if (songs.empty() || !std::ranges::all_of(songs, [&](auto& song) { return is_here(song); }))
        continue;
      taken[playlist.id] = std::move(songs);
      for (const Playlist* above = &playlist; above;) {
        wanted.insert(above->id);
        const auto folder = std::ranges::find(all, above->parent, &Playlist::id);
        above = folder == all.end() ? nullptr : &*folder;
      }
    }
    std::map<std::int64_t, std::size_t> numbers;
    for (const Playlist& playlist : all) {
      if (!wanted.contains(playlist.id)) continue;
      const auto parent = numbers.find(playlist.parent);
      CollectionList list{playlist.name,
                          parent == numbers.end() ? CollectionList::kTop : parent->second,
                          playlist.folder};
      for (const PlaylistSong& song : taken[playlist.id]) {
        IndexedSong listed;
        listed.audio = song.audio;
        listed.title = song.name.empty() ? song.audio.stem().string() : song.name;
        listed.mark = personal.mark_of(song.audio);
        list.tracks.push_back(add(listed));
      }
      numbers[playlist.id] = beside_.lists.size();
      beside_.lists.push_back(std::move(list));
    }
  }

  bool is_here(const PlaylistSong& song) const {
    return tracks_.contains(song.audio) || !index_.at(song.audio);
  }

  const LibraryIndex& index_;
  const std::int64_t only_;
  std::vector<std::string>& faults_;
  std::vector<Annotation> annotations_;
  SongCollection beside_;
  std::map<fs::path, std::size_t> tracks_;
};

}  // namespace

std::string song_name(const IndexedSong& song) {
  if (song.artist.empty()) return song.title;
  return song.artist + " - " + song.title;
}

std::string song_list_text(const std::vector<IndexedSong>& songs, const LibraryIndex& index,
                           const fs::path& file, std::vector<std::string>& faults,
                           std::int64_t only) {
  const std::string ending = file.extension().string();
  if (ending == ".m3u8" || ending == ".m3u") return playlist_of(songs);
  if (ending == ".xml") return CollectionWriter(index, only, faults).text(songs);
  throw ArgumentError(fmt::format(
      "{}: expected a playlist (.m3u8) or a rekordbox collection (.xml)", file.string()));
}

}  // namespace tactus
