// The review of the open song: its doubtful places, the selected one, and what keys do with it.
// Contains no widget. The selected place is also the current item of the editor while a person
// works in the queue, so no command acts on another one.
#pragma once

#include <QObject>
#include <QVector>
#include <optional>

#include "model/editing/review_corrections.h"
#include "model/editing/song_correction.h"
#include "ui/document/annotation_editor.h"

namespace tactus::ui {

// What a digit does at the selected place.
struct ReviewChoice {
  QString text;
  QString label;          // of a chord or key; else empty
  Correction correction;  // of beats
};

class ReviewSession : public QObject {
  Q_OBJECT

 public:
  // The editor must outlive the session.
  explicit ReviewSession(AnnotationEditor& editor, QObject* parent = nullptr);

  AnnotationEditor& editor() const { return editor_; }
  // The share of beats, bars, chords and keys that a person should look at, 0..1.
  void setShare(double share);

  const std::vector<ReviewPlace>& places() const { return places_; }  // ranked, without the done
  std::size_t total() const { return total_; }        // places, with those accepted or corrected
  std::size_t selected() const { return selected_; }  // places().size() = none
  const ReviewPlace* place() const;                   // the selected one
  QString title(const ReviewPlace& place) const;      // "Chord Dm7"
  QString emptyReason() const;                        // why there is no place
  QVector<ReviewChoice> choices() const;              // at most nine
  // What is wrong with the whole song, as a question with its remedy: "The beats lie between the
  // peaks: half a beat earlier?" Empty if nothing is, or the person has said no.
  QString songQuestion() const;

 public slots:
  void select(std::size_t index);  // shows the place in the lanes
  void showSelected();
  void goToNext();   // from the place at the cursor; after the last comes the first
  void goToWorst();  // the first
  void accept();     // the selected place is right; undoable where the file can hold it
  void choose(int digit);
  void deleteItem();             // of the selected place; bars have none
  void takeSongCorrection();     // yes to songQuestion()
  void dismissSongCorrection();  // no, while the song is open

 signals:
  void placesChanged();
  void selectionChanged();
  void songQuestionChanged();

 private:
  const AnnotationDocument& document() const { return editor_.document(); }
  void rank();
  void reload();
  void rateBars();
  void checkSong();
  bool isAccepted(const ReviewPlace& place) const;
  QString textOf(const Correction& correction) const;
  QString songText(const SongCorrection& correction) const;

  AnnotationEditor& editor_;
  double share_ = 0.2;
  DoubtLimits limits_;
  std::vector<double> bars_;  // confidence per downbeat, empty without activations
  std::vector<ReviewPlace> places_;
  std::vector<ReviewPlace> accepted_;  // what is odd by itself and right nevertheless
  std::size_t selected_ = 0;
  bool begun_ = false;  // a person has chosen a place; until then the first one is selected
  std::size_t total_ = 0;
  std::optional<SongCorrection> song_;
  bool song_dismissed_ = false;
};

}  // namespace tactus::ui
