// The commands behind menus, keys and gestures on the open song. Connects the document and the time
// axis; contains no widget. Beat commands with a range act on the selection, or on the whole song
// without one.
#pragma once

#include <QObject>
#include <functional>
#include <optional>

#include "model/editing/beat_edits.h"
#include "model/editing/chord_passage.h"
#include "model/editing/grid_edits.h"
#include "model/editing/segment_edits.h"
#include "model/meter.h"
#include "ui/document/annotation_document.h"

namespace tactus::ui {

// The beat, segment, note or cue that keys act on.
struct CurrentItem {
  enum class Kind { kNone, kBeat, kSegment, kNote, kUserItem, kCue };
  Kind kind = Kind::kNone;
  std::size_t index = 0;
  SegmentLayer layer = SegmentLayer::kChords;  // of a segment
  std::size_t lane = 0;                        // of an item of one's own lanes
  bool operator==(const CurrentItem&) const = default;
};

class AnnotationEditor : public QObject {
  Q_OBJECT

 public:
  // Both must outlive the editor.
  AnnotationEditor(AnnotationDocument& document, TimeAxis& axis, QObject* parent = nullptr);

  AnnotationDocument& document() const { return document_; }
  TimeAxis& axis() const { return axis_; }

  const CurrentItem& current() const { return current_; }
  std::optional<std::size_t> currentBeat() const;
  std::optional<std::size_t> currentSegment(SegmentLayer layer) const;
  std::optional<std::size_t> currentChord() const { return currentSegment(SegmentLayer::kChords); }
  void setCurrentBeat(std::size_t index);
  void setCurrentSegment(SegmentLayer layer, std::size_t index);
  void setCurrentChord(std::size_t index) { setCurrentSegment(SegmentLayer::kChords, index); }
  std::optional<std::size_t> currentNote() const;
  void setCurrentNote(std::size_t index);
  std::optional<std::size_t> currentCue() const;
  void setCurrentCue(std::size_t index);
  void clearCurrent();
  // The layer that split, merge and naming act on: the last chosen one, or chords after a beat.
  SegmentLayer activeLayer() const { return active_layer_; }
  void setActiveLayer(SegmentLayer layer) { active_layer_ = layer; }

  bool snapping() const { return snapping_; }
  void setSnapping(bool on) { snapping_ = on; }
  // Peaks of the beat activation in seconds, sorted. Beats snap to them and to onsets.
  void setPeaks(std::vector<double> peaks) { peaks_ = std::move(peaks); }
  // Sets the source of onsets: it returns the onsets between two times in seconds, sorted. Without
  // a source there are no onsets.
  using OnsetSource = std::function<std::vector<double>(double begin, double end)>;
  void setOnsetSource(OnsetSource source) { onset_source_ = std::move(source); }
  std::vector<double> onsetsBetween(double begin, double end) const;
  // Returns the nearest onset or peak, or the time itself if none is within reach (seconds).
  double snappedToOnset(double time, double reach) const;
  // Returns the nearest beat, else the nearest onset, else the time itself.
  double snappedToBeat(double time, double reach) const;
  // The span between the nearest beats; the ends of the song count as beats. Never empty if the
  // span is not, and the span itself without beats or without snapping.
  TimeSpan snappedToBeats(const TimeSpan& span) const;
  // Snaps a boundary of a layer: keys and sections to a downbeat first, then as chords to a beat or
  // an onset.
  double snapped(SegmentLayer layer, double time, double reach) const;

  // Returns the time that a key press refers to: the cursor, unless a player sets another clock.
  void setTapClock(std::function<double()> clock) { tap_clock_ = std::move(clock); }

