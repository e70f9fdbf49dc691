#include "ui/library/library_editor.h"

#include <exception>
#include <utility>

#include "ui/files/off_thread.h"

namespace tactus::ui {

// Knows what comes next: to do it, or to undo it.
class LibraryEditor::Step : public QUndoCommand {
 public:
  Step(LibraryEditor& editor, const QString& text, Plan plan)
      : QUndoCommand(text), editor_(editor), next_(std::move(plan)) {}

  void redo() override { run(text()); }
  void undo() override { run(LibraryEditor::tr("Undone: %1").arg(text())); }

 private:
  // A step that failed once has nothing to come back to.
  void run(const QString& told) {
    constexpr int kShort = 2000;  // ms that it waits for others
    try {
      LibraryEdit undo = off_thread([this] {
        LibraryIndex index(editor_.index_, Database::Mode::kWrite, kShort);
        return index.personal().change([&] { return next_(index); });
      });
      next_ = [undo = std::move(undo)](const LibraryIndex&) { return undo; };
      emit editor_.done(told);
    } catch (const std::exception& error) {
      setObsolete(true);
      emit editor_.failed(QString::fromUtf8(error.what()));
    }
  }

  LibraryEditor& editor_;
  Plan next_;
};

LibraryEditor::LibraryEditor(std::filesystem::path index, QObject* parent)
    : QObject(parent), index_(std::move(index)) {}

bool LibraryEditor::apply(const QString& text, const LibraryEdit& edit) {
  return !edit.empty() && change(text, [edit](const LibraryIndex&) { return edit; });
}

bool LibraryEditor::change(const QString& text, Plan plan) {
  bool worked = false;
  const auto see = connect(this, &LibraryEditor::done, this, [&worked] { worked = true; });
  stack_.push(new Step(*this, text, std::move(plan)));
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
