#include "ui/document/annotation_document.h"

#include <algorithm>

#include "datasets/formats/format.h"
#include "datasets/outputs/output_files.h"
#include "model/annotation_members.h"
#include "model/decoding/chords/key_decoder.h"
#include "model/editing/elastic_grid.h"

namespace tactus::ui {
namespace {

constexpr int kUndoSteps = 1000;

// Keys that only follow their chords (rate_keys) look the same.
bool same_but_for_ratings(const Annotation& a, const Annotation& b) {
  return std::ranges::equal(a.keys, b.keys, [](const auto& left, const auto& right) {
    return left.start == right.start && left.end == right.end && left.label == right.label;
  });
}

// The time span in which the drawn content of two annotations differs; begin > end if nowhere.
TimeSpan difference(const Annotation& before, const Annotation& after) {
  TimeSpan span{after.duration + 1e9, -1.0};
  const auto widen = [&](double begin, double end) {
    span.begin = std::min(span.begin, begin);
    span.end = std::max(span.end, end);
  };
  const auto beats = change_between(before.beats, after.beats);
  for (const auto* side : {&beats.before, &beats.after}) {
    if (!side->empty()) widen(side->front().time, side->back().time);
  }
  const auto widen_by = [&](const auto& segments) {
    for (const auto* side : {&segments.before, &segments.after}) {
      for (const auto& segment : *side) widen(segment.start, segment.end);
    }
  };
  const bool keys_follow = before.chords != after.chords && same_but_for_ratings(before, after);
  for (const SegmentLayerInfo& layer : segment_layers())
    if (layer.segments != SegmentLayer::kKeys || !keys_follow)
      widen_by(change_between(before.*layer.member, after.*layer.member));
  widen_by(change_between(before.notes, after.notes));
  if (before.lanes != after.lanes) widen(0.0, std::max(before.duration, after.duration));
  widen_by(change_between(before.cues, after.cues));
  return span;
}

// Compares the content that is not drawn.
bool same_particulars(const Annotation& a, const Annotation& b) {
  Annotation left, right;
  take_particulars(left, a);
  take_particulars(right, b);
  return left == right && a.tempi == b.tempi && a.readings == b.readings;
}

// Has a person named or placed one of them?
bool made_by_person(const std::vector<LabelledSegment>& segments) {
  return std::ranges::any_of(segments,
                             [](const auto& each) { return each.confidence >= kCertain; });
}

// The names of the song stay. Those that nobody has given come from the tags of the audio file.
void keep_names(Annotation& tagged, const Annotation& song, const std::string& file_name) {
  if (!song.title.empty() && song.title != file_name) tagged.title = song.title;
  if (!song.artist.empty()) tagged.artist = song.artist;
  if (!song.album.empty()) tagged.album = song.album;
}

}  // namespace

AnnotationDocument::AnnotationDocument(QObject* parent)
    : QObject(parent), activations_(std::make_shared<Activations>()) {
  undo_.setUndoLimit(kUndoSteps);
  connect(&undo_, &QUndoStack::cleanChanged, this, &AnnotationDocument::stateChanged);
}

// The stack clears itself on destruction and emits signals. Receivers may already be deleted.
AnnotationDocument::~AnnotationDocument() {
  undo_.blockSignals(true);
}

QString AnnotationDocument::title() const {
  if (!annotation_.title.empty()) return QString::fromStdString(annotation_.title);
  return QString::fromStdString(audio_.filename().string());
}

void AnnotationDocument::open(const std::filesystem::path& audio, const std::filesystem::path& file,
                              Annotation annotation) {
  reset(audio, file, std::move(annotation), false);
}

void AnnotationDocument::openRecovered(const std::filesystem::path& audio,
                                       const std::filesystem::path& file, Annotation annotation) {
  reset(audio, file, std::move(annotation), true);
}

void AnnotationDocument::close() {
  reset({}, {}, {}, false);
}

void AnnotationDocument::reset(const std::filesystem::path& audio,
                               const std::filesystem::path& file, Annotation annotation,
                               bool recovered) {
  undo_.clear();
  ended_gestures_ = last_gesture_;
  audio_ = audio;
  file_ = file;
  annotation_ = std::move(annotation);
  forget_equal_certainty(annotation_);
  comparisons_.clear();
  activations_ = std::make_shared<Activations>();
  recovered_ = recovered;
  unsaved_tags_ = false;
  emit opened();
  emit annotationChanged(0.0, annotation_.duration);
  emit activationsChanged();
  emit stateChanged();
}

void AnnotationDocument::setActivations(std::shared_ptr<const Activations> activations) {
  activations_ = std::move(activations);
  emit activationsChanged();
}

bool AnnotationDocument::setTagged(Annotation tagged) {
  if (isChecked()) {
    emit refused(tr("This song is checked. Unlock it before you tag it again."));
    return false;
  }
  const bool first = !isTagged();
  tagged.audio = annotation_.audio;
  const Annotation found = tagged;
  keep_names(tagged, annotation_, audio_.stem().string());
  for (const SegmentLayerInfo& layer : segment_layers()) {
    const std::vector<LabelledSegment>& here = annotation_.*layer.member;
    const bool wanted = layer.segments == SegmentLayer::kChords || !made_by_person(here);
    if ((first && !here.empty()) || (tagged.*layer.member).empty() || !wanted)
      tagged.*layer.member = here;
  }
  tagged.lanes = annotation_.lanes;
  tagged.notes = annotation_.notes;
  // Those of the audio file are for songs without an annotation.
  if (!first || !annotation_.cues.empty()) tagged.cues = annotation_.cues;
  // What a person has made and stays here is still kept from tagging elsewhere.
  const bool work = annotation_.review == Review::kEdited && tagged != found;
  tagged.review = work ? Review::kEdited : Review::kNone;
  ended_gestures_ = last_gesture_;
  undo_.push(new EditCommand(*this, tr("Tag"), tagged, 0));
  if (first && undo_.count() == 1) {
    unsaved_tags_ = true;
    undo_.setClean();
    emit stateChanged();
  }
  return true;
}

bool AnnotationDocument::allowsEdits() {
  if (!isChecked()) return true;
  emit refused(tr("This song is checked. Unlock it to change it."));
  return false;
}

bool AnnotationDocument::edit(const QString& text, Annotation next, GestureId gesture) {
  if (!isOpen() || (gesture != 0 && isOver(gesture)) || !allowsEdits()) return false;
  if (next.beats != annotation_.beats)
    next.grid = grid_after_edit(std::move(next.grid), next.beats);
  if (next.chords != annotation_.chords) rate_keys(next.keys, next.chords);
  if (next == annotation_) return false;
  next.review = Review::kEdited;
  undo_.push(new EditCommand(*this, text, next, gesture));
  return true;
}

bool AnnotationDocument::editBeats(const QString& text, std::vector<Beat> beats,
                                   GestureId gesture) {
  Annotation next = annotation_;
  next.beats = std::move(beats);
  return edit(text, std::move(next), gesture);
}

bool AnnotationDocument::editGrid(const QString& text, GridBeats song, GestureId gesture) {
  Annotation next = annotation_;
  next.tempi = tempi_after_edit(std::move(next.tempi), gridBeats(), song);
  next.beats = std::move(song.beats);
  next.grid = std::move(song.grid);
  return edit(text, std::move(next), gesture);
}

bool AnnotationDocument::editSegments(SegmentLayer layer, const QString& text,
                                      std::vector<LabelledSegment> segments, GestureId gesture) {
  Annotation next = annotation_;
  segments_of(next, layer) = std::move(segments);
  return edit(text, std::move(next), gesture);
}

void AnnotationDocument::setChecked(bool checked) {
  if (!isOpen() || checked == isChecked()) return;
  Annotation next = annotation_;
  next.review = checked ? Review::kChecked : Review::kEdited;
  undo_.push(new EditCommand(*this, checked ? tr("Mark as checked") : tr("Unlock"), next, 0));
}

void AnnotationDocument::become(Annotation annotation) {
  const TimeSpan changed = difference(annotation_, annotation);
  const bool state = !same_particulars(annotation_, annotation);
  annotation_ = std::move(annotation);
  if (changed.begin <= changed.end) emit annotationChanged(changed.begin, changed.end);
  if (state) emit stateChanged();
}

std::optional<std::filesystem::path> AnnotationDocument::saveAs(const std::filesystem::path& file) {
  const auto kept = OutputFiles().write(file, serialise_annotation(annotation_, Format::kJams),
                                        {.overwrite = true, .of_person = true, .song = audio_});
  file_ = file;
  recovered_ = false;
  unsaved_tags_ = false;
  undo_.setClean();
  emit stateChanged();
  return kept;
}

}  // namespace tactus::ui
