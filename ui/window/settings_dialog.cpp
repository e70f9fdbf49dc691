#include "ui/window/settings_dialog.h"

#include <QCheckBox>
#include <QComboBox>
#include <QDialogButtonBox>
#include <QDoubleSpinBox>
#include <QFormLayout>
#include <QLineEdit>
#include <QSpinBox>
#include <algorithm>
#include <cmath>

#include "ui/look/apply_theme.h"
#include "ui/look/theme.h"

namespace tactus::ui {

SettingsDialog::SettingsDialog(const Settings& settings, QWidget* parent)
    : QDialog(parent),
      given_(settings),
      theme_(new QComboBox(this)),
      language_(new QComboBox(this)),
      symbols_(new QCheckBox(tr("Chords as musicians write them (Dm7, not D:min7)"), this)),
      snapping_(new QCheckBox(tr("Snap beats, boundaries and selections (hold Alt to drag freely)"),
                              this)),
      save_unasked_(new QCheckBox(tr("Save without asking before another song opens"), this)),
      doubt_(new QSpinBox(this)),
      autosave_(new QDoubleSpinBox(this)),
      device_(new QComboBox(this)),
      models_(new QComboBox(this)) {
  setWindowTitle(tr("Settings"));
  theme_->addItems({tr("Same as the system"), tr("Dark"), tr("Light")});
  theme_->setCurrentIndex(static_cast<int>(settings.theme));
  language_->addItem(tr("Same as the system"), QString());
  language_->addItem(QStringLiteral("English"), QStringLiteral("en"));  // each in its own words
  language_->addItem(QStringLiteral("Deutsch"), QStringLiteral("de"));
  language_->setCurrentIndex(std::max(0, language_->findData(settings.language)));
  symbols_->setChecked(settings.chord_symbols);
  snapping_->setChecked(settings.snapping);
  save_unasked_->setChecked(settings.save_unasked);
  doubt_->setRange(1, 100);
  doubt_->setSuffix(tr(" %"));
  doubt_->setValue(static_cast<int>(std::lround(100 * settings.doubt_share)));
  autosave_->setRange(1.0, 600.0);
  autosave_->setDecimals(0);
  autosave_->setSuffix(tr(" s"));
  autosave_->setValue(settings.autosave_seconds);
  device_->setEditable(true);
  device_->addItems({QStringLiteral("auto"), QStringLiteral("cpu"), QStringLiteral("cpu:int16"),
                     QStringLiteral("cpu:int8"), QStringLiteral("cpu:bf16"),
                     QStringLiteral("cuda")});
  device_->setCurrentText(settings.device);
  models_->setEditable(true);
  models_->setCompleter(nullptr);
  models_->addItem(QString());
  models_->setItemData(0, tr("the shipped models"), Qt::ToolTipRole);
  models_->addItem(QStringLiteral("best"));
  models_->setItemData(1, tr("Slower, slightly more accurate"), Qt::ToolTipRole);
  models_->addItem(QStringLiteral("fast"));
  models_->setItemData(2, tr("Faster; worse on a few recordings"), Qt::ToolTipRole);
  models_->setCurrentText(settings.models.join(QStringLiteral("; ")));
  models_->lineEdit()->setPlaceholderText(tr("the shipped models"));
  models_->lineEdit()->setClearButtonEnabled(true);
  models_->setMinimumWidth(75 * kGrid);
  auto* form = new QFormLayout(this);
  form->addRow(tr("Theme"), theme_);
  form->addRow(tr("Language (after a restart)"), language_);
  form->addRow(symbols_);
  form->addRow(snapping_);
  form->addRow(save_unasked_);
  form->addRow(tr("Review the least sure"), doubt_);
  form->addRow(tr("Save a recovery file every"), autosave_);
  form->addRow(tr("Device for tagging"), device_);
  form->addRow(tr("Models (files or names, separated by ;)"), models_);
  auto* buttons = new QDialogButtonBox(QDialogButtonBox::Ok | QDialogButtonBox::Cancel, this);
  connect(buttons, &QDialogButtonBox::accepted, this, &QDialog::accept);
  connect(buttons, &QDialogButtonBox::rejected, this, &QDialog::reject);
  form->addRow(buttons);
}

Settings SettingsDialog::settings() const {
  Settings settings = given_;
  settings.theme = static_cast<ThemeChoice>(theme_->currentIndex());
  settings.language = language_->currentData().toString();
  settings.chord_symbols = symbols_->isChecked();
  settings.snapping = snapping_->isChecked();
  settings.save_unasked = save_unasked_->isChecked();
  settings.doubt_share = doubt_->value() / 100.0;
  settings.autosave_seconds = autosave_->value();
  settings.device = device_->currentText().trimmed();
  settings.models.clear();
  for (const QString& model : models_->currentText().split(QLatin1Char(';'), Qt::SkipEmptyParts)) {
    if (!model.trimmed().isEmpty()) settings.models.append(model.trimmed());
  }
  return settings;
}

}  // namespace tactus::ui
