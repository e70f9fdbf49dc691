// The page on which a person sees, plays and corrects one song: the lanes and the controls around
// them.
#pragma once

#include <optional>
#include <vector>

#include "model/annotation.h"
#include "ui/page/page.h"

class QMenu;
class QRect;

namespace tactus::ui {

class AnnotationDocument;
class AnnotationEditor;
class BeatLane;
class ChordLane;
class CompareLanes;
class CueLane;
class DifferenceLane;
class LaneStack;
class NoteLane;
class NoticeBar;
class PlaybackBar;
class ReviewSession;
class ScorePanel;
class SegmentEntry;
class SegmentLane;
class SongLyrics;
class SoundController;
class TimeAxis;
class UserLanes;

class AnnotatePage : public Page {
  Q_OBJECT

 public:
  explicit AnnotatePage(QWidget* parent = nullptr);
  ~AnnotatePage() override;

  AnnotationDocument& document() const { return *document_; }
  TimeAxis& axis() const { return *axis_; }
  AnnotationEditor& editor() const { return *editor_; }
  ReviewSession& review() const { return *review_; }
  LaneStack& lanes() const { return *lanes_; }
  SongLyrics& lyrics() const { return *lyrics_; }
  SoundController& sound() const { return *sound_; }
  PlaybackBar& bar() const { return *bar_; }
  CompareLanes& comparing() const { return *compare_lanes_; }
  UserLanes& userLanes() const { return *user_lanes_; }
  DifferenceLane& differences() const { return *difference_lane_; }

  // Menus of a right click on the lanes of beats, of chords, of keys and sections, and of cues. The
  // page does not own them.
  void setContextMenus(QMenu* beats, QMenu* chords, QMenu* structure, QMenu* cues);
  // Shows note onsets as faint lines on the waveform and the beats.
  void setOnsetsShown(bool on);
  // Tints beats and chords by their confidence.
  void setDoubtShown(bool on);
  // Takes ownership of a page that is shown instead of the lanes, while `shown`: it says what a
  // person can begin with.
  void setStartPage(QWidget* page);
  void showStartPage(bool shown);
  QWidget* songView() override;
  void zoom(double factor) override;
  void apply(const Settings& settings) override;
  void takeKeys() override;  // the lanes do

 public slots:
  // Asks for the name of the segment of the selection, the current one, or the one at the cursor.
  // Does nothing in a checked song, like askToBegin.
  void askForName(SegmentLayer layer, const QString& begin = {});
  // Asks for the name of a segment that begins at the cursor.
  void askToBegin(SegmentLayer layer);
  // Asks for the words of the note at the cursor or of the selection, old or new.
  void askForNote();
  // Asks for a file of lyrics for the open song.
  void askForLyrics();
  // Asks for the name of the current cue, or of the one at the cursor.
  void askForCueName();
  // Asks for the tempo of the selected beats, else of those around the cursor.
  void askForTempo();
  // The same for a tempo that begins with a beat at the cursor.
  void askForTempoFrom();
  // Asks for a bar or a time and goes there.
  void askForPlace();
  // What the readers of the annotation files assumed or left out, above the lanes.
  void showFileNotes(const QStringList& notes);

 protected:
  // Escape that no open widget takes: no item is current, nothing is selected, and the lanes have
  // the keyboard.
  void keyPressEvent(QKeyEvent* event) override;

 private:
  void buildLanes();  // all lanes from top to bottom; a lane is one line here
  void showFilledLanes();
  void askForWords(std::optional<std::size_t> note);
  SegmentLane& laneOf(SegmentLayer layer) const;
  void showLane(SegmentLayer layer);
  QRect placeOn(SegmentLayer layer, int x) const;

  AnnotationDocument* document_;
  TimeAxis* axis_;
  AnnotationEditor* editor_;
  ReviewSession* review_;
  SongLyrics* lyrics_;
  SoundController* sound_;
  LaneStack* lanes_;
  ScorePanel* scores_;
  SegmentEntry* entry_;
  PlaybackBar* bar_;
  NoticeBar* notice_;
  QWidget* start_ = nullptr;
  std::vector<QWidget*> of_song_;  // what the start page replaces
  BeatLane* beat_lane_ = nullptr;
  ChordLane* chord_lane_ = nullptr;
  std::vector<SegmentLane*> segment_lanes_;  // of segment_layers()
  NoteLane* note_lane_ = nullptr;
  CueLane* cue_lane_ = nullptr;
  DifferenceLane* difference_lane_ = nullptr;
  CompareLanes* compare_lanes_;
  UserLanes* user_lanes_;
};

}  // namespace tactus::ui
