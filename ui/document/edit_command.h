// One undoable step on the annotation of a document. It stores only the replaced part of each layer
// before and after. So hundreds of steps on a long song need little memory.
#pragma once

#include <QUndoCommand>
#include <cstddef>
#include <string>
#include <vector>

#include "model/annotation.h"

namespace tactus::ui {

// Items [first, first + before.size()) of a list become `after`.
template <class Item>
struct ListChange {
  std::size_t first = 0;
  std::vector<Item> before;
  std::vector<Item> after;
};

template <class Item>
ListChange<Item> change_between(const std::vector<Item>& before, const std::vector<Item>& after) {
  std::size_t head = 0, tail = 0;
  const std::size_t shorter = before.size() < after.size() ? before.size() : after.size();
  while (head < shorter && before[head] == after[head]) ++head;
  while (tail < shorter - head &&
         before[before.size() - 1 - tail] == after[after.size() - 1 - tail]) {
    ++tail;
  }
  const auto part = [&](const std::vector<Item>& list) {
    return std::vector<Item>(list.begin() + static_cast<std::ptrdiff_t>(head),
                             list.end() - static_cast<std::ptrdiff_t>(tail));
  };
  return {head, part(before), part(after)};
}

// A step can consist of several small ones (a drag, nudges of one beat). They carry the same
// non-zero number and are undone together.
using GestureId = int;

// The content that commands change.
class EditedAnnotation {
 public:
  virtual const Annotation& annotation() const = 0;

 protected:
  ~EditedAnnotation() = default;

 private:
  friend class EditCommand;
  virtual void become(Annotation annotation) = 0;
};

class EditCommand : public QUndoCommand {
 public:
  EditCommand(EditedAnnotation& document, const QString& text, const Annotation& next,
              GestureId gesture);

  void undo() override;
  void redo() override;
  int id() const override { return 1; }
  bool mergeWith(const QUndoCommand* later) override;

 private:
  void note(const Annotation& before, const Annotation& after);
  void note_lanes(const std::vector<UserLane>& before, const std::vector<UserLane>& after);
  Annotation applied(Annotation annotation, bool forward) const;

  EditedAnnotation& document_;
  GestureId gesture_;
  ListChange<Beat> beats_;
  std::vector<ListChange<LabelledSegment>> segments_;  // of segment_layers()
  ListChange<LabelledSegment> notes_;
  ListChange<Cue> cues_;
  ListChange<TempoCandidate> tempi_;
  ListChange<Reading> readings_;
  ListChange<UserLane> lanes_;
  std::size_t lane_ = 0;        // if only items of one lane change, in place of lanes_:
  ListChange<UserItem> items_;  // those of this lane
  Annotation before_, after_;   // without lists
};

}  // namespace tactus::ui
