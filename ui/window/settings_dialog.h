// The settings that the user changes in a dialog; the program remembers the others by itself.
#pragma once

#include <QDialog>

#include "ui/page/settings.h"

class QCheckBox;
class QComboBox;
class QDoubleSpinBox;
class QSpinBox;

namespace tactus::ui {

class SettingsDialog : public QDialog {
  Q_OBJECT

 public:
  explicit SettingsDialog(const Settings& settings, QWidget* parent = nullptr);
  // Returns the given settings with the user's changes.
  Settings settings() const;

 private:
  Settings given_;
  QComboBox* theme_;
  QComboBox* language_;
  QCheckBox* symbols_;
  QCheckBox* snapping_;
  QCheckBox* save_unasked_;
  QSpinBox* doubt_;
  QDoubleSpinBox* autosave_;
  QComboBox* device_;
  QComboBox* models_;
};

}  // namespace tactus::ui
