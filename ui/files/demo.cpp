#include "ui/files/demo.h"

#include <algorithm>
#include <utility>
#include <vector>

#include "app/cli/program/program_places.h"
#include "app/engine/songs/annotation_files.h"
#include "audio/file_extensions.h"
#include "ui/document/annotation_document.h"
#include "ui/files/song_session.h"

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

DemoOpening::DemoOpening(SongSession& files, AnnotationDocument& document, QObject* parent)
    : QObject(parent), files_(files), document_(document) {
  // Queued: the tagger is free before the session has its result.
  connect(
      &files_.tagger(), &BackgroundTagger::busyChanged, this,
      [this](bool busy) {
        if (!busy) follow();
      },
      Qt::QueuedConnection);
  connect(&files_, &SongSession::opened, this, [this] {
    if (document_.audioPath() != song_.audio) setPending(false);
  });
}

bool DemoOpening::open(const fs::path& folder) {
  song_ = first_demo_song(folder);
  setPending(true);
  if (song_.audio.empty() || !files_.open(song_.audio)) {
    setPending(false);
    return false;
  }
  if (document_.isTagged()) complete();
  return true;
}

// The networks are done, were stopped or failed.
void DemoOpening::follow() {
  if (!pending_ || files_.tagger().busy()) return;
  if (document_.isTagged()) {
    files_.save();
    complete();
  } else {
    setPending(false);
  }
}

void DemoOpening::complete() {
  if (!song_.reference.empty()) files_.comparing().addFile(song_.reference);
  setPending(false);
}

void DemoOpening::setPending(bool pending) {
  if (std::exchange(pending_, pending) != pending) emit pendingChanged();
}

}  // namespace tactus::ui
