// A text field for YAML: words that fit are offered while a person types, and what is wrong with a
// line stands behind it.
#pragma once

#include <QPlainTextEdit>
#include <functional>
#include <vector>

class QCompleter;

namespace tactus::ui {

class YamlEdit : public QPlainTextEdit {
  Q_OBJECT

 public:
  // A message for a line of the text, from 1.
  struct Fault {
    int line;
    QString message;
  };
  // `words` answers what may stand at a place: behind the text `before` of its line, in the section
  // of that name ("" = none).
  using Words = std::function<QStringList(const QString& section, const QString& before)>;

  explicit YamlEdit(Words words, QWidget* parent = nullptr);
  void setFaults(std::vector<Fault> faults);
  // The key of that line, with its section: "schedule.epochs"; "" for none.
  QString keyOfLine() const;
  void complete();  // shows the words that fit before the cursor

 protected:
  void keyPressEvent(QKeyEvent* event) override;
  void paintEvent(QPaintEvent* event) override;

 private:
  QString section() const;
  QString beforeCursor() const;
  void insert(const QString& word);

  Words words_;
  QCompleter* completer_;
  std::vector<Fault> faults_;
};

}  // namespace tactus::ui
