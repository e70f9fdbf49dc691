#include "ui/files/demo.h"

#include <algorithm>
#include <vector>

#include "app/cli/program/program_places.h"
#include "app/engine/songs/annotation_files.h"
#include "audio/file_extensions.h"

namespace tactus::ui {

namespace fs = std::filesystem;

namespace {

constexpr const char* kReferences = "annotations";
constexpr const char* kManifest = "manifest.yaml";

std::vector<fs::path> songs_of(const fs::path& folder) {
  std::vector<fs::path> songs;
  std::error_code error;
  for (const auto& entry : fs::directory_iterator(folder, error)) {
    if (has_audio_extension(entry.path())) songs.push_back(entry.path());
  }
  std::sort(songs.begin(), songs.end());
  return songs;
}

}  // namespace

fs::path shipped_demo_folder() {
  const fs::path folder = shipped_folder("demo");
  return songs_of(folder).empty() ? fs::path() : folder;
}

fs::path copy_demo(const fs::path& to) {
  const fs::path from = shipped_demo_folder();
  if (from.empty()) return {};
  constexpr auto kKeep = fs::copy_options::skip_existing;
  std::error_code error;
  fs::create_directories(to, error);
  for (const fs::path& song : songs_of(from))
    fs::copy_file(song, to / song.filename(), kKeep, error);
  fs::copy_file(from / kManifest, to / kManifest, kKeep, error);
  fs::copy(from / kReferences, to / kReferences, kKeep | fs::copy_options::recursive, error);
  return songs_of(to).empty() ? fs::path() : to;
}

DemoSong first_demo_song(const fs::path& folder) {
  const auto songs = songs_of(folder);
  if (songs.empty()) return {};
  const auto references = annotations_in(folder / kReferences, songs.front().stem().string());
  return {songs.front(), references.empty() ? fs::path() : references.front()};
}

}  // namespace tactus::ui
