// The main window: pages as tabs, menus, docks, status bar. It only connects its parts.
#pragma once

#include <QList>
#include <QMainWindow>

#include "ui/page/settings.h"
#include "ui/window/pages.h"

class QDockWidget;
class QLabel;
class QMenu;
class QProgressBar;
class QTabWidget;
class QToolButton;

namespace tactus::ui {

class DemoOpening;
class DockFolding;
class FileActions;
class ReviewPanel;
class StartPage;

class MainWindow : public QMainWindow, public PageContext {
  Q_OBJECT

 public:
  explicit MainWindow(const Settings& settings, QWidget* parent = nullptr);

  AnnotatePage& annotatePage() const override { return *annotate_; }
  SongSession& files() const override { return *files_; }
  SongList& songs() const override { return *songs_; }
  void tagWith(const QStringList& models) override;
  void compare(const std::filesystem::path& opened, const std::filesystem::path& reference,
               const QString& sentence) override;

  // Offers recovered work, then opens the files. Without files it says what a person can begin
  // with.
  void begin(const QStringList& paths);

 protected:
  void closeEvent(QCloseEvent* event) override;
  void keyPressEvent(QKeyEvent* event) override;
  bool eventFilter(QObject* watched, QEvent* event) override;

 private:
  void buildPages();
  void buildMenus();
  void addMenuOf(Page& page);
  void buildViewMenu(QMenu* menu);
  void buildDocks();
  void buildStatusBar();
  QList<QDockWidget*> docks() const;
  void takeKeysFrom(const QDockWidget& dock);
  void showReview();
  void connectFiles();
  void connectPages();
  Page& page() const;  // the shown one
  void showPage();
  void showSongActions(bool seen);
  void showMessage(const QString& text);
  void showTitle();
  void showBusy(bool busy);
  void showProgress(double done);
  void apply();  // the settings
  void setFolder(const QString& path);
  void buildStartPage();
  void showStartPage();  // if there is no song to show
  void showDocks();
  void openDemo();
  void showPicture();
  void showSettings();

  Settings settings_;
  QTabWidget* tabs_;
  AnnotatePage* annotate_;
  QList<Page*> pages_;  // of all_pages()
  SongSession* files_;
  FileActions* file_actions_;
  SongList* songs_;
  QList<QMenu*> song_menus_;      // menus whose keys act on the song
  QList<QDockWidget*> away_;      // docks that come back with the annotation
  QList<QAction*> song_actions_;  // show and hide the docks, explain a lane
  QDockWidget* song_dock_ = nullptr;
  QDockWidget* table_dock_ = nullptr;
  QDockWidget* review_dock_ = nullptr;
  QDockWidget* transport_dock_ = nullptr;
  DockFolding* folding_ = nullptr;
  StartPage* start_ = nullptr;
  DemoOpening* demo_ = nullptr;
  ReviewPanel* review_ = nullptr;
  QLabel* position_ = nullptr;
  QLabel* busy_text_ = nullptr;
  QProgressBar* busy_ = nullptr;
  QToolButton* stop_ = nullptr;
};

}  // namespace tactus::ui
