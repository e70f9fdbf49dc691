// What is being worked on, kept beside the saved files in case the program dies. Every session has
// a folder of its own under the recovery folder, locked while it lives; a folder without a living
// session is a leftover, offered once.
//
//   RECOVERY/SESSION/lock, piece.jams (the annotation, with the audio's path), target.txt (where it
//   would be saved)
#pragma once

#include <QLockFile>
#include <QThreadPool>
#include <filesystem>
#include <memory>
#include <vector>

#include "model/annotation.h"

namespace tactus::ui {

struct Leftover {
  std::filesystem::path folder;
  std::filesystem::path audio;
  std::filesystem::path file;  // where it would be saved
  Annotation annotation;
};

class RecoveryStore {
 public:
  // `root` is made when something is written.
  explicit RecoveryStore(std::filesystem::path root);
  ~RecoveryStore();  // a session that ends properly leaves nothing

  // Both return at once; the work is done in their order by a thread. A fault is no error: recovery
  // must never stand in the way.
  void write(const std::filesystem::path& audio, const std::filesystem::path& file,
             const Annotation& annotation);
  void clear();
  void flush() { worker_.waitForDone(); }

  // Of sessions that no longer live. Unreadable ones are left out and removed.
  std::vector<Leftover> leftovers() const;
  static void discard(const Leftover& leftover);

 private:
  std::filesystem::path root_;
  std::filesystem::path folder_;
  std::unique_ptr<QLockFile> lock_;  // used by the worker only
  QThreadPool worker_;               // one thread
};

}  // namespace tactus::ui
