#include "app/collection/song_list_text.h"

#include <fmt/core.h>

#include <algorithm>
#include <utility>

#include "app/engine/songs/song_files.h"
#include "datasets/formats/file_location.h"
#include "datasets/formats/format.h"
#include "datasets/formats/text_lines.h"

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

std::string collection_of(const std::vector<IndexedSong>& songs) {
  std::vector<Annotation> annotations;
  for (const IndexedSong& song : songs) {
    auto annotation = annotation_there(song.annotation, Format::kJams);
    if (!annotation)
      throw InputError(
          fmt::format("{}: is missing or malformed; write it again with `tactus library add`",
                      song.annotation.string()));
    annotation->audio = song.audio.string();
    annotations.push_back(std::move(*annotation));
  }
  return serialise_annotations(annotations, Format::kRekordbox);
}

}  // namespace

std::string song_name(const IndexedSong& song) {
  if (song.artist.empty()) return song.title;
  return song.artist + " - " + song.title;
}

std::string song_list_text(const std::vector<IndexedSong>& songs, const fs::path& file) {
  const std::string ending = file.extension().string();
  if (ending == ".m3u8" || ending == ".m3u") return playlist_of(songs);
  if (ending == ".xml") return collection_of(songs);
  throw ArgumentError(fmt::format(
      "{}: expected a playlist (.m3u8) or a rekordbox collection (.xml)", file.string()));
}

}  // namespace tactus
