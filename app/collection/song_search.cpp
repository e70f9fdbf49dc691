#include "app/collection/song_search.h"

#include <fmt/core.h>

#include <algorithm>
#include <iterator>
#include <map>
#include <set>
#include <utility>

#include "app/collection/folded_text.h"

namespace tactus {

namespace fs = std::filesystem;

namespace {

void require_playlists(const PersonalLibrary& personal, const std::vector<std::string>& names) {
  if (names.empty()) return;
  const std::vector<Playlist> all = personal.playlists();
  const auto full_names = full_names_of(all);
  std::set<std::string> known;
  std::vector<std::string> shown;
  for (std::size_t i = 0; i < all.size(); ++i) {
    if (all[i].folder) continue;
    known.insert(folded(all[i].name));
    known.insert(folded(full_names[i]));
    shown.push_back(full_names[i]);
  }
  for (const std::string& name : names) {
    if (!known.contains(folded(name)))
      throw ArgumentError(fmt::format("no playlist \"{}\"; there {}", name, listed(shown)));
  }
}

std::vector<FoundSong> similar_songs(const LibraryIndex& index, const SongSearch& search) {
  const auto wanted = index.harmony_of(search.song);
  if (!wanted)
    throw InputError(fmt::format("{}: is not in the index; add it with `tactus library add`",
                                 search.song.string()));
  const std::size_t limit = search.limit ? search.limit : kUsualSimilar;
  std::vector<FoundSong> found;
  const SqlCondition condition = parse_query(search.query);
  require_playlists(index.personal(), condition.playlists);
  for (auto& [other, unlike] : index.similar(*wanted, condition, limit + 1)) {
    if (other.audio != search.song && found.size() < limit)
      found.push_back({std::move(other), unlike});
  }
  return found;
}

std::vector<FoundSong> duplicate_songs(const LibraryIndex& index) {
  std::vector<FoundSong> found;
  std::size_t number = 0;
  for (auto& group : index.duplicates()) {
    ++number;
    for (IndexedSong& song : group) found.push_back({std::move(song), std::nullopt, number});
  }
  return found;
}

std::string name_in_playlist(const PlaylistSong& song) {
  return song.name.empty() ? song.audio.stem().string() : song.name;
}

// `songs` at all their places in the playlist, and with them, if `all`, those without a row.
std::vector<FoundSong> at_their_places(const PersonalLibrary& personal, std::int64_t id,
                                       const std::vector<IndexedSong>& songs, bool by_place,
                                       bool all) {
  const std::vector<PlaylistSong> playlist = personal.songs_of(id);
  std::map<fs::path, const IndexedSong*> rows;
  for (const IndexedSong& song : songs) rows[song.audio] = &song;
  std::map<fs::path, std::vector<std::size_t>> places;
  std::vector<FoundSong> found, unknown;
  for (std::size_t i = 0; i < playlist.size(); ++i) {
    const PlaylistSong& song = playlist[i];
    const auto row = rows.find(song.audio);
    places[song.audio].push_back(i + 1);
    if (row == rows.end() && !all) continue;
    FoundSong here;
    here.place = i + 1;
    here.indexed = row != rows.end();
    if (here.indexed) {
      here.song = *row->second;
    } else {
      here.song.audio = song.audio;
      here.song.title = name_in_playlist(song);
      here.song.mark = personal.mark_of(song.audio);
    }
    (by_place || here.indexed ? found : unknown).push_back(std::move(here));
  }
  if (by_place) return found;
  found.clear();
  for (const IndexedSong& song : songs) {
    for (const std::size_t place : places[song.audio])
      found.push_back({.song = song, .place = place});
  }
  std::ranges::move(unknown, std::back_inserter(found));
  return found;
}

}  // namespace

std::vector<FoundSong> find_songs(const LibraryIndex& index, const SongSearch& search) {
  if (search.kind == SongSearch::Kind::kSimilar) return similar_songs(index, search);
  if (search.kind == SongSearch::Kind::kDuplicates) return duplicate_songs(index);
  const bool backwards = search.order == std::string("-") + kPlaylistOrder;
  const bool by_place = search.playlist != 0 && (backwards || search.order == kPlaylistOrder);
  LibraryIndex::Request request{.condition = parse_query(search.query),
                                .order = by_place ? "path" : parse_order(search.order)};
  require_playlists(index.personal(), request.condition.playlists);
  if (search.playlist == 0) request.limit = search.limit;
  if (!search.progression.empty()) request.steps = progression_steps(search.progression);
  const bool worst = search.kind == SongSearch::Kind::kWorst;
  if (worst) {
    request.condition.sql += " AND review <> 'checked'";
    request.order = parse_order("confidence");
  }
  if (search.playlist != 0) {
    request.condition.sql += " AND path IN (SELECT entry.path FROM entry WHERE playlist = ?)";
    request.condition.values.emplace_back(search.playlist);
  }
  std::vector<IndexedSong> songs = index.find(request);
  std::vector<FoundSong> found;
  if (search.playlist != 0) {
    const bool all = !worst && search.query.empty() && search.progression.empty();
    found = at_their_places(index.personal(), search.playlist, songs, by_place && !worst, all);
    if (by_place && backwards) std::ranges::reverse(found);
    if (search.limit > 0 && found.size() > search.limit) found.resize(search.limit);
    return found;
  }
  for (IndexedSong& song : songs) found.push_back({std::move(song)});
  return found;
}

std::vector<fs::path> missing_songs(const LibraryIndex& index) {
  std::vector<fs::path> gone;
  for (IndexedSong& song : index.find({})) {
    std::error_code unknown;
    if (!fs::exists(song.audio, unknown) && !unknown) gone.push_back(std::move(song.audio));
  }
  return gone;
}

}  // namespace tactus
