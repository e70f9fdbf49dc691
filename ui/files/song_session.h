// Opens, tags, saves and recovers songs: the steps between document and disk. Contains no widget;
// file_actions asks the user and shows errors.
#pragma once

#include <QObject>
#include <QTimer>
#include <cstdint>
#include <filesystem>
#include <memory>
#include <system_error>

#include "ui/files/background_tagger.h"
#include "ui/files/compare_session.h"
#include "ui/files/file_faults.h"
#include "ui/files/recovery_store.h"

namespace tactus::ui {

class AnnotationEditor;

class SongSession : public QObject {
  Q_OBJECT

 public:
  // The editor must outlive this object.
  SongSession(AnnotationEditor& editor, std::filesystem::path recovery_folder,
              QObject* parent = nullptr);

  BackgroundTagger& tagger() { return tagger_; }
  RecoveryStore& recovery() { return recovery_; }
  CompareSession& comparing() { return comparing_; }

  // Opens an audio or annotation file. On error it emits failed and returns false; the open song
  // stays.
  bool open(const std::filesystem::path& path);
  void recover(const Leftover& leftover);
  void tagAgain();
  void stopTagging();  // the annotation stays as it is
  // Not if the folder of the annotation is gone, or the disk that it was on: a new folder would lie
  // on another disk.
  bool save();
  bool saveAs(const std::filesystem::path& file);
  // True if another program changed the annotation file after it was opened or saved here. Saving
  // would overwrite that change.
  bool changedOnDisk() const;
  // Says so. Files exported by this window do not count as changes by other programs.
  void exported(const std::vector<std::filesystem::path>& files);

  void setAutosaveSeconds(double seconds);

 signals:
  void opened(const QString& path);
  void saved(const QString& path);
  void failed(const QString& reason);
  void message(const QString& text);
  void noted(const QStringList& notes);  // of the files that were opened

 private:
  // When the result of tagging replaces the annotation: never for a song with an annotation; for an
  // untagged song unless the user edits it meanwhile; always if the user asked for it.
  enum class Tagging { kNone, kFirst, kAskedFor };

  void show(const std::filesystem::path& audio, const std::filesystem::path& file,
            Annotation annotation, bool recovered);
  void take(const std::shared_ptr<const TaggedSong>& tagged);
  std::error_code faultOfFolder() const;
  bool tellUnsaved(const std::filesystem::path& file, const std::exception& error);  // false
  void autosave();
  void secure();

  AnnotationEditor& editor_;
  AnnotationDocument& document_;
  BackgroundTagger tagger_;
  CompareSession comparing_;
  RecoveryStore recovery_;
  QTimer autosave_;
  FileStamp on_disk_;            // state of the annotation file when it was opened or saved
  std::uint64_t disk_ = 0;       // of its folder at that time
  bool unsaved_change_ = false;  // since the last autosave
  Tagging tagging_ = Tagging::kNone;
};

// Duration of audio in seconds according to the file header, 0 if the header does not state it.
// Throws AudioError.
double claimed_duration(const std::filesystem::path& audio);

}  // namespace tactus::ui
