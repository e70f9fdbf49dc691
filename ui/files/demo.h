// The demo songs of the program, for the first start and the first training.
#pragma once

#include <QObject>
#include <filesystem>

namespace tactus::ui {

// Returns PREFIX/share/tactus/demo beside an installed program, else datasets/demo of the source
// tree of the build. Empty if neither exists.
std::filesystem::path shipped_demo_folder();

// Copies the songs, true annotations and manifest to a folder of the user, who can edit
// and save them.
// Existing files stay. Returns the folder; empty on failure.
std::filesystem::path copy_demo(const std::filesystem::path& to);

struct DemoSong {
  std::filesystem::path audio;
  std::filesystem::path reference;  // empty = none
};
DemoSong first_demo_song(const std::filesystem::path& folder);

class AnnotationDocument;
class SongSession;

// Opens the first demo song with its tags: the first time it is pending until the networks have
// tagged it, which is then saved beside the copy. Its true annotation is compared after that.
class DemoOpening : public QObject {
  Q_OBJECT

 public:
  // Both must outlive this object.
  DemoOpening(SongSession& files, AnnotationDocument& document, QObject* parent = nullptr);
  // `folder` is of copy_demo. False: the song cannot be opened; the session says why.
  bool open(const std::filesystem::path& folder);
  // The song is open, and nobody needs to see it yet.
  bool pending() const { return pending_; }

 signals:
  void pendingChanged();

 private:
  void follow();
  void complete();
  void setPending(bool pending);

  SongSession& files_;
  AnnotationDocument& document_;
  DemoSong song_;
  bool pending_ = false;
};

}  // namespace tactus::ui
