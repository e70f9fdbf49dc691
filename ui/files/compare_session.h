// Loads and makes what the open song is compared with, and remembers it from one start to the next.
// Contains no widget.
#pragma once

#include <QObject>
#include <filesystem>
#include <memory>
#include <vector>

#include "ui/document/annotation_document.h"
#include "ui/files/background_tagger.h"

namespace tactus::ui {

class CompareSession : public QObject {
  Q_OBJECT

 public:
  // Both must outlive this object. Models run on the device of `main`.
  CompareSession(AnnotationDocument& document, const BackgroundTagger& main,
                 QObject* parent = nullptr);

  // Reads a file of any format, for its missing layers also the other files of its name beside it.
  // On error it emits failed and returns false. A file that is there already is read again.
  bool addFile(const std::filesystem::path& file);
  // Tags the song with the models in the background, one after the other; none = those shipped.
  void addModels(const QStringList& models);
  // The annotation as it was when the song was opened or, for a song without one, first tagged.
  void addOpened();
  // The versions that were kept at saving (song.jams.orig, song.jams.orig2), the newest first.
  std::vector<std::filesystem::path> savedVersions() const;
  // Removes it for good; stops its models.
  void remove(int id);
  // Makes it the annotation of the song: one undoable step.
  void takeOver(int id);

  // Adds what the open song was compared with before. What cannot be read is said and stays in the
  // list until a person removes it.
  void restore();

 signals:
  void failed(const QString& reason);
  void message(const QString& text);
  void progressed(int id, double done);  // of its models, 0..1

 private:
  void remember() const;
  void watchOpened();
  void startNext();
  void finish(const std::shared_ptr<const TaggedSong>& tagged);

  AnnotationDocument& document_;
  const BackgroundTagger& main_;
  BackgroundTagger tagger_;
  int tagged_ = 0;     // the comparison whose models are at work; 0 = none
  Annotation opened_;  // the state when the song was opened
};

}  // namespace tactus::ui
