// Opening, tagging, saving and recovering pieces: what happens between the document and the disk.
// Knows no widget; who asks the person and shows faults is file_actions.
#pragma once

#include <QObject>
#include <QTimer>
#include <filesystem>
#include <memory>

#include "ui/files/file_faults.h"
#include "ui/files/listener.h"
#include "ui/files/recovery_store.h"

namespace tactus::ui {

class AnnotationEditor;

class PieceFiles : public QObject {
  Q_OBJECT

 public:
  // The editor must outlive it.
  PieceFiles(AnnotationEditor& editor, std::filesystem::path recovery_folder,
             QObject* parent = nullptr);

  Listener& listener() { return listener_; }
  RecoveryStore& recovery() { return recovery_; }

  // An audio or annotation file. False, with the signal failed, when it cannot be opened; the piece
  // that was open stays then.
  bool open(const std::filesystem::path& path);
  void recover(const Leftover& leftover);
  // The reference is remembered for the song, and comes again when the song is opened.
  bool loadReference(const std::filesystem::path& path);
  void closeReference();
  void tagAgain();
  void stopTagging();  // the annotation stays as it is
  bool save();
  bool saveAs(const std::filesystem::path& file);
  // Somebody else has written the annotation's file since it was opened or saved here: saving would
  // replace what they wrote.
  bool changedOnDisk() const;
  // What this window has exported counts as none of the others' work.
  void exported(const std::vector<std::filesystem::path>& files);

  void setAutosaveSeconds(double seconds);

 signals:
  void opened(const QString& path);
  void saved(const QString& path);
  void failed(const QString& reason);
  void message(const QString& text);

 private:
  // Whether the networks' result replaces the annotation: not where it was there already; in an
  // untagged piece unless a person puts something there meanwhile; always where they ask for it.
  enum class Tagging { kNone, kFirst, kAskedFor };

  void show(const std::filesystem::path& audio, const std::filesystem::path& file,
            Annotation annotation, bool recovered);
  void take(const std::shared_ptr<const Listening>& heard);
  bool editedMeanwhile() const;
  void autosave();
  void secure();
  void showRememberedReference();

  AnnotationEditor& editor_;
  AnnotationDocument& document_;
  Listener listener_;
  RecoveryStore recovery_;
  QTimer autosave_;
  FileStamp on_disk_;            // the annotation's file as it was opened or saved
  bool unsaved_change_ = false;  // since the last autosave
  Tagging tagging_ = Tagging::kNone;
  std::vector<LabelledSegment> keys_as_opened_;
};

// Seconds of audio that a file's header says, 0 where it does not say. Throws AudioError.
double claimed_duration(const std::filesystem::path& audio);

}  // namespace tactus::ui