  // Steps of one gesture are undone together.
  void moveBeat(std::size_t index, double time, GestureId gesture);
  void moveBoundary(SegmentLayer layer, std::size_t index, double time, GestureId gesture);
  void setBeat(std::size_t index, double time, int position);
  void nameSegment(SegmentLayer layer, std::size_t index, const QString& label);
  // Returns the segment of the selection or, without one, the current one or the one at the cursor.
  void nameHere(SegmentLayer layer, const QString& label);
  // Writes one segment over whatever is in the span.
  void nameSpan(SegmentLayer layer, const TimeSpan& span, const QString& label);
  // Starts a segment with this name at the cursor, snapped, and makes it the current one.
  void beginHere(SegmentLayer layer, const QString& label);
  // Returns the current segment of the layer, else the one at the cursor.
  std::optional<std::size_t> segmentHere(SegmentLayer layer) const;
  // The note that N edits: one that begins at the cursor or spans exactly the selection.
  std::optional<std::size_t> noteHere() const;
  // Writes a note for the selection, else for the moment at the cursor, and makes it the current.
  void writeNote(const QString& words);
  // Gives a note other words or times (seconds); without words it is deleted.
  void setNote(std::size_t index, double start, double end, const QString& words);
  // Goes to the cue of this key (1..kCueKeys). A free key gets one where the song sounds or the
  // cursor is, on the nearest beat; a loop that is on and has that place becomes a loop.
  void pressCueKey(int key);
  void deleteCueKey(int key);
  // Makes the cue at the cursor the current one, if there is one.
  void chooseCueHere();
  // The cursor goes to a cue; a loop is played, and one that the place is outside of ends.
  void goToCue(std::size_t index);
  void changeCue(std::size_t index, Cue cue, GestureId gesture = 0);
  // A loop keeps its length.
  void moveCue(std::size_t index, double start, GestureId gesture);
  // Lanes of one's own, by their number in the annotation. The active one, in which markHere()
  // marks, is the last chosen or new one, or the only one.
  std::optional<std::size_t> activeUserLane() const;
  void setActiveUserLane(std::size_t lane);
  std::optional<std::size_t> currentUserItem(std::size_t lane) const;
  void setCurrentUserItem(std::size_t lane, std::size_t index);
  // The name gets a number if it is taken; colour 0 becomes one of the next. Return whether it is
  // done.
  bool addUserLane(UserLane lane);
  bool changeUserLane(std::size_t lane, const QString& name, std::uint32_t colour);
  void deleteUserLane(std::size_t lane);
  bool addUserItem(std::size_t lane, UserItem item);
  // Returns the number that the item has then: a change of time may move it past others.
  std::size_t setUserItem(std::size_t lane, std::size_t index, UserItem item, GestureId gesture);
  void addBeatAt(double time);
  // Beats are elastic between anchors (elastic_grid.h): beat `index` moves to `time`. All steps of
  // a gesture count from the beats before its first one; they begin with beginStretch.
  void beginStretch(std::size_t index, GestureId gesture);
  void stretchTo(double time);
  void endStretch();
  // The beat at the cursor or current, and the tempo from there on.
  void setTempoFrom(double bpm);
  double placeOfBeat() const;  // the time of the current beat, else the onset at the cursor
  // The beats that setTempo acts on: those of the selection, else those of one tempo at the cursor.
  BeatRange tempoRange() const;
  double tempoHere() const;  // BPM of tempoRange(), 0 if unknown
  // Reports a message and returns false if there are fewer beats.
  bool wantsBeats(std::size_t count);

