#include "ui/edit_command.h"

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

EditCommand::EditCommand(AnnotationDocument& document, const QString& text, const Annotation& next,
                         GestureId gesture)
    : QUndoCommand(text), document_(document), gesture_(gesture) {
  note(document.annotation(), next);
}

void EditCommand::note(const Annotation& before, const Annotation& after) {
  beats_ = change_between(before.beats, after.beats);
  chords_ = change_between(before.chords, after.chords);
  keys_ = change_between(before.keys, after.keys);
  tempi_ = change_between(before.tempi, after.tempi);
  annotator_before_ = before.annotator;
  annotator_after_ = after.annotator;
  duration_before_ = before.duration;
  duration_after_ = after.duration;
  review_before_ = before.review;
  review_after_ = after.review;
}

Annotation EditCommand::applied(Annotation annotation, bool forward) const {
  apply(annotation.beats, beats_, forward);
  apply(annotation.chords, chords_, forward);
  apply(annotation.keys, keys_, forward);
  apply(annotation.tempi, tempi_, forward);
  annotation.annotator = forward ? annotator_after_ : annotator_before_;
  annotation.duration = forward ? duration_after_ : duration_before_;
  annotation.review = forward ? review_after_ : review_before_;
  return annotation;
}

void EditCommand::undo() {
  document_.become(applied(document_.annotation(), false));
}

void EditCommand::redo() {
  document_.become(applied(document_.annotation(), true));
}

// `later` was redone already: the document is in its state.
bool EditCommand::mergeWith(const QUndoCommand* other) {
  const auto* later = static_cast<const EditCommand*>(other);
  if (gesture_ == 0 || later->gesture_ != gesture_) return false;
  const Annotation after = document_.annotation();
  const Annotation before = applied(later->applied(after, false), false);
  note(before, after);
  return true;
}

}  // namespace tactus::ui
