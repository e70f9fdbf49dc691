#include "ui/document/edit_command.h"

#include "model/annotation_members.h"

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
  take_particulars(before_, before);
  take_particulars(after_, after);
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
  take_particulars(annotation, forward ? after_ : before_);
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
