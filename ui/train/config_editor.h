// A training configuration in two views of one text: the YAML as it is written, and a form made of
// what its reader asks for (inspect_train_config). Each follows the other; faults stand at their
// line and at their field.
#pragma once

#include <QTimer>
#include <QWidget>
#include <map>

#include "app/config/config_train.h"

class QFormLayout;
class QListWidget;
class QListWidgetItem;
class QPlainTextEdit;
class QScrollArea;

namespace tactus::ui {

class ConfigEditor : public QWidget {
  Q_OBJECT

 public:
  explicit ConfigEditor(QWidget* parent = nullptr);

  QString text() const;
  // Another text: undone, the one before is back.
  void setText(const QString& text);
  // Replaces a value as the form does, and can be undone like typing.
  void setValue(const QString& path, const QString& yaml);
  const ConfigInspection& inspection() const { return inspection_; }
  bool valid() const { return inspection_.faults.empty(); }
  // The field's value as YAML, or its default; "" for a field that is not there.
  QString value(const QString& path) const;
  QWidget* field(const QString& path) const;  // of the form; null when there is none
  void inspectNow();                          // otherwise shortly after the last key

 signals:
  void edited();

 private:
  void buildForm();
  QWidget* makeField(const ConfigField& field);
  void showValues();
  void showValue(const ConfigField& field, QWidget& widget);
  void showFaults();
  void goTo(const QListWidgetItem& fault);
  QString explanation(const ConfigField& field) const;

  QPlainTextEdit* text_;
  QListWidget* faults_;
  QScrollArea* scroll_;
  std::map<std::string, QWidget*> widgets_;
  ConfigInspection inspection_;
  QTimer timer_;
  bool showing_ = false;  // the form's own changes are none of a person's
};

}  // namespace tactus::ui
