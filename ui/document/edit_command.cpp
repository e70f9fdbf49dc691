#include "ui/document/edit_command.h"

namespace tactus::ui {
namespace {

template <class Item>
void apply(std::vector<Item>& list, const ListChange<Item>& change, bool forward) {
  const auto& gone = forward ? change.before : change.after;
  const auto& come = forward ? change.after : change.before;
  const auto first = list.begin() + static_cast<std::ptrdiff_t>(change.first);
  const auto place = list.erase(first, first + static_cast<std::ptrdiff_t>(gone.size()));
  list.insert(place, come.begin(), come.end());
}

}  // namespace

EditCommand::EditCommand(EditedAnnotation& document, const QString& text, const Annotation& next,
                         GestureId gesture)
    : QUndoCommand(text), document_(document), gesture_(gesture) {
  note(document.annotation(), next);
}

void EditCommand::note(const Annotation& before, const Annotation& after) {
  beats_ = change_between(before.beats, after.beats);
  segments_.clear();
  for (const SegmentLayerInfo& layer : segment_layers())
    segments_.push_back(change_between(before.*layer.member, after.*layer.member));
  notes_ = change_between(before.notes, after.notes);
  cues_ = change_between(before.cues, after.cues);
  tempi_ = change_between(before.tempi, after.tempi);
  readings_ = change_between(before.readings, after.readings);
  note_lanes(before.lanes, after.lanes);
  before_ = particulars_of(before);
  after_ = particulars_of(after);
}

// A lane may have a million items: a step of one of them keeps no more than that one.
void EditCommand::note_lanes(const std::vector<UserLane>& before,
                             const std::vector<UserLane>& after) {
  lanes_ = change_between(before, after);
  items_ = {};
  if (lanes_.before.size() != 1 || lanes_.after.size() != 1) return;
  UserLane& from = lanes_.before.front();
  UserLane& to = lanes_.after.front();
  if (from.name != to.name || from.kind != to.kind || from.colour != to.colour ||
      from.unit != to.unit)
    return;
  lane_ = lanes_.first;
  items_ = change_between(from.items, to.items);
  lanes_ = {};
}

EditCommand::Particulars EditCommand::particulars_of(const Annotation& a) {
  return {a.title, a.artist, a.album, a.annotator, a.tags, a.duration, a.swing, a.review, a.grid};
}

Annotation EditCommand::applied(Annotation annotation, bool forward) const {
  apply(annotation.beats, beats_, forward);
  for (const SegmentLayerInfo& layer : segment_layers())
    apply(annotation.*layer.member, segments_[static_cast<std::size_t>(layer.segments)], forward);
  apply(annotation.notes, notes_, forward);
  apply(annotation.cues, cues_, forward);
  apply(annotation.tempi, tempi_, forward);
  apply(annotation.readings, readings_, forward);
  apply(annotation.lanes, lanes_, forward);
  if (lane_ < annotation.lanes.size()) apply(annotation.lanes[lane_].items, items_, forward);
  const Particulars& now = forward ? after_ : before_;
  annotation.title = now.title;
  annotation.artist = now.artist;
  annotation.album = now.album;
  annotation.annotator = now.annotator;
  annotation.tags = now.tags;
  annotation.duration = now.duration;
  annotation.swing = now.swing;
  annotation.review = now.review;
  annotation.grid = now.grid;
  return annotation;
}

void EditCommand::undo() {
  document_.become(applied(document_.annotation(), false));
}

void EditCommand::redo() {
  document_.become(applied(document_.annotation(), true));
}

// `later` was already executed: the document has its state.
bool EditCommand::mergeWith(const QUndoCommand* other) {
  const auto* later = static_cast<const EditCommand*>(other);
  if (gesture_ == 0 || later->gesture_ != gesture_) return false;
  const Annotation after = document_.annotation();
  const Annotation before = applied(later->applied(after, false), false);
  note(before, after);
  return true;
}

}  // namespace tactus::ui
