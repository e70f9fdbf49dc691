#include "ui/files/recovery_store.h"

#include <QUuid>
#include <fstream>
#include <system_error>

#include "datasets/formats/format.h"
#include "features/files/atomic_file.h"

namespace tactus::ui {

namespace fs = std::filesystem;

namespace {

constexpr const char* kRecoveredFile = "piece.jams";
constexpr const char* kTarget = "target.txt";
constexpr const char* kLock = "lock";

void remove_quietly(const fs::path& path) {
  std::error_code ignored;
  fs::remove_all(path, ignored);
}

std::string first_line(const fs::path& path) {
  std::ifstream file(path);
  std::string line;
  std::getline(file, line);
  return line;
}

// True if the session that made the folder is still running.
bool alive(const fs::path& folder) {
  QLockFile lock(QString::fromStdString((folder / kLock).string()));
  lock.setStaleLockTime(0);
  return !lock.tryLock(0);
}

}  // namespace

RecoveryStore::RecoveryStore(fs::path root)
    : root_(std::move(root)),
      folder_(root_ / QUuid::createUuid().toString(QUuid::WithoutBraces).toStdString()) {
  worker_.setMaxThreadCount(1);
}

RecoveryStore::~RecoveryStore() {
  clear();
  flush();
}

void RecoveryStore::write(const fs::path& audio, const fs::path& file,
                          const Annotation& annotation) {
  worker_.start([this, audio, file, copy = annotation]() mutable {
    try {
      fs::create_directories(folder_);
      if (!lock_) {
        lock_ = std::make_unique<QLockFile>(QString::fromStdString((folder_ / kLock).string()));
        lock_->setStaleLockTime(0);
        lock_->tryLock(0);
      }
      copy.audio = audio.string();
      write_file_atomically(folder_ / kTarget, file.string() + "\n");
      write_annotation(copy, Format::kJams, folder_ / kRecoveredFile);
    } catch (const std::exception&) {
      // Disk full or no permission: the next save by the user reports it.
    }
  });
}

void RecoveryStore::clear() {
  worker_.start([this] {
    lock_.reset();
    remove_quietly(folder_);
  });
}

std::vector<Leftover> RecoveryStore::leftovers() const {
  std::vector<Leftover> found;
  std::error_code error;
  for (const auto& entry : fs::directory_iterator(root_, error)) {
    const fs::path& folder = entry.path();
    if (folder == folder_ || !entry.is_directory() || alive(folder)) continue;
    try {
      Annotation annotation = read_annotation(folder / kRecoveredFile, Format::kJams);
      found.push_back(
          {folder, annotation.audio, first_line(folder / kTarget), std::move(annotation)});
    } catch (const FormatError&) {
      remove_quietly(folder);
    }
  }
  return found;
}

void RecoveryStore::discard(const Leftover& leftover) {
  remove_quietly(leftover.folder);
}

}  // namespace tactus::ui
