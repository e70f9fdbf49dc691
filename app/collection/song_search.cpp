#include "app/collection/song_search.h"

#include <fmt/core.h>

#include <utility>

namespace tactus {

namespace fs = std::filesystem;

namespace {

std::vector<FoundSong> similar_songs(const LibraryIndex& index, const SongSearch& search) {
  const auto wanted = index.harmony_of(search.song);
  if (!wanted)
    throw InputError(fmt::format("{}: is not in the index; add it with `tactus library add`",
                                 search.song.string()));
  const std::size_t limit = search.limit ? search.limit : kUsualSimilar;
  std::vector<FoundSong> found;
  for (auto& [other, unlike] : index.similar(*wanted, parse_query(search.query), limit + 1)) {
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

}  // namespace

std::vector<FoundSong> find_songs(const LibraryIndex& index, const SongSearch& search) {
  if (search.kind == SongSearch::Kind::kSimilar) return similar_songs(index, search);
  if (search.kind == SongSearch::Kind::kDuplicates) return duplicate_songs(index);
  LibraryIndex::Request request{.condition = parse_query(search.query),
                                .order = parse_order(search.order),
                                .limit = search.limit};
  if (!search.progression.empty()) request.steps = progression_steps(search.progression);
  if (search.kind == SongSearch::Kind::kWorst) {
    request.condition.sql += " AND review <> 'checked'";
    request.order = "confidence, path";
  }
  std::vector<FoundSong> found;
  for (IndexedSong& song : index.find(request)) found.push_back({std::move(song)});
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
