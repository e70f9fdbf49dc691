#include "ui/train/train_run_list.h"

#include <QDir>
#include <QFileInfo>
#include <QHeaderView>
#include <QLocale>
#include <algorithm>

#include "ui/look/line_plot.h"
#include "ui/train/train_run.h"

namespace tactus::ui {
namespace {

enum Column { kRun, kState, kKept };

}  // namespace

TrainRunList::TrainRunList(QWidget* parent) : QTreeWidget(parent) {
  setHeaderLabels({tr("Run"), tr("State"), tr("Kept")});
  setAccessibleName(tr("Runs"));
  setRootIsDecorated(false);
  setToolTip(tr("Ticked runs are compared in the curves"));
  header()->setStretchLastSection(false);
  header()->setSectionResizeMode(kRun, QHeaderView::Stretch);
  header()->resizeSection(kState, 96);
  header()->resizeSection(kKept, 76);
  connect(this, &QTreeWidget::itemChanged, this, &TrainRunList::changed);
  connect(this, &QTreeWidget::currentItemChanged, this, &TrainRunList::currentChosen);
}

TrainRun* TrainRunList::current() const {
  const int row = indexOfTopLevelItem(currentItem());
  return row < 0 ? nullptr : runs_[row];
}

TrainRun* TrainRunList::open(const QString& output) {
  const QString path = QFileInfo(output).absoluteFilePath();
  for (int i = 0; i < runs_.size(); ++i) {
    if (runs_[i]->output() != path) continue;
    setCurrentItem(topLevelItem(i));
    return runs_[i];
  }
  auto* run = new TrainRun(path, this);
  connect(run, &TrainRun::changed, this, &TrainRunList::changed);
  runs_.push_back(run);
  auto* item = new QTreeWidgetItem(this, {run->name(), run->stateText()});
  item->setCheckState(kRun, Qt::Unchecked);
  item->setToolTip(kRun, path);
  setCurrentItem(item);
  return run;
}

// Runs of the window write OUTPUT.progress, runs of the command line OUTPUT.log.
void TrainRunList::find(const QStringList& folders) {
  QFileInfoList files;
  for (const QString& folder : folders) {
    files += QDir(folder).entryInfoList({QStringLiteral("*.progress"), QStringLiteral("*.log")},
                                        QDir::Files);
  }
  std::stable_sort(files.begin(), files.end(), [](const QFileInfo& a, const QFileInfo& b) {
    return a.lastModified() > b.lastModified();
  });
  for (const QFileInfo& file : files) {
    open(file.absolutePath() + QLatin1Char('/') + file.completeBaseName());
  }
  if (topLevelItemCount() > 0) setCurrentItem(topLevelItem(0));
}

QVector<ShownRun> TrainRunList::shown() const {
  QVector<ShownRun> shown;
  for (int i = 0; i < runs_.size(); ++i) {
    const bool chosen = topLevelItem(i)->checkState(kRun) == Qt::Checked;
    if (chosen || runs_[i] == current()) shown.push_back({runs_[i], i});
  }
  return shown;
}

void TrainRunList::setCompared(int row, bool on) {
  topLevelItem(row)->setCheckState(kRun, on ? Qt::Checked : Qt::Unchecked);
}

void TrainRunList::refresh() {
  const QSignalBlocker quiet(this);
  for (int i = 0; i < runs_.size(); ++i) {
    QTreeWidgetItem* item = topLevelItem(i);
    const TrainRun& run = *runs_[i];
    const QString occasion = run.occasion();
    item->setText(kRun,
                  occasion.isEmpty() ? run.name() : run.name() + QLatin1Char('\n') + occasion);
    item->setText(kState, run.stateText());
    const auto kept = run.keptNumber();
    item->setText(kKept,
                  kept ? QLocale().toString(kept->value, 'f', 3) + '\n' + kept->name : QString());
    item->setToolTip(kKept, kept ? tr("The model file has the network of epoch %1: %2 %3")
                                       .arg(run.keptEpoch() + 1)
                                       .arg(kept->name, QLocale().toString(kept->value, 'f', 4))
                                 : QString());
    item->setForeground(kRun, series_colour(i));
  }
}

}  // namespace tactus::ui
