// A field for a query (app/collection/song_query.h) that completes the names of its fields.
#pragma once

#include <QLineEdit>

class QCompleter;

namespace tactus::ui {

class QueryField : public QLineEdit {
  Q_OBJECT

 public:
  explicit QueryField(QWidget* parent = nullptr);

  const QCompleter& completer() const { return *completer_; }

 protected:
  void keyPressEvent(QKeyEvent* event) override;  // Ctrl+Space and Down show all fields

 private:
  void offer(bool all);
  void insert(const QString& word);

  QCompleter* completer_;
};

// Where the name of a field may stand and `before` the cursor has its begin: where that is. -1
// where something else is expected.
int field_begin(const QString& before);

}  // namespace tactus::ui
