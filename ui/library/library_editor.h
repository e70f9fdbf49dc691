// Changes of stars, colours and playlists by a person, each of which can be undone.
#pragma once

#include <QObject>
#include <QString>
#include <QUndoStack>
#include <filesystem>
#include <functional>

#include "app/collection/library_index.h"

namespace tactus::ui {

class LibraryEditor : public QObject {
  Q_OBJECT

 public:
  explicit LibraryEditor(std::filesystem::path index, QObject* parent = nullptr);

  // Changes the index and can undo it; `text` says what was done. Waits a moment for others that
  // write. Returns whether it is done; else `failed` says why not.
  bool apply(const QString& text, const LibraryEdit& edit);
  // The same for an edit that follows from what the index holds: others may have changed it since
  // it was shown.
  using Plan = std::function<LibraryEdit(const LibraryIndex& index)>;
  bool change(const QString& text, Plan plan);
  void undo();
  void redo();

 signals:
  void done(const QString& text);  // what was changed, undone or done again
  void failed(const QString& why);

 private:
  class Step;

  const std::filesystem::path index_;
  QUndoStack stack_;
};

}  // namespace tactus::ui
