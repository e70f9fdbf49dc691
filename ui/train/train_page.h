// The page on which networks are trained: configuration, corpora, runs and what they do. It only
// wires; the parts are widgets of their own.
#pragma once

#include <QTimer>
#include <QVector>
#include <QWidget>

#include "model/annotation.h"

class QHBoxLayout;
class QLabel;
class QPlainTextEdit;
class QPushButton;
class QTabWidget;

namespace tactus::ui {

class ConfigEditor;
class CorpusPanel;
class TrainControls;
class TrainCurves;
class TrainFigures;
class TrainRun;
class TrainRunList;
class TrainWatch;

class TrainPage : public QWidget {
  Q_OBJECT

 public:
  // `folder` holds the runs that are given no other place; those found there are shown, running
  // ones are followed. Empty = in the application's data.
  explicit TrainPage(const QString& folder = {}, QWidget* parent = nullptr);

  ConfigEditor& editor() const { return *editor_; }
  CorpusPanel& corpora() const { return *corpora_; }
  TrainCurves& curves() const;
  TrainRunList& list() const { return *list_; }
  const QVector<TrainRun*>& runs() const;
  TrainRun* current() const;  // null when there is none
  bool anyAlive() const;      // runs that would go on without the window

  // Shows the run whose model is `output`.
  TrainRun* openRun(const QString& output);
  // A configuration to begin with: "beats" or "chords".
  void beginWith(const QString& recipe);
  // Adds checked songs to the corpus of corrections. Returns how many came in; what could not be
  // added is told on the page.
  int learnFrom(const std::vector<Annotation>& songs);
  // A configuration that lets the shipped model of a task go on from the corrections.
  void fineTune(const QString& task);

 public slots:
  void start();   // the configuration as it stands
  void pause();   // the current run saves its state and waits
  void resume();  // the current run goes on, or is begun again from its state
  void stop();    // the current run finishes its batch, saves its state and ends
  void kill();    // the current run ends at once

 signals:
  // The models to tag the open song with: the run's, and the shipped one of the other task.
  void tagWith(const QStringList& models);
  // A person wants the checked songs to be learned from: answer with learnFrom.
  void checkedSongsWanted();

 protected:
  void changeEvent(QEvent* event) override;

 private:
  QWidget* makeLeft();
  QWidget* makeConfigTab();
  void addRecipes(QHBoxLayout& row);
  void addCorrections(QHBoxLayout& row);
  QString outputOfConfig() const;
  bool goesOn(const QString& output) const;
  bool mayReplace(const TrainRun& run);
  QString correctionsFolder() const;
  void openConfigFile();
  void loadConfigFile(const QString& path);
  void openRunFile();
  void say(const QString& text, bool fault = false);
  void showCurrent();
  void showLog(const TrainRun* run);
  void giveModel();

  QString folder_;
  QTimer repaint_;  // at most 25 times a second, however much happens
  QTabWidget* tabs_ = nullptr;
  TrainRunList* list_ = nullptr;
  TrainControls* controls_ = nullptr;
  TrainFigures* figures_ = nullptr;
  QLabel* notice_ = nullptr;
  QPushButton* use_ = nullptr;
  ConfigEditor* editor_ = nullptr;
  CorpusPanel* corpora_ = nullptr;
  TrainWatch* watch_ = nullptr;
  QPlainTextEdit* log_ = nullptr;
};

}  // namespace tactus::ui
