// The piece that is open: its annotation, a reference to compare with, what the networks heard, the
// state of its file, and the undo stack. Knows no widget. Every change of the annotation is a
// command on the stack; the signals say what changed.
#pragma once

#include <QObject>
#include <QString>
#include <QUndoStack>
#include <filesystem>
#include <memory>

#include "features/frames/frame_matrix.h"
#include "model/annotation.h"
#include "model/decoding/beats/beat_decoder.h"
#include "ui/document/edit_command.h"
#include "ui/document/time_axis.h"

namespace tactus::ui {

// What the networks heard in the piece, see TagResult.
struct Activations {
  FrameMatrix beats;                   // [T,2] beat that is no downbeat, downbeat
  FrameMatrix chords;                  // [T,V] over chord_vocabulary()
  BeatDecoderParameters beat_decoder;  // of the model that heard the beats
};

class AnnotationDocument : public QObject, private EditedAnnotation {
  Q_OBJECT

 public:
  explicit AnnotationDocument(QObject* parent = nullptr);
  ~AnnotationDocument() override;  // without a signal

  bool isOpen() const { return !audio_.empty(); }
  const std::filesystem::path& audioPath() const { return audio_; }
  // Where save() writes; the JAMS file beside the audio unless another was opened.
  const std::filesystem::path& annotationPath() const { return file_; }
  QString title() const;  // for people: the piece's title or file name

  const Annotation& annotation() const override { return annotation_; }
  const Annotation& reference() const { return reference_; }
  bool hasReference() const;
  const Activations& activations() const { return *activations_; }  // empty matrices = none
  QUndoStack& undoStack() { return undo_; }
  bool isModified() const { return !undo_.isClean() || recovered_; }
  bool isTagged() const { return !annotation_.beats.empty() || !annotation_.chords.empty(); }
  bool isChecked() const { return annotation_.review == Review::kChecked; }

  // Another piece. Forgets undo steps, reference and activations.
  void open(const std::filesystem::path& audio, const std::filesystem::path& file,
            Annotation annotation);
  // The same with what an interrupted session left: unsaved from the start.
  void openRecovered(const std::filesystem::path& audio, const std::filesystem::path& file,
                     Annotation annotation);
  void close();

  void setReference(Annotation reference);
  void setActivations(std::shared_ptr<const Activations> activations);
  // The networks' result as one undoable step; refused for checked pieces. What networks do not
  // say stays: the piece's names and sections. The first tagging of a piece does not count as
  // unsaved work: it can be had again.
  bool setTagged(Annotation tagged);

  // One undoable step. False, with the signal refused, when the piece is checked, and false without
  // it when nothing would change. The review state becomes "edited".
  bool edit(const QString& text, Annotation next, GestureId gesture = 0);
  bool editBeats(const QString& text, std::vector<Beat> beats, GestureId gesture = 0);
  bool editSegments(SegmentLayer layer, const QString& text, std::vector<LabelledSegment> segments,
                    GestureId gesture = 0);
  bool editChords(const QString& text, std::vector<LabelledSegment> chords, GestureId gesture = 0) {
    return editSegments(SegmentLayer::kChords, text, std::move(chords), gesture);
  }
  // For what opens before an edit is made: false, with the signal refused, when the piece is
  // checked.
  bool allowsEdits();
  GestureId newGesture() { return ++last_gesture_; }

  // Locks the piece, or unlocks it (then it counts as edited). Undoable.
  void setChecked(bool checked);

  // Writes the annotation atomically as JAMS to annotationPath(), or to `file`, which it becomes.
  // Throws std::filesystem::filesystem_error.
  void save() { saveAs(file_); }
  void saveAs(const std::filesystem::path& file);

 signals:
  void opened();  // or closed: everything is new
  // Beats or segments between the two times are other ones; 0, duration for everything.
  void annotationChanged(double begin, double end);
  void referenceChanged();
  void activationsChanged();
  void stateChanged();  // modified, checked, path, names, or anything else that is not drawn
  void refused(const QString& reason);

 private:
  void become(Annotation annotation) override;
  void reset(const std::filesystem::path& audio, const std::filesystem::path& file,
             Annotation annotation, bool recovered);

  std::filesystem::path audio_;
  std::filesystem::path file_;
  Annotation annotation_;
  Annotation reference_;
  std::shared_ptr<const Activations> activations_;  // never null
  QUndoStack undo_;
  GestureId last_gesture_ = 0;
  bool recovered_ = false;  // opened from a recovery file and not saved since
};

}  // namespace tactus::ui