 public slots:
  void addBeat();   // at the cursor
  void markHere();  // in the active lane: at the playback position, a region for the selection
  void tapBeat();   // at the playback position; a run of taps replaces the beats there
  void endTaps();
  // One step of the undo stack. What it changed comes into view, is lit up for a moment (axis), and
  // is named in a message.
  void undo();
  void redo();
  void deleteCurrent();  // the current item, else the beats of the selection
  void nudge(double milliseconds);
  void stepToBeat(int by);  // makes the next or previous beat the current one
  void stepToSegment(SegmentLayer layer, int by);
  void stepToNote(int by);
  void stepToCue(int by);
  void addCue();  // like pressCueKey, with the next free key, else without one
  void takeSectionsAsCues();
  void beginBarHere();  // at the current beat, else at the nearest beat to the cursor
  void shiftBars(int by);
  // Of the beats of the selection, else from here to the next change of meter: from the current
  // beat, which begins a bar then, else from the bar at the cursor.
  void setMeter(const Meter& meter);
  void setMeterOfSong(const Meter& meter);
  void doubleTempo();  // with the grid, if there is one
  void halveTempo();
  void setTempo(double bpm);            // of tempoRange()
  void shiftGrid(double milliseconds);  // all beats of the song; repeated shifts are one step
  void makeConstant();                  // one tempo for the beats of the range
  void shiftHalfBeat(bool later);
  void redecode();
  void stretchToCursor();  // the nearest beat comes there
  void toggleAnchor();     // of the current beat, else of the nearest one to the cursor
  void takeReading(std::size_t index);  // of the readings of the song, for the whole song

  // Commands for the active layer.
  void splitSegment();   // at the cursor, snapped
  void mergeSegments();  // those of the selection, else the current one with the next

  void copyChords();
  void pasteChords();
  void repeatChords(int times);  // copies the chords of the selection directly after it

 signals:
  void onsetsFound(double begin, double end);  // new onsets are available between the two times
  void currentChanged();
  void message(const QString& text);    // for the status bar
  void auditionWanted(double seconds);  // asks the player to play a nudged beat
  // Asks for clicks while beats between the times are dragged, until metronomeDone.
  void metronomeWanted(double begin, double end);
  void metronomeDone();
  void tempoTapped(double bpm, int taps);  // with each tap from the second on

 private:
  const Annotation& annotation() const { return document_.annotation(); }
  BeatRange range() const;
  std::size_t barHere() const;
  void showStep(const QString& text, bool undone);
  // "bar 17", "bars 17-24", or seconds where there are no bars.
  QString placeText(const TimeSpan& span) const;
  double songEnd() const;  // seconds; infinity if unknown
  bool editBeats(const QString& text, BeatList beats, GestureId gesture = 0);
  const SegmentList& segments(SegmentLayer layer) const { return segments_of(annotation(), layer); }
  void setCurrent(CurrentItem item);
  void rememberCurrent();
  void followCurrent();
  const LabelledSegment* currentSegment() const;  // of any layer; null when there is none
  void deleteSegment(SegmentLayer layer, std::size_t index);
  void deleteNote(std::size_t index);
  void deleteUserItem(std::size_t lane, std::size_t index);
  void deleteCue(std::size_t index);
  void setCue(int key);
  void tellTappedTempo();
  std::optional<double> barNear(double time, double reach) const;
  double snappedCursor(SegmentLayer layer) const;
  double currentTime() const;
  std::size_t currentCount() const;  // items in the list of the current one

  AnnotationDocument& document_;
  TimeAxis& axis_;
  CurrentItem current_;
  SegmentLayer active_layer_ = SegmentLayer::kChords;
  std::string active_user_lane_;  // name
  double current_time_ = 0.0;
  std::size_t current_count_ = 0;
  bool snapping_ = true;
  std::vector<double> peaks_;
  OnsetSource onset_source_;
  std::function<double()> tap_clock_;
  std::vector<double> taps_;
  BeatList before_taps_;
  GestureId tap_gesture_ = 0;
  int tap_step_ = 0;  // where the undo stack was after the last tap
  GridBeats before_stretch_;
  std::size_t stretched_ = 0;
  GestureId stretch_gesture_ = 0;  // 0 = nothing is stretched
  GestureId nudge_gesture_ = 0;
  GestureId shift_gesture_ = 0;
  ChordPassage clipboard_;
  TimeSpan changed_;  // by the last step; begin > end if nothing that is drawn
};

}  // namespace tactus::ui
