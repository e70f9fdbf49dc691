// The settings that a person changes in a dialog; the rest is remembered from what they do.
#pragma once

#include <QDialog>

#include "ui/window/settings.h"

class QCheckBox;
class QComboBox;
class QDoubleSpinBox;
class QLineEdit;

namespace tactus::ui {

class SettingsDialog : public QDialog {
  Q_OBJECT

 public:
  explicit SettingsDialog(const Settings& settings, QWidget* parent = nullptr);
  // The settings as they were given, with what the person changed.
  Settings settings() const;

 private:
  Settings given_;
  QComboBox* theme_;
  QCheckBox* symbols_;
  QCheckBox* snapping_;
  QDoubleSpinBox* doubt_;
  QDoubleSpinBox* autosave_;
  QComboBox* device_;
  QLineEdit* models_;
};

}  // namespace tactus::ui
