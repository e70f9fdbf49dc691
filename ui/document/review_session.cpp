#include "ui/document/review_session.h"

#include <algorithm>
#include <cmath>
#include <limits>

#include "model/decoding/beats/beat_summary.h"
#include "ui/document/segment_labels.h"

namespace tactus::ui {
namespace {

constexpr int kMostChoices = 9;
constexpr int kLabels = 6;
constexpr double kSamePlace = 0.02;  // seconds

bool is_segment(ReviewPlace::Kind kind) {
  return kind == ReviewPlace::Kind::kChord || kind == ReviewPlace::Kind::kKey;
}

SegmentLayer layer_of(ReviewPlace::Kind kind) {
  return kind == ReviewPlace::Kind::kKey ? SegmentLayer::kKeys : SegmentLayer::kChords;
}

bool same_place(const ReviewPlace& a, const ReviewPlace& b) {
  return a.kind == b.kind && std::abs(a.begin - b.begin) < kSamePlace &&
         std::abs(a.end - b.end) < kSamePlace;
}

}  // namespace

ReviewSession::ReviewSession(AnnotationEditor& editor, QObject* parent)
    : QObject(parent), editor_(editor) {
  connect(&document(), &AnnotationDocument::opened, this, [this] {
    accepted_.clear();
    places_.clear();
    selected_ = 0;
    begun_ = false;
    song_dismissed_ = false;
    rank();
  });
  connect(&document(), &AnnotationDocument::activationsChanged, this, &ReviewSession::rank);
  for (const auto changed :
       {&AnnotationDocument::activationsChanged, &AnnotationDocument::stateChanged})
    connect(&document(), changed, this, &ReviewSession::checkSong);
  connect(&document(), &AnnotationDocument::annotationChanged, this, &ReviewSession::checkSong);
  // Without a person's edits, the annotation is new from the networks.
  connect(&document(), &AnnotationDocument::annotationChanged, this, [this] {
    if (document().annotation().review == Review::kNone) return rank();
    rateBars();
    reload();
  });
}

void ReviewSession::setShare(double share) {
  if (share == share_) return;
  share_ = share;
  rank();
}

// A bar is as sure as the network says that hears it best: drums or harmony.
void ReviewSession::rateBars() {
  const Activations& heard = document().activations();
  const auto& beats = document().annotation().beats;
  bars_ = heard.beats.bins == 2 ? rate_bars(beats, heard.beats) : std::vector<double>();
  if (heard.bars.frames == 0) return;
  const std::vector<double> harmony = rate_bars(beats, heard.bars);
  bars_.resize(harmony.size());
  std::ranges::transform(bars_, harmony, bars_.begin(),
                         [](double a, double b) { return std::max(a, b); });
}

void ReviewSession::rank() {
  rateBars();
  limits_ = doubt_limits(document().annotation(), bars_, share_);
  total_ = 0;
  reload();
}

bool ReviewSession::isAccepted(const ReviewPlace& place) const {
  return std::ranges::any_of(accepted_, [&](const auto& old) { return same_place(old, place); });
}

// The place that a person has selected stays so. If it is gone, the next one takes its rank.
void ReviewSession::reload() {
  const ReviewPlace* old = begun_ ? place() : nullptr;
  const std::optional<ReviewPlace> kept = old ? std::optional(*old) : std::nullopt;
  const std::size_t rank = selected_;
  places_ = review_places(document().annotation(), bars_, limits_);
  std::erase_if(places_, [this](const auto& place) { return isAccepted(place); });
  total_ = std::max(total_, places_.size());
  const auto found = std::ranges::find_if(
      places_, [&](const auto& place) { return kept && same_place(place, *kept); });
  selected_ = found != places_.end() ? static_cast<std::size_t>(found - places_.begin())
                                     : std::min(rank, places_.empty() ? 0 : places_.size() - 1);
  emit placesChanged();
}

const ReviewPlace* ReviewSession::place() const {
  return selected_ < places_.size() ? &places_[selected_] : nullptr;
}

void ReviewSession::select(std::size_t index) {
  if (index >= places_.size()) return;
  selected_ = index;
  begun_ = true;
  showSelected();
  emit selectionChanged();
}

void ReviewSession::showSelected() {
  const ReviewPlace* shown = place();
  if (!shown) return editor_.clearCurrent();
  TimeAxis& axis = editor_.axis();
  if (is_segment(shown->kind)) {
    editor_.setCurrentSegment(layer_of(shown->kind), shown->item);
    axis.setCursor(shown->begin);
  } else {
    editor_.setCurrentBeat(shown->item);
    axis.setCursor(document().annotation().beats[shown->item].time);
  }
  axis.ensureVisible(shown->begin);
  if (shown->end > axis.end()) axis.ensureVisible(shown->end);
  axis.ensureVisible(axis.cursor());
}

void ReviewSession::goToNext() {
  if (places_.empty()) return emit editor_.message(emptyReason());
  const CurrentItem& now = editor_.current();
  const auto is_current = [&](const ReviewPlace& place) {
    if (!is_segment(place.kind)) return editor_.currentBeat() == place.item;
    return editor_.currentSegment(layer_of(place.kind)) == place.item;
  };
  const bool here = now.kind != CurrentItem::Kind::kNone && place() && is_current(*place());
  select(here ? (selected_ + 1) % places_.size() : selected_);
}

void ReviewSession::goToWorst() {
  if (places_.empty()) return emit editor_.message(emptyReason());
  select(0);
}

QString ReviewSession::emptyReason() const {
  if (!document().isOpen()) return tr("No song is open.");
  if (!document().isTagged()) return tr("This song has no beats and chords yet.");
  if (!has_confidence(document().annotation()))
    return tr("This song has no confidences, so Tactus cannot rank its places.");
  return tr("All doubtful places are done.");
}

void ReviewSession::accept() {
  const ReviewPlace* chosen = place();
  if (!chosen || !editor_.document().allowsEdits()) return;
  const ReviewPlace right = *chosen;
  begun_ = true;
  if (right.odd()) {
    accepted_.push_back(right);
    reload();
  } else {
    editor_.document().edit(tr("Accept"), accepted(document().annotation(), right));
  }
  showSelected();
}

void ReviewSession::choose(int digit) {
  const QVector<ReviewChoice> all = choices();
  if (digit < 1 || digit > all.size()) return;
  const ReviewPlace at = *place();
  const ReviewChoice& choice = all[digit - 1];
  begun_ = true;
  if (is_segment(at.kind)) {
    editor_.nameSegment(layer_of(at.kind), at.item, choice.label);
    return showSelected();
  }
  const double length = editor_.axis().duration();
  const double end = length > 0 ? length : std::numeric_limits<double>::infinity();
  editor_.document().editGrid(choice.text,
                              corrected(document().gridBeats(), at, choice.correction, end));
  showSelected();
}

void ReviewSession::checkSong() {
  const Activations& heard = document().activations();
  const bool may = document().isOpen() && !document().isChecked() && heard.beats.bins == 2 &&
                   (heard.bars.frames == 0 || heard.bars.bins == 1);
  const std::optional<SongCorrection> before = song_;
  song_ =
      may ? song_correction(document().annotation().beats, heard.beats, heard.bars) : std::nullopt;
  if (song_ != before) emit songQuestionChanged();
}

void ReviewSession::dismissSongCorrection() {
  song_dismissed_ = true;
  emit songQuestionChanged();
}

void ReviewSession::takeSongCorrection() {
  if (!song_ || song_dismissed_)
    return emit editor_.message(tr("Nothing is asked about the whole song."));
  const double length = editor_.axis().duration();
  const double end = length > 0 ? length : std::numeric_limits<double>::infinity();
  const SongCorrection correction = *song_;
  editor_.document().editGrid(songText(correction),
                              corrected_song(document().gridBeats(), correction, end));
}

QString ReviewSession::songText(const SongCorrection& correction) const {
  switch (correction.kind) {
    case SongCorrection::Kind::kHalfBeat:
      return correction.number > 0 ? tr("Half a beat later") : tr("Half a beat earlier");
    case SongCorrection::Kind::kDouble:
      return tr("Double tempo");
    case SongCorrection::Kind::kHalve:
      return tr("Half tempo");
    case SongCorrection::Kind::kShiftBars:
      break;
  }
  return tr("Shift bars");
}

QString ReviewSession::songQuestion() const {
  if (!song_ || song_dismissed_) return {};
  const bool later = song_->number > 0;
  const int beats = std::abs(song_->number);
  switch (song_->kind) {
    case SongCorrection::Kind::kHalfBeat:
      return later ? tr("The beats lie between the peaks: half a beat later?")
                   : tr("The beats lie between the peaks: half a beat earlier?");
    case SongCorrection::Kind::kDouble:
      return tr("There are peaks between the beats, too: double tempo?");
    case SongCorrection::Kind::kHalve:
      return tr("Every second beat has no peak: half tempo?");
    case SongCorrection::Kind::kShiftBars:
      break;
  }
  return later ? tr("The networks hear bars begin elsewhere: %n beat(s) later?", nullptr, beats)
               : tr("The networks hear bars begin elsewhere: %n beat(s) earlier?", nullptr, beats);
}

void ReviewSession::deleteItem() {
  const ReviewPlace* chosen = place();
  if (!chosen) return;
  if (chosen->kind == ReviewPlace::Kind::kOddBar || chosen->kind == ReviewPlace::Kind::kBars) {
    emit editor_.message(tr("A bar cannot be deleted. Press the digit of a correction."));
    return;
  }
  showSelected();
  editor_.deleteCurrent();
  showSelected();  // the next place
}

QString ReviewSession::title(const ReviewPlace& place) const {
  const Annotation& song = document().annotation();
  const auto bar = [&](std::size_t beat) { return bar_numbers(song.beats)[beat]; };
  switch (place.kind) {
    case ReviewPlace::Kind::kCloseBeats:
      return tr("Beats too close together");
    case ReviewPlace::Kind::kMissingBeat:
      return tr("Missing beat");
    case ReviewPlace::Kind::kExtraBeat:
      return tr("Extra beat");
    case ReviewPlace::Kind::kTempoJump:
      return tr("Tempo jump");
    case ReviewPlace::Kind::kTwiceTempo:
      return tr("Twice the tempo");
    case ReviewPlace::Kind::kHalfTempo:
      return tr("Half the tempo");
    case ReviewPlace::Kind::kOddBar:
      return tr("Bar %1 has %2").arg(bar(place.first)).arg(place.last - place.first);
    case ReviewPlace::Kind::kBeats:
      return tr("%n beat(s)", nullptr, static_cast<int>(place.last - place.first));
    case ReviewPlace::Kind::kBars: {
      const int first = bar(place.first), last = bar(place.last - 1);
      return first == last ? tr("Bar %1").arg(first) : tr("Bars %1-%2").arg(first).arg(last);
    }
    case ReviewPlace::Kind::kChord:
      return tr("Chord %1").arg(segment_text(SegmentLayer::kChords, song.chords[place.item].label));
    case ReviewPlace::Kind::kKey:
      break;
  }
  return tr("Key %1").arg(segment_text(SegmentLayer::kKeys, song.keys[place.item].label));
}

QString ReviewSession::textOf(const Correction& c) const {
  const auto& beats = document().annotation().beats;
  const auto bars = [&] {
    const std::vector<int> numbers = bar_numbers(beats);
    const int last = numbers[c.range.last - 1];
    const int first = std::min(std::max(numbers[c.range.first], 1), last);
    return first == last ? tr("bar %1").arg(first) : tr("bars %1-%2").arg(first).arg(last);
  };
  if (c.range.empty()) return {};
  switch (c.kind) {
    case Correction::Kind::kAddBeats:
      return tr("Add %n beat(s)", nullptr, c.number);
    case Correction::Kind::kDeleteBeat:
      return tr("Delete the beat at %1 s").arg(beats[c.range.first].time, 0, 'f', 2);
    case Correction::Kind::kEvenOut:
      return tr("Even out the beat at %1 s").arg(beats[c.range.first].time, 0, 'f', 2);
    case Correction::Kind::kCountBars:
      return tr("Count %1 in %2").arg(bars()).arg(c.number);
    case Correction::Kind::kShiftBars:
      return c.number > 0 ? tr("One beat later: %1").arg(bars())
                          : tr("One beat earlier: %1").arg(bars());
    case Correction::Kind::kDouble:
      return tr("Double tempo");
    case Correction::Kind::kHalve:
      return tr("Half tempo");
    case Correction::Kind::kHalfBeat:
      break;
  }
  return c.number > 0 ? tr("Half a beat later") : tr("Half a beat earlier");
}

QVector<ReviewChoice> ReviewSession::choices() const {
  QVector<ReviewChoice> all;
  const ReviewPlace* at = place();
  if (!at) return all;
  const Annotation& song = document().annotation();
  if (is_segment(at->kind)) {
    const SegmentLayer layer = layer_of(at->kind);
    const std::string& now = segments_of(song, layer)[at->item].label;
    for (const LabelProposal& likely :
         label_proposals(layer, document(), {at->begin, at->end}, kLabels)) {
      if (likely.label.toStdString() == now) continue;
      all.push_back({tr("%1   %2 %")
                         .arg(segment_text(layer, likely.label.toStdString()))
                         .arg(100 * likely.probability, 0, 'f', 0),
                     likely.label,
                     {}});
    }
    return all;
  }
  for (const Correction& correction : corrections_of(song.beats, *at)) {
    if (!correction.range.empty() && all.size() < kMostChoices)
      all.push_back({textOf(correction), {}, correction});
  }
  return all;
}

}  // namespace tactus::ui
