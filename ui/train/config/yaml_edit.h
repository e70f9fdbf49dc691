// A text field for YAML, in colours. It offers matching words during typing, and shows errors
// behind their lines.
#pragma once

#include <QPlainTextEdit>
#include <functional>
#include <vector>

#include "app/config/config_document.h"

class QCompleter;

namespace tactus::ui {

class YamlColours;

class YamlEdit : public QPlainTextEdit {
  Q_OBJECT

 public:
  // `words` returns the allowed words at a place: after the text `before` of its line, in the
  // section of that name ("" = none).
  using Words = std::function<QStringList(const QString& section, const QString& before)>;

  explicit YamlEdit(Words words, QWidget* parent = nullptr);
  // Marks the lines of faults, which are in the order of lines. A line shows its first message.
  void setFaults(const std::vector<ConfigFault>& faults);
  // Returns the key of that line, with its section: "schedule.epochs"; "" if there is none.
  QString keyOfLine() const;
  void complete();  // shows the matching words at the cursor

 protected:
  void changeEvent(QEvent* event) override;
  void keyPressEvent(QKeyEvent* event) override;
  void paintEvent(QPaintEvent* event) override;

 private:
  QString section() const;
  QString beforeCursor() const;
  void insert(const QString& word);

  Words words_;
  QCompleter* completer_;
  YamlColours* colours_;
  std::vector<ConfigFault> faults_;
};

}  // namespace tactus::ui
