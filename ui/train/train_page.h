// The page for training networks: configuration, corpora, runs and their progress. It only connects
// its widgets.
#pragma once

#include <QTimer>
#include <QVector>
#include <filesystem>
#include <thread>
#include <vector>

#include "model/annotation.h"
#include "ui/page/page.h"

class QHBoxLayout;
class QLabel;
class QPlainTextEdit;
class QPushButton;
class QTabWidget;

namespace tactus::ui {

class ConfigEditor;
class CorpusPanel;
class TrainControls;
struct ModelComparison;
class TrainCurves;
class TrainFigures;
class TrainRun;
class TrainRunList;
class TrainWatch;

class TrainPage : public Page {
  Q_OBJECT

 public:
  // `folder` holds the runs without another place. The page shows the runs in it and follows active
  // ones. Empty = in the data folder of the application.
  explicit TrainPage(const QString& folder = {}, QWidget* parent = nullptr);
  ~TrainPage() override;  // stops a comparison

  ConfigEditor& editor() const { return *editor_; }
  CorpusPanel& corpora() const { return *corpora_; }
  TrainCurves& curves() const;
  TrainRunList& list() const { return *list_; }
  const QVector<TrainRun*>& runs() const;
  TrainRun* current() const;  // null when there is none
  bool anyAlive() const;      // runs that would continue without the window

  // Shows the run with the model file `output`.
  TrainRun* openRun(const QString& output);
  // Opens a recipe: "beats" or "chords".
  void beginWith(const QString& recipe);
  // Adds checked songs to the corpus of corrections. Returns the number of added songs; the page
  // shows errors.
  int learnFrom(const std::vector<Annotation>& songs);
  // The same for those of these audio files whose annotation is checked.
  void learnFromChecked(const std::vector<std::filesystem::path>& songs);
  // Opens a configuration that trains the shipped model of a task further on the corrections.
  void fineTune(const QString& task);

 public slots:
  void start();  // with the current configuration
  // Continues the unfinished run with the demo songs, else starts a new one.
  void tryDemo();
  // Tags the validation song of the current run with the old and the new model; emits compared.
  void compareModels();

 signals:
  // The models for tagging the open song: that of the run, and the shipped one of the other task.
  void tagWith(const QStringList& models);
  // To be shown: the song with both annotations.
  void compared(const ModelComparison& comparison);
  // The user wants to train on the checked songs: answer with learnFromChecked.
  void checkedSongsWanted();

 protected:
  void changeEvent(QEvent* event) override;

 private:
  QWidget* makeLeft();
  QWidget* makeConfigTab();
  void addRecipes(QHBoxLayout& row);
  void addCorrections(QHBoxLayout& row);
  QString outputOfConfig() const;
  bool isRunning(const QString& output) const;
  QString correctionsFolder() const;
  std::size_t correctedSongs(const QString& task) const;
  void openConfigFile();
  void loadConfigFile(const QString& path);
  void openRunFile();
  void showMessage(const QString& text, bool fault = false);
  void showCurrent();
  void showLog(const TrainRun* run);
  void giveModel();

  QString folder_;
  QTimer repaint_;  // at most 25 times a second
  QTabWidget* tabs_ = nullptr;
  TrainRunList* list_ = nullptr;
  TrainControls* controls_ = nullptr;
  TrainFigures* figures_ = nullptr;
  QLabel* notice_ = nullptr;
  QPushButton *use_ = nullptr, *compare_ = nullptr;
  ConfigEditor* editor_ = nullptr;
  CorpusPanel* corpora_ = nullptr;
  TrainWatch* watch_ = nullptr;
  QPlainTextEdit* log_ = nullptr;
  bool comparing_ = false;
  std::jthread comparison_;
};

}  // namespace tactus::ui
