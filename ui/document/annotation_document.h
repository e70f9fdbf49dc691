// The open song: its annotation, what it is compared with, the activations of the networks, the
// state of its file, and the undo stack. Contains no widget. Every change of the annotation is a
// command on the stack; signals report what changed.
#pragma once

#include <QObject>
#include <QString>
#include <QUndoStack>
#include <filesystem>
#include <memory>
#include <optional>

#include "features/frames/frame_matrix.h"
#include "model/annotation.h"
#include "model/decoding/bars/bar_decoder.h"
#include "model/decoding/beats/beat_decoder.h"
#include "model/editing/grid_edits.h"
#include "ui/document/comparisons.h"
#include "ui/document/edit_command.h"
#include "ui/document/time_axis.h"

namespace tactus::ui {

// Outputs of the networks for the song, see TagResult.
struct Activations {
  FrameMatrix beats;                   // [T,2] beat without downbeat, downbeat
  FrameMatrix chords;                  // [T,V] over chord_vocabulary()
  FrameMatrix attacks;                 // [T,2] envelope of the sound (attack_envelope.h)
  BeatDecoderParameters beat_decoder;  // of the model that gave the beat activations
  FrameMatrix bars;                    // [T,1] a bar starts; empty = no such model
  BarDecoderParameters bar_decoder;    // of that model
};

class AnnotationDocument : public QObject, private EditedAnnotation {
  Q_OBJECT

 public:
  explicit AnnotationDocument(QObject* parent = nullptr);
  ~AnnotationDocument() override;  // emits no signal

  bool isOpen() const { return !audio_.empty(); }
  const std::filesystem::path& audioPath() const { return audio_; }
  // The file that save() writes: the JAMS file beside the audio, unless another file was opened.
  const std::filesystem::path& annotationPath() const { return file_; }
  QString title() const;  // for display: title or file name of the song

  const Annotation& annotation() const override { return annotation_; }
  Comparisons& comparisons() { return comparisons_; }
  const Comparisons& comparisons() const { return comparisons_; }
  const Activations& activations() const { return *activations_; }  // empty matrices = none
  QUndoStack& undoStack() { return undo_; }
  bool isModified() const { return !undo_.isClean() || recovered_; }
  // The networks have tagged the song, and no file holds it yet: no work of a person, but lost
  // work.
  bool hasUnsavedTags() const { return unsaved_tags_ && isTagged(); }
  bool isTagged() const { return !annotation_.beats.empty() || !annotation_.chords.empty(); }
  bool isChecked() const { return annotation_.review == Review::kChecked; }

  // Opens another song. Discards undo steps, comparisons and activations.
  void open(const std::filesystem::path& audio, const std::filesystem::path& file,
            Annotation annotation);
  // Opens a song with recovered work: unsaved from the start.
  void openRecovered(const std::filesystem::path& audio, const std::filesystem::path& file,
                     Annotation annotation);
  void close();

  void setActivations(std::shared_ptr<const Activations> activations);
  // Applies the result of tagging as one step; refused for checked songs. Gestures end. What
  // tagging does not produce stays, names too, and keys or sections of which a person has set one.
  // The first tagging leaves all layers that the song has (of a file beside it), and is no unsaved
  // work: it can be repeated.
  bool setTagged(Annotation tagged);

  // Applies one undoable step. Returns false and emits refused if the song is checked. Returns
  // false without a signal if nothing changes. Sets the review state to "edited". If the beats
  // change, the grid stays only as long as they all lie on it (grid_after_edit); undo restores it.
  bool edit(const QString& text, Annotation next, GestureId gesture = 0);
  bool editBeats(const QString& text, std::vector<Beat> beats, GestureId gesture = 0);
  // Beats with their grid; the song's tempi follow.
  bool editGrid(const QString& text, GridBeats song, GestureId gesture = 0);
  GridBeats gridBeats() const { return {annotation_.beats, annotation_.grid}; }
  bool editSegments(SegmentLayer layer, const QString& text, std::vector<LabelledSegment> segments,
                    GestureId gesture = 0);
  bool editChords(const QString& text, std::vector<LabelledSegment> chords, GestureId gesture = 0) {
    return editSegments(SegmentLayer::kChords, text, std::move(chords), gesture);
  }
  // For widgets that open before an edit. Returns false and emits refused if the song is checked.
  bool allowsEdits();
  GestureId newGesture() { return ++last_gesture_; }
  // Tagging, or another song, has replaced what the gesture began with: its steps are refused
  // without a signal. 0 is over, too.
  bool isOver(GestureId gesture) const { return gesture <= ended_gestures_; }

  // Locks or unlocks the song; an unlocked song counts as edited. Undoable.
  void setChecked(bool checked);

  // Writes the annotation atomically as JAMS to annotationPath(), or to `file`, which becomes the
  // new path. Returns the copy of a file that Tactus had not written, or that was changed since.
  // Throws std::filesystem::filesystem_error, and KeptError for a link (output_files.h).
  std::optional<std::filesystem::path> save() { return saveAs(file_); }
  std::optional<std::filesystem::path> saveAs(const std::filesystem::path& file);

 signals:
  void opened();  // or closed: everything changed
  // Beats, segments, notes or cues changed between the two times; 0 and duration mean everything.
  void annotationChanged(double begin, double end);
  void activationsChanged();
  void stateChanged();  // modified, checked, path, names, grid: everything that is not drawn
  void refused(const QString& reason);

 private:
  void become(Annotation annotation) override;
  void reset(const std::filesystem::path& audio, const std::filesystem::path& file,
             Annotation annotation, bool recovered);

  std::filesystem::path audio_;
  std::filesystem::path file_;
  Annotation annotation_;
  Comparisons comparisons_;
  std::shared_ptr<const Activations> activations_;  // never null
  QUndoStack undo_;
  GestureId last_gesture_ = 0;
  GestureId ended_gestures_ = 0;  // up to this one
  bool unsaved_tags_ = false;
  bool recovered_ = false;  // opened from a recovery file and not yet saved
};

}  // namespace tactus::ui
