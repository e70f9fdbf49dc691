// The training runs that are known, with what they are doing; those with a check mark are compared.
#pragma once

#include <QTreeWidget>
#include <QVector>

#include "ui/train/train_curves.h"

namespace tactus::ui {

class TrainRun;

class TrainRunList : public QTreeWidget {
  Q_OBJECT

 public:
  explicit TrainRunList(QWidget* parent = nullptr);

  const QVector<TrainRun*>& runs() const { return runs_; }
  TrainRun* current() const;  // null when there is none
  // The run whose model is `output`, which becomes the current one.
  TrainRun* open(const QString& output);
  // Those that lie in a folder, running ones among them; the latest becomes the current one.
  void find(const QString& folder);
  // The current run and the checked ones, each with its colour.
  QVector<ShownRun> shown() const;
  void setCompared(int row, bool on);

 public slots:
  void refresh();

 signals:
  void changed();        // a run, or which ones are shown
  void currentChosen();  // another one is the current run

 private:
  QVector<TrainRun*> runs_;
};

}  // namespace tactus::ui
