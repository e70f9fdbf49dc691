// A training configuration: its text, and a form for the most common keys. Each follows the other.
// Other keys are edited in the text, which offers matching keys and shows errors in place.
#pragma once

#include <QTimer>
#include <QWidget>
#include <map>

#include "app/config/config_train.h"

class QLabel;

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
  bool valid() const { return inspection_.faults.empty(); }
  // Returns the value of the field as YAML, or its default; "" if there is no such field.
  QString value(const QString& path) const;
  QWidget* field(const QString& path) const;  // of the form; null if there is none
  void inspectNow();                          // at once, instead of shortly after the last key

 signals:
  void edited();

 private:
  QWidget* makeForm();
  QWidget* makeField(const QString& path);
  const ConfigField* find(const QString& path) const;
  QStringList words(const QString& section, const QString& before) const;
  QString explanation(const ConfigField& field) const;
  void showValue(const ConfigField& field, QWidget& widget);
  void showMessage();

  std::map<std::string, QWidget*> widgets_;
  YamlEdit* text_;
  QLabel* message_;
  ConfigInspection inspection_;
  QTimer timer_;
};

}  // namespace tactus::ui
