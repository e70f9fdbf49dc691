#include "ui/document/annotation_editor.h"

#include <algorithm>
#include <cmath>
#include <limits>

#include "model/decoding/beats/beat_summary.h"
#include "model/editing/beat_redecoding.h"
#include "model/editing/reading_edits.h"
#include "model/tempo_grid.h"
#include "ui/document/bar_spans.h"

namespace tactus::ui {

AnnotationEditor::AnnotationEditor(AnnotationDocument& document, TimeAxis& axis, QObject* parent)
    : QObject(parent), document_(document), axis_(axis) {
  connect(&document_, &AnnotationDocument::annotationChanged, this,
          &AnnotationEditor::followCurrent);
  connect(&document_, &AnnotationDocument::annotationChanged, this,
          [this](double begin, double end) {
            changed_ = {begin, end};
          });
  connect(&document_, &AnnotationDocument::opened, this, [this] {
    clearCurrent();
    endTaps();
    peaks_.clear();
  });
}

std::optional<std::size_t> AnnotationEditor::currentBeat() const {
  if (current_.kind != CurrentItem::Kind::kBeat) return std::nullopt;
  return current_.index;
}

std::optional<std::size_t> AnnotationEditor::currentSegment(SegmentLayer layer) const {
  if (current_.kind != CurrentItem::Kind::kSegment || current_.layer != layer) return std::nullopt;
  return current_.index;
}

const LabelledSegment* AnnotationEditor::currentSegment() const {
  if (current_.kind != CurrentItem::Kind::kSegment) return nullptr;
  const SegmentList& list = segments(current_.layer);
  return current_.index < list.size() ? &list[current_.index] : nullptr;
}

void AnnotationEditor::setCurrentBeat(std::size_t index) {
  if (index >= annotation().beats.size()) return;
  active_layer_ = SegmentLayer::kChords;
  setCurrent({CurrentItem::Kind::kBeat, index});
}

void AnnotationEditor::setCurrentSegment(SegmentLayer layer, std::size_t index) {
  if (index >= segments(layer).size()) return;
  active_layer_ = layer;
  setCurrent({CurrentItem::Kind::kSegment, index, layer});
}

void AnnotationEditor::clearCurrent() {
  setCurrent({});
}

void AnnotationEditor::setCurrent(CurrentItem item) {
  if (!(item == current_)) nudge_gesture_ = 0;
  current_ = item;
  rememberCurrent();
}

void AnnotationEditor::rememberCurrent() {
  current_time_ = currentTime();
  current_count_ = currentCount();
  emit currentChanged();
}

std::size_t AnnotationEditor::currentCount() const {
  if (current_.kind == CurrentItem::Kind::kNone) return 0;
  if (current_.kind == CurrentItem::Kind::kNote) return annotation().notes.size();
  if (current_.kind == CurrentItem::Kind::kUserItem)
    return current_.lane < annotation().lanes.size()
               ? annotation().lanes[current_.lane].items.size()
               : 0;
  if (current_.kind == CurrentItem::Kind::kCue) return annotation().cues.size();
  return currentBeat() ? annotation().beats.size() : segments(current_.layer).size();
}

double AnnotationEditor::currentTime() const {
  if (const auto beat = currentBeat()) return annotation().beats[*beat].time;
  if (const auto note = currentNote()) return annotation().notes[*note].start;
  if (const auto item = currentUserItem(current_.lane))
    return annotation().lanes[current_.lane].items[*item].time;
  if (const auto cue = currentCue()) return annotation().cues[*cue].start;
  if (const LabelledSegment* segment = currentSegment()) return segment->start;
  return 0.0;
}

// After an edit or an undo, the current item is the same one, wherever it has moved to. If items
// have come or gone, it is the one near its old time, or none.
void AnnotationEditor::followCurrent() {
  constexpr double kSameItem = 0.3;  // seconds
  if (currentCount() == current_count_) return rememberCurrent();
  if (currentBeat()) {
    const auto& beats = annotation().beats;
    const std::size_t nearest = nearest_beat(beats, current_time_);
    if (nearest < beats.size() && std::abs(beats[nearest].time - current_time_) < kSameItem) {
      current_.index = nearest;
    } else {
      current_ = {};
    }
  } else if (current_.kind == CurrentItem::Kind::kSegment) {
    current_.index = segment_at(segments(current_.layer), current_time_ + 1e-6);
    if (!currentSegment()) current_ = {};
  }
  if (current_.kind == CurrentItem::Kind::kNote || current_.kind == CurrentItem::Kind::kUserItem ||
      current_.kind == CurrentItem::Kind::kCue)
    current_ = {};
  rememberCurrent();
}

std::vector<double> AnnotationEditor::onsetsBetween(double begin, double end) const {
  return onset_source_ ? onset_source_(begin, end) : std::vector<double>();
}

double AnnotationEditor::snappedToOnset(double time, double reach) const {
  if (!snapping_) return time;
  double best = time, distance = reach;
  const auto consider = [&](double place) {
    if (std::abs(place - time) > distance) return;
    distance = std::abs(place - time);
    best = place;
  };
  const auto after = std::lower_bound(peaks_.begin(), peaks_.end(), time);
  if (after != peaks_.begin()) consider(*(after - 1));
  if (after != peaks_.end()) consider(*after);
  for (const double onset : onsetsBetween(time - reach, time + reach)) consider(onset);
  return best;
}

double AnnotationEditor::snappedToBeat(double time, double reach) const {
  if (!snapping_) return time;
  const auto& beats = annotation().beats;
  const std::size_t nearest = nearest_beat(beats, time);
  if (nearest < beats.size() && std::abs(beats[nearest].time - time) <= reach) {
    return beats[nearest].time;
  }
  return snappedToOnset(time, reach);
}

TimeSpan AnnotationEditor::snappedToBeats(const TimeSpan& span) const {
  const auto& beats = annotation().beats;
  if (!snapping_ || beats.empty() || span.empty()) return span;
  std::vector<double> lines{0.0};
  for (const Beat& beat : beats) {
    if (beat.time > lines.back()) lines.push_back(beat.time);
  }
  if (axis_.duration() > lines.back()) lines.push_back(axis_.duration());
  return snapped_to_bars(lines, span);
}

double AnnotationEditor::songEnd() const {
  return axis_.duration() > 0 ? axis_.duration() : std::numeric_limits<double>::infinity();
}

void AnnotationEditor::moveBeat(std::size_t index, double time, GestureId gesture) {
  if (index >= annotation().beats.size()) return;
  BeatList moved = move_beat(annotation().beats, index, std::min(time, songEnd()));
  current_ = {CurrentItem::Kind::kBeat, index};
  current_time_ = moved[index].time;
  editBeats(tr("Move beat"), std::move(moved), gesture);
}

void AnnotationEditor::setBeat(std::size_t index, double time, int position) {
  if (index >= annotation().beats.size()) return;
  BeatList beats = move_beat(annotation().beats, index, std::min(time, songEnd()));
  beats[index].position = position;
  current_time_ = beats[index].time;
  editBeats(tr("Change beat"), std::move(beats));
}

void AnnotationEditor::addBeatAt(double time) {
  if (time < 0 || time > axis_.duration()) return;
  const std::size_t before = annotation().beats.size();
  BeatList beats = add_beat(annotation().beats, time);
  if (beats.size() == before) {
    emit message(tr("There is already a beat here."));
    return;
  }
  if (!editBeats(tr("Add beat"), std::move(beats))) return;
  setCurrentBeat(nearest_beat(annotation().beats, time));
}

void AnnotationEditor::addBeat() {
  addBeatAt(axis_.cursor());
}

bool AnnotationEditor::editBeats(const QString& text, BeatList beats, GestureId gesture) {
  return document_.editBeats(text, std::move(beats), gesture);
}

BeatRange AnnotationEditor::range() const {
  const TimeSpan span = axis_.selection();
  const auto& beats = annotation().beats;
  return span.empty() ? all_beats(beats) : beats_between(beats, span.begin, span.end);
}

bool AnnotationEditor::wantsBeats(std::size_t count) {
  if (annotation().beats.size() >= count) return true;
  emit message(tr("There are no beats yet: tag the song, or tap them with T."));
  return false;
}

QString AnnotationEditor::placeText(const TimeSpan& span) const {
  const auto& beats = annotation().beats;
  const BeatRange within = beats_between(beats, span.begin, span.end);
  const std::vector<int> bars = bar_numbers(beats);
  const std::size_t first = within.empty() ? nearest_beat(beats, span.begin) : within.first;
  if (first >= beats.size() || bars[first] == 0) return tr("%1 s").arg(span.begin, 0, 'f', 1);
  const int last = within.empty() ? bars[first] : bars[within.last - 1];
  return last == bars[first] ? tr("bar %1").arg(last) : tr("bars %1-%2").arg(bars[first]).arg(last);
}

void AnnotationEditor::undo() {
  QUndoStack& stack = document_.undoStack();
  const QString text = stack.undoText();
  if (!stack.canUndo()) return;
  changed_ = {0.0, -1.0};
  stack.undo();
  showStep(text, true);
}

void AnnotationEditor::redo() {
  QUndoStack& stack = document_.undoStack();
  const QString text = stack.redoText();
  if (!stack.canRedo()) return;
  changed_ = {0.0, -1.0};
  stack.redo();
  showStep(text, false);
}

void AnnotationEditor::showStep(const QString& text, bool undone) {
  const QString said = undone ? tr("Undone: %1").arg(text) : tr("Done again: %1").arg(text);
  if (changed_.begin > changed_.end) return emit message(said);
  if (changed_.end < axis_.start() || changed_.begin >= axis_.end())
    axis_.ensureVisible(changed_.begin);
  axis_.light(changed_);
  emit message(tr("%1, %2").arg(said, placeText(changed_)));
}

// Taps less than two seconds apart form a run. Each run is one undoable step. It replaces the beats
// from half a beat before its first tap to half a beat after its last.
void AnnotationEditor::tapBeat() {
  constexpr double kPause = 2.0;
  const double now = tap_clock_ ? tap_clock_() : axis_.cursor();
  if (!document_.isOpen()) return;
  const bool changed_since = document_.undoStack().index() != tap_step_;
  if (!taps_.empty() && (changed_since || now < taps_.back() || now - taps_.back() > kPause)) {
    endTaps();
  }
  if (taps_.empty()) {
    before_taps_ = annotation().beats;
    tap_gesture_ = document_.newGesture();
  }
  taps_.push_back(now);
  const double half = taps_.size() > 1 ? (taps_.back() - taps_.front()) /
                                             (2.0 * static_cast<double>(taps_.size() - 1))
                                       : 0.1;
  BeatList beats = replace_beats(before_taps_, taps_.front() - half, taps_.back() + half, taps_);
  if (!editBeats(tr("Tap beats"), std::move(beats), tap_gesture_)) taps_.clear();
  tap_step_ = document_.undoStack().index();
  tellTappedTempo();
}

void AnnotationEditor::endTaps() {
  taps_.clear();
  before_taps_.clear();
}

void AnnotationEditor::deleteCurrent() {
  if (const auto beat = currentBeat()) {
    const double time = annotation().beats[*beat].time;
    clearCurrent();
    editBeats(tr("Delete beat"), delete_beats(annotation().beats, {*beat, *beat + 1}));
    axis_.setCursor(time);
  } else if (const auto note = currentNote()) {
    deleteNote(*note);
  } else if (const auto item = currentUserItem(current_.lane)) {
    deleteUserItem(current_.lane, *item);
  } else if (const auto cue = currentCue()) {
    deleteCue(*cue);
  } else if (currentSegment()) {
    const CurrentItem gone = current_;
    clearCurrent();
    deleteSegment(gone.layer, gone.index);
  } else if (!axis_.selection().empty()) {
    editBeats(tr("Delete beats"), delete_beats(annotation().beats, range()));
  } else {
    emit message(
        tr("To delete, choose a beat, chord, key, section, note or cue, or select a passage."));
  }
}

void AnnotationEditor::nudge(double milliseconds) {
  if (document_.isOver(nudge_gesture_)) nudge_gesture_ = document_.newGesture();
  const double step = milliseconds / 1000.0;
  if (const auto beat = currentBeat()) {
    moveBeat(*beat, annotation().beats[*beat].time + step, nudge_gesture_);
    emit auditionWanted(annotation().beats[*beat].time);
  } else if (const LabelledSegment* segment = currentSegment()) {
    moveBoundary(current_.layer, current_.index, segment->start + step, nudge_gesture_);
    emit auditionWanted(currentTime());
  } else if (const auto cue = currentCue()) {
    moveCue(*cue, annotation().cues[*cue].start + step, nudge_gesture_);
    emit auditionWanted(currentTime());
  } else if (const auto item = currentUserItem(current_.lane)) {
    UserItem moved = annotation().lanes[current_.lane].items[*item];
    moved.time += step;
    setUserItem(current_.lane, *item, std::move(moved), nudge_gesture_);
    emit auditionWanted(currentTime());
  } else {
    axis_.setCursor(axis_.cursor() + step);
  }
}

void AnnotationEditor::stepToBeat(int by) {
  const auto& beats = annotation().beats;
  if (!wantsBeats(1)) return;
  std::size_t index = currentBeat().value_or(nearest_beat(beats, axis_.cursor()));
  if (currentBeat()) {
    const auto wanted = static_cast<std::ptrdiff_t>(index) + by;
    index = static_cast<std::size_t>(
        std::clamp<std::ptrdiff_t>(wanted, 0, static_cast<std::ptrdiff_t>(beats.size()) - 1));
  }
  setCurrentBeat(index);
  axis_.setCursor(beats[index].time);
  axis_.ensureVisible(beats[index].time);
}

void AnnotationEditor::beginBarHere() {
  if (!wantsBeats(1)) return;
  const auto& beats = annotation().beats;
  const std::size_t index = currentBeat().value_or(nearest_beat(beats, axis_.cursor()));
  BeatRange where = range();
  if (!where.contains(index)) where = all_beats(beats);
  editBeats(tr("This is beat one"), begin_bar_at(beats, where, index));
}

void AnnotationEditor::shiftBars(int by) {
  if (wantsBeats(1)) editBeats(tr("Shift bars"), shift_bars(annotation().beats, range(), by));
}

std::size_t AnnotationEditor::barHere() const {
  const auto& beats = annotation().beats;
  const auto is_one = [](const Beat& beat) { return beat.position == 1; };
  if (const auto current = currentBeat()) return *current;
  const std::size_t nearest = nearest_beat(beats, axis_.cursor());
  const auto here = beats.begin() + static_cast<std::ptrdiff_t>(nearest);
  const auto back = std::find_if(std::make_reverse_iterator(here + 1), beats.rend(), is_one);
  if (back != beats.rend()) return static_cast<std::size_t>(back.base() - beats.begin()) - 1;
  const auto on = std::find_if(here, beats.end(), is_one);  // from a pickup
  return on == beats.end() ? nearest : static_cast<std::size_t>(on - beats.begin());
}

void AnnotationEditor::setMeter(const Meter& meter) {
  if (!wantsBeats(1)) return;
  const auto& beats = annotation().beats;
  const bool selected = !axis_.selection().empty();
  const std::size_t here = barHere();
  const BeatRange where = selected ? range() : same_meter_from(beats, here);
  if (where.empty()) return;
  const TimeSpan span{beats[where.first].time, beats[where.last - 1].time + kClosestBeats};
  if (editBeats(tr("Set meter"),
                selected ? set_meter(beats, where, meter) : set_meter_from(beats, here, meter)))
    emit message(
        tr("%1 in a bar: %2").arg(QString::fromStdString(name_of(meter)), placeText(span)));
}

void AnnotationEditor::setMeterOfSong(const Meter& meter) {
  if (!wantsBeats(1)) return;
  const auto& beats = annotation().beats;
  if (editBeats(tr("Set meter"), set_meter(beats, all_beats(beats), meter)))
    emit message(tr("%1 in a bar: the whole song").arg(QString::fromStdString(name_of(meter))));
}

void AnnotationEditor::doubleTempo() {
  if (!wantsBeats(2)) return;
  document_.editGrid(tr("Double tempo"), double_level(document_.gridBeats(), range()));
}

void AnnotationEditor::halveTempo() {
  if (!wantsBeats(2)) return;
  document_.editGrid(tr("Half tempo"), halve_level(document_.gridBeats(), range()));
}

BeatRange AnnotationEditor::tempoRange() const {
  return axis_.selection().empty() ? stretch_at(document_.gridBeats(), axis_.cursor()) : range();
}

double AnnotationEditor::tempoHere() const {
  const auto& beats = annotation().beats;
  const BeatRange here = tempoRange();
  if (here.empty()) return 0.0;
  const GridSegment* segment = segment_at(annotation().grid, beats[here.first].time);
  if (segment) return segment->bpm;
  const auto at = [&](std::size_t i) { return beats.begin() + static_cast<std::ptrdiff_t>(i); };
  return overall_tempo({at(here.first), at(here.last)});
}

void AnnotationEditor::setTempo(double bpm) {
  if (!wantsBeats(1)) return;
  document_.editGrid(tr("Set tempo"),
                     set_tempo(document_.gridBeats(), tempoRange(), bpm, songEnd()));
}

void AnnotationEditor::shiftGrid(double milliseconds) {
  if (!wantsBeats(1)) return;
  if (document_.isOver(shift_gesture_)) shift_gesture_ = document_.newGesture();
  document_.editGrid(milliseconds > 0 ? tr("Grid later") : tr("Grid earlier"),
                     shift_grid(document_.gridBeats(), milliseconds / 1000.0, songEnd()),
                     shift_gesture_);
}

void AnnotationEditor::makeConstant() {
  if (!wantsBeats(2)) return;
  if (auto song = make_constant(document_.gridBeats(), range(), songEnd())) {
    document_.editGrid(tr("One constant tempo"), std::move(*song));
  } else {
    emit message(
        tr("No single tempo fits the beats that you set here. Move or delete one of them."));
  }
}

void AnnotationEditor::shiftHalfBeat(bool later) {
  if (!wantsBeats(2)) return;
  document_.editGrid(later ? tr("Half a beat later") : tr("Half a beat earlier"),
                     shift_half_level(document_.gridBeats(), range(), later, songEnd()));
}

void AnnotationEditor::redecode() {
  const Activations& heard = document_.activations();
  if (heard.beats.frames == 0) {
    emit message(tr("This song has no activations yet: tag it first."));
    return;
  }
  TimeSpan span = axis_.selection();
  if (span.empty()) span = {0.0, axis_.duration()};
  const bool is_whole = span.begin <= 0.0 && span.end >= axis_.duration();
  const HeardBars bars{heard.bars, heard.bar_decoder};
  GridBeats found =
      redecode_beats(heard.beats, heard.attacks, heard.beat_decoder, document_.gridBeats(),
                     span.begin, span.end, is_whole && heard.bars.frames > 0 ? &bars : nullptr,
                     heard.chords.frames > 0 ? &heard.chords : nullptr);
  const bool is_own = std::ranges::any_of(
      found.beats, [](const Beat& beat) { return beat.confidence == kCertain; });
  if (is_whole && !is_own && heard.bars.frames > 0) {  // as tagging does
    decode_bars(found.beats, heard.bars, heard.bar_decoder);
    take_bars(found.grid, found.beats);
  }
  document_.editGrid(tr("Find beats again"), std::move(found));
}

void AnnotationEditor::takeReading(std::size_t index) {
  if (index >= annotation().readings.size() || !document_.allowsEdits()) return;
  const Reading reading = annotation().readings[index];
  const Activations& heard = document_.activations();
  GridBeats song = document_.gridBeats();
  if (!has_tempo_of(reading, song)) {
    if (heard.beats.frames == 0) {
      emit message(tr("This song has no activations yet: tag it first."));
      return;
    }
    song = decode_reading(reading, heard.beats, heard.attacks, heard.beat_decoder);
    if (song.beats.size() < 2) {
      emit message(tr("No beats were found near this tempo."));
      return;
    }
    if (heard.bars.frames > 0) {
      BarDecoderParameters bars = heard.bar_decoder;
      bars.rare_meters.clear();
      if (reading.meter > 0) bars.meters = {reading.meter};
      decode_bars(song.beats, heard.bars, bars);
      take_bars(song.grid, song.beats);
    }
  }
  document_.editGrid(tr("Use another reading"),
                     put_on_reading(std::move(song), reading, songEnd()));
}

}  // namespace tactus::ui
