// The known training runs with their states; runs with a check mark are compared.
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
  TrainRun* current() const;  // null if there is none
  // Returns the run with the model file `output`, and makes it the current one.
  TrainRun* open(const QString& output);
  // Adds the runs in the folders, active ones among them; the latest becomes the current one.
  void find(const QStringList& folders);
  // The current run and the checked ones, each with its colour.
  QVector<ShownRun> shown() const;
  void setCompared(int row, bool on);

 public slots:
  void refresh();

 signals:
  void changed();        // a run, or the selection of runs
  void currentChosen();  // another run is current

 private:
  QVector<TrainRun*> runs_;
};

}  // namespace tactus::ui
