// Keeps unsaved work for the case that the program dies. Every session has its own folder under the
// recovery folder and locks it while it runs. A folder without a running session is a leftover; the
// window offers it once.
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
  std::filesystem::path file;  // target of a save
  Annotation annotation;
};

class RecoveryStore {
 public:
  // `root` is created at the first write.
  explicit RecoveryStore(std::filesystem::path root);
  ~RecoveryStore();  // a normal exit removes the session

  // Both return at once; one thread does the work in order. Errors are ignored, because recovery
  // must never disturb the user.
  void write(const std::filesystem::path& audio, const std::filesystem::path& file,
             const Annotation& annotation);
  void clear();
  void flush() { worker_.waitForDone(); }

  // Work of sessions that no longer run. Unreadable folders are skipped and removed.
  std::vector<Leftover> leftovers() const;
  static void discard(const Leftover& leftover);

 private:
  std::filesystem::path root_;
  std::filesystem::path folder_;
  std::unique_ptr<QLockFile> lock_;  // used by the worker only
  QThreadPool worker_;               // one thread
};

}  // namespace tactus::ui
