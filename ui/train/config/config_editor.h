// A training configuration: its text, and a form for the most common keys. Each follows the other.
// The text offers matching keys and marks errors. A list below shows all errors; a click on one
// moves the cursor to its place.
#pragma once

#include <QTimer>
#include <QWidget>
#include <map>

#include "app/config/config_train.h"

class QLabel;
class QListWidget;
class QListWidgetItem;

namespace tactus::ui {

class YamlEdit;

class ConfigEditor : public QWidget {
  Q_OBJECT

 public:
  explicit ConfigEditor(QWidget* parent = nullptr);

  QString text() const;
  // Replaces the text; undo restores the previous one.
  void setText(const QString& text);
  // Replaces a value as the form does; undo works as for typing.
  void setValue(const QString& path, const QString& yaml);
  // There is a configuration without errors.
  bool valid() const { return inspection_.faults.empty() && !text().trimmed().isEmpty(); }
  // Returns the value of the field, or its default; "" if there is no such field.
  QString value(const QString& path) const;
  QWidget* field(const QString& path) const;  // of the form; null if there is none
  void inspectNow();                          // at once, instead of shortly after the last key

 signals:
  void edited();

 protected:
  void changeEvent(QEvent* event) override;

 private:
  QWidget* makeForm();
  QWidget* makeField(const QString& path);
  const ConfigField* find(const QString& path) const;
  QStringList words(const QString& section, const QString& before) const;
  QString explanation(const ConfigField& field) const;
  void showValue(const ConfigField& field, QWidget& widget);
  void replaceText(const QString& text);
  void showErrors();
  void showHint();
  void goToError(const QListWidgetItem* item);

  std::map<std::string, QWidget*> widgets_;
  YamlEdit* text_;
  QLabel* hint_;
  QListWidget* errors_;
  ConfigInspection inspection_;
  QTimer timer_;
};

}  // namespace tactus::ui
