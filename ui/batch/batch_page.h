// The page that tags many songs: a queue of files, what to write and where, progress.
#pragma once

#include <QElapsedTimer>

#include "ui/batch/batch_job.h"
#include "ui/batch/batch_model.h"
#include "ui/page/page.h"

class QCheckBox;
class QComboBox;
class QLabel;
class QLineEdit;
class QProgressBar;
class QPushButton;
class QStackedLayout;
class QTableView;

namespace tactus::ui {

class SongPreview;

class BatchPage : public Page {
  Q_OBJECT

 public:
  explicit BatchPage(QWidget* parent = nullptr);

  BatchModel& queue() { return model_; }
  SongPreview& preview() { return *preview_; }
  // Adds files and folders, as the command line does.
  void addPaths(const QStringList& paths);
  void apply(const Settings& settings) override;
  void setOutputFolder(const QString& folder);
  bool running() const { return job_.running(); }

 public slots:
  void start();
  void cancel();
  void retry();

 protected:
  void dragEnterEvent(QDragEnterEvent* event) override;
  void dropEvent(QDropEvent* event) override;
  bool eventFilter(QObject* watched, QEvent* event) override;

 private:
  QWidget* makeToolRow();
  QWidget* makeOptionRow();
  QWidget* makeQueue();
  QWidget* makeProgressRow();
  void addFiles();
  void addFolder();
  void chooseOutput();
  void removeSelected();
  void open(int row);
  void take(const BatchNews& news);
  void end(const QString& error);
  void showState();
  QString summary() const;
  BatchOptions options() const;

  BatchModel model_;
  BatchJob job_;
  QStringList models_;
  QElapsedTimer clock_;
  double tagged_seconds_ = 0.0;  // seconds of music in the finished songs of this run
  int begun_with_ = 0;           // songs in this run
  int done_ = 0;
  bool cancelling_ = false;
  QString error_;
  QString note_;  // see BatchNews

  QTableView* table_ = nullptr;
  SongPreview* preview_ = nullptr;
  QStackedLayout* stack_ = nullptr;
  QPushButton* formats_ = nullptr;
  QComboBox* device_ = nullptr;
  QComboBox* existing_ = nullptr;
  QLineEdit* output_ = nullptr;
  QCheckBox* activations_ = nullptr;
  QPushButton *start_ = nullptr, *cancel_ = nullptr, *retry_ = nullptr, *remove_ = nullptr,
              *clear_ = nullptr;
  QProgressBar* progress_ = nullptr;
  QLabel* status_ = nullptr;
};

}  // namespace tactus::ui
