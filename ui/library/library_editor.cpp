#include "ui/library/library_editor.h"

#include <exception>
#include <utility>

#include "app/collection/library_index.h"
#include "ui/files/off_thread.h"

namespace tactus::ui {

// Knows the edit that comes next: to do it, or to undo it.
class LibraryEditor::Step : public QUndoCommand {
 public:
  Step(LibraryEditor& editor, const QString& text, LibraryEdit edit)
      : QUndoCommand(text), editor_(editor), next_(std::move(edit)) {}

  void redo() override { run(text()); }
  void undo() override { run(LibraryEditor::tr("Undone: %1").arg(text())); }

 private:
  // A step that failed once has nothing to come back to.
  void run(const QString& told) {
    constexpr int kShort = 2000;  // ms that it waits for others
    try {
      next_ = off_thread([this] {
        LibraryIndex index(editor_.index_, Database::Mode::kWrite, kShort);
        return index.personal().apply(next_);
      });
      emit editor_.done(told);
    } catch (const std::exception& error) {
      setObsolete(true);
      emit editor_.failed(QString::fromUtf8(error.what()));
    }
  }

  LibraryEditor& editor_;
  LibraryEdit next_;
};

LibraryEditor::LibraryEditor(std::filesystem::path index, QObject* parent)
    : QObject(parent), index_(std::move(index)) {}

bool LibraryEditor::apply(const QString& text, const LibraryEdit& edit) {
  if (edit.empty()) return false;
  bool worked = false;
  const auto see = connect(this, &LibraryEditor::done, this, [&worked] { worked = true; });
  stack_.push(new Step(*this, text, edit));
  disconnect(see);
  return worked;
}

void LibraryEditor::undo() {
  stack_.undo();
}

void LibraryEditor::redo() {
  stack_.redo();
}

}  // namespace tactus::ui
