#include "ui/train/start_checks.h"

#include <QAbstractButton>
#include <QFileInfo>
#include <QMessageBox>
#include <QObject>
#include <QPushButton>
#include <QStringList>

#include "app/config/config_train.h"
#include "app/workshop/training/training_songs.h"
#include "ui/files/off_thread.h"
#include "ui/train/train_run.h"

namespace tactus::ui {
namespace {

// Cancel is the default.
bool agreed(QMessageBox& question, const QString& yes, QMessageBox::ButtonRole role) {
  const auto* button = question.addButton(yes, role);
  question.setDefaultButton(QMessageBox::Cancel);
  question.exec();
  return question.clickedButton() == static_cast<const QAbstractButton*>(button);
}

bool may_start_unwatched(const QString& reason, QWidget* parent) {
  QMessageBox question(
      QMessageBox::Warning, QObject::tr("No validation songs"),
      QObject::tr("No songs are set aside for validation. The run will have no scores, so nothing "
                  "will show how well the network does on songs that it has not seen."),
      QMessageBox::Cancel, parent);
  question.setInformativeText(reason);
  return agreed(question, QObject::tr("Start anyway"), QMessageBox::AcceptRole);
}

}  // namespace

bool may_replace(const TrainRun& run, QWidget* parent) {
  const QString& output = run.output();
  QStringList replaced;
  for (const char* ending :
       {"", ".state", ".state.previous", ".log", ".progress", ".messages", ".yaml"}) {
    const QFileInfo file(output + QLatin1String(ending));
    if (file.exists()) replaced += file.fileName();
  }
  QMessageBox question(QMessageBox::Warning, QObject::tr("Replace the run?"),
                       QObject::tr("%1 already exists.").arg(output), QMessageBox::Cancel, parent);
  const QString resume =
      run.resumable() ? QObject::tr(" Resume continues the existing run.") : QString();
  question.setInformativeText(
      QObject::tr("A new run replaces %1. To keep both, set another output in the configuration.")
          .arg(replaced.join(QStringLiteral(", "))) +
      resume);
  return agreed(question, QObject::tr("Replace"), QMessageBox::DestructiveRole);
}

SongsCheck check_songs(const QString& config_text, const QString& folder, QWidget* parent,
                       QString& fault) {
  PlannedSongs planned;
  try {
    planned = off_thread([text = config_text.toStdString(), place = folder.toStdString()] {
      return planned_songs(parse_train_config(parse_config(text, "configuration"), place));
    });
  } catch (const std::exception& error) {
    planned.no_training = error.what();
  }
  fault = QString::fromStdString(planned.no_training);
  if (!fault.isEmpty()) return SongsCheck::kMissing;
  if (planned.no_validation.empty()) return SongsCheck::kGood;
  return may_start_unwatched(QString::fromStdString(planned.no_validation), parent)
             ? SongsCheck::kGood
             : SongsCheck::kCancelled;
}

}  // namespace tactus::ui
