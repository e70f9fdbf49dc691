// A training configuration: its text, and a form with what people change most. Each follows the
// other. Every other key is written in the text, which offers the keys that fit and shows what is
// wrong where it stands.
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
  // Another text: undone, the one before is back.
  void setText(const QString& text);
  // Replaces a value as the form does, and can be undone like typing.
  void setValue(const QString& path, const QString& yaml);
  bool valid() const { return inspection_.faults.empty(); }
  // The field's value as YAML, or its default; "" for a field that is not there.
  QString value(const QString& path) const;
  QWidget* field(const QString& path) const;  // of the form; null when there is none
  void inspectNow();                          // otherwise shortly after the last key

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
