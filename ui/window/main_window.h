// The main window: pages as tabs, menus, docks, status bar. It only connects its parts.
#pragma once

#include <QList>
#include <QMainWindow>

#include "ui/page/settings.h"

class QDockWidget;
class QLabel;
class QMenu;
class QProgressBar;
class QTabWidget;
class QToolButton;

namespace tactus::ui {

class AnnotatePage;
class BatchPage;
class FileActions;
class LibraryPage;
class ReviewPanel;
class SheetPage;
class SongSession;
class SongList;
class SpeedPage;
class TrainPage;

class MainWindow : public QMainWindow {
  Q_OBJECT

 public:
  explicit MainWindow(const Settings& settings, QWidget* parent = nullptr);

  AnnotatePage& annotatePage() const { return *annotate_; }
  SongSession& files() const { return *files_; }
  SongList& songs() const { return *songs_; }

  // Offers recovered work, then opens the files. Without files, the first start opens the demo
  // song.
  void begin(const QStringList& paths);

 protected:
  void closeEvent(QCloseEvent* event) override;
  void keyPressEvent(QKeyEvent* event) override;
  bool eventFilter(QObject* watched, QEvent* event) override;

 private:
  void buildPages();  // a page is one line here
  void buildMenus();
  void buildViewMenu(QMenu* menu);
  void zoom(double factor);  // 0 = the whole song
  void buildDocks();
  void buildStatusBar();
  QList<QDockWidget*> docks() const;
  void takeKeysFrom(const QDockWidget& dock);
  void giveKeysToPage();  // to the lanes, or where they were on another page
  void showReview();
  void connectFiles();
  void connectPages();
  bool showsSong() const;  // on one of the pages
  void showSongActions(bool seen);
  void tagWith(const QStringList& models);
  void learnFromChecked();
  void showTitle();
  void showBusy(bool busy);
  void showProgress(double done);
  void apply();  // the settings
  void setFolder(const QString& path);
  void openDemo();
  void showPicture();
  void showSettings();

  Settings settings_;
  QTabWidget* pages_;
  AnnotatePage* annotate_;
  SheetPage* sheet_;
  BatchPage* batch_;
  LibraryPage* library_;
  TrainPage* train_;
  SpeedPage* speed_;
  SongSession* files_;
  FileActions* file_actions_;
  SongList* songs_;
  QList<QMenu*> song_menus_;       // menus whose keys act on the song
  QList<QAction*> panel_actions_;  // show and hide the docks
  QDockWidget* song_dock_ = nullptr;
  QDockWidget* table_dock_ = nullptr;
  QDockWidget* review_dock_ = nullptr;
  QDockWidget* transport_dock_ = nullptr;
  ReviewPanel* review_ = nullptr;
  QLabel* position_ = nullptr;
  QLabel* busy_text_ = nullptr;
  QProgressBar* busy_ = nullptr;
  QToolButton* stop_ = nullptr;
};

}  // namespace tactus::ui
