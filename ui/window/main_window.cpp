#include "ui/window/main_window.h"

#include <QAbstractButton>
#include <QActionGroup>
#include <QApplication>
#include <QCloseEvent>
#include <QComboBox>
#include <QDockWidget>
#include <QFileInfo>
#include <QKeyEvent>
#include <QLabel>
#include <QMenuBar>
#include <QMessageBox>
#include <QProgressBar>
#include <QScreen>
#include <QStandardPaths>
#include <QStatusBar>
#include <QTabWidget>
#include <QToolButton>
#include <utility>

#include "ui/annotate/annotate_page.h"
#include "ui/annotate/annotation_tables.h"
#include "ui/annotate/review_panel.h"
#include "ui/document/annotation_document.h"
#include "ui/document/annotation_editor.h"
#include "ui/document/song_lyrics.h"
#include "ui/files/song_session.h"
#include "ui/picture/picture_dialog.h"
#include "ui/playback/playback_bar.h"
#include "ui/playback/player.h"
#include "ui/playback/sound_controller.h"
#include "ui/playback/transport_display.h"
#include "ui/sound_lanes/sound_model.h"
#include "ui/timeline/lane_stack.h"
#include "ui/timeline/ruler_view.h"
#include "ui/window/compare_menu.h"
#include "ui/window/dock_folding.h"
#include "ui/window/edit_actions.h"
#include "ui/window/file_actions.h"
#include "ui/window/lane_menu.h"
#include "ui/window/page_bar.h"
#include "ui/window/settings_dialog.h"
#include "ui/window/shortcut_sheet.h"
#include "ui/window/song_keys.h"
#include "ui/window/song_list.h"
#include "ui/window/start_page.h"
#include "ui/window/user_lane_menu.h"

namespace tactus::ui {
namespace {

constexpr int kMessageMs = 8000;
constexpr QSize kLeastSize(720, 420);
constexpr QSize kFrame(16, 56);  // room for title bar and borders, which exist only later

std::filesystem::path data_folder() {
  return QStandardPaths::writableLocation(QStandardPaths::AppDataLocation).toStdString();
}

std::filesystem::path cache_folder() {
  const QString caches = QStandardPaths::writableLocation(QStandardPaths::GenericCacheLocation);
  return std::filesystem::path(caches.toStdString()) / "tactus";
}

SongState state_of(const AnnotationDocument& song) {
  if (song.isChecked()) return SongState::kChecked;
  if (song.annotation().review == Review::kEdited) return SongState::kEdited;
  return song.isTagged() ? SongState::kTagged : SongState::kUntagged;
}

}  // namespace

MainWindow::MainWindow(const Settings& settings, QWidget* parent)
    : QMainWindow(parent),
      settings_(settings),
      tabs_(new QTabWidget(this)),
      annotate_(new AnnotatePage),
      files_(new SongSession(annotate_->editor(), data_folder() / "recovery", this)),
      file_actions_(new FileActions(*files_, annotate_->document(), *this)),
      songs_(new SongList) {
  tabs_->setDocumentMode(true);
  annotate_->sound().model().setEnvelopeCache(cache_folder() / "peaks");
  buildPages();
  addToolBar(new PageBar(*tabs_, this));
  tabs_->setMinimumSize(1, 1);
  setMinimumSize(kLeastSize);
  setCentralWidget(tabs_);
  buildDocks();
  buildMenus();
  buildStartPage();
  buildStatusBar();
  connectFiles();
  connectPages();
  resize(QSize(1440, 900).boundedTo(screen()->availableSize() - kFrame));
  restoreGeometry(settings_.geometry);
  restoreState(settings_.window_state);
  folding_ = new DockFolding(*this);
  apply();
  showTitle();
  annotate_->lanes().lane(QStringLiteral("beats"))->setFocus();
  annotate_->lanes().takeKeys();
  qApp->installEventFilter(this);
}

void MainWindow::buildPages() {
  for (const PageInfo& info : all_pages()) {
    pages_.append(info.make(*this));
    if (!pages_.back()->songView() && pages_.back()->layout()) pages_.back()->scrollWhenSmall();
    tabs_->addTab(pages_.back(), page_title(info));
  }
}

Page& MainWindow::page() const {
  return static_cast<Page&>(*tabs_->currentWidget());
}

void MainWindow::buildDocks() {
  song_dock_ = new QDockWidget(tr("Songs"), this);
  song_dock_->setObjectName(QStringLiteral("songs"));
  song_dock_->setWidget(songs_);
  addDockWidget(Qt::LeftDockWidgetArea, song_dock_);
  table_dock_ = new QDockWidget(tr("Tables"), this);
  table_dock_->setObjectName(QStringLiteral("tables"));
  table_dock_->setWidget(new AnnotationTables(annotate_->editor()));
  addDockWidget(Qt::RightDockWidgetArea, table_dock_);
  review_ = new ReviewPanel(annotate_->review(), annotate_->sound().player());
  review_dock_ = new QDockWidget(tr("Review"), this);
  review_dock_->setObjectName(QStringLiteral("review"));
  review_dock_->setWidget(review_);
  addDockWidget(Qt::RightDockWidgetArea, review_dock_);
  connect(review_, &ReviewPanel::nextSongWanted, songs_, &SongList::openNext);
  connect(review_, &ReviewPanel::left, this, [this] { page().takeKeys(); });
  transport_dock_ = new QDockWidget(tr("Transport display"), this);
  transport_dock_->setObjectName(QStringLiteral("transport"));
  transport_dock_->setWidget(annotate_->sound().makeDisplay());
  addDockWidget(Qt::TopDockWidgetArea, transport_dock_);
  transport_dock_->hide();  // the lanes need the height
  resizeDocks({song_dock_, table_dock_}, {220, 290}, Qt::Horizontal);
  for (const QDockWidget* dock : docks()) {
    connect(dock, &QDockWidget::visibilityChanged, this, [this, dock](bool seen) {
      if (!seen) takeKeysFrom(*dock);
    });
  }
}

QList<QDockWidget*> MainWindow::docks() const {
  return {song_dock_, table_dock_, review_dock_, transport_dock_};
}

// Else a list that nobody sees would act on the song.
void MainWindow::takeKeysFrom(const QDockWidget& dock) {
  const QWidget* focus = QApplication::focusWidget() ? QApplication::focusWidget() : focusWidget();
  if (focus && dock.isAncestorOf(focus)) page().takeKeys();
}

// Escape that no list or field takes.
void MainWindow::keyPressEvent(QKeyEvent* event) {
  if (event->key() == Qt::Key_Escape) page().takeKeys();
  QMainWindow::keyPressEvent(event);
}

// Space presses the button, and opens the choice, that has the keyboard; elsewhere it plays.
bool MainWindow::eventFilter(QObject* watched, QEvent* event) {
  const auto is_control = [watched] {
    return qobject_cast<QAbstractButton*>(watched) || qobject_cast<QComboBox*>(watched);
  };
  if (event->type() != QEvent::ShortcutOverride || !is_control() ||
      static_cast<QKeyEvent*>(event)->key() != Qt::Key_Space)
    return QMainWindow::eventFilter(watched, event);
  event->accept();
  return true;
}

// The same key shows the queue, gives it the keyboard, and hides it.
void MainWindow::showReview() {
  if (review_dock_->isVisible() && review_->hasKeys()) {
    review_dock_->hide();
    return;
  }
  review_dock_->show();
  review_dock_->raise();
  review_->takeKeys();
}

void MainWindow::buildMenus() {
  QMenu* file = menuBar()->addMenu(tr("&File"));
  file_actions_->fill(file);
  file->addAction(tr("Settings..."), QKeySequence(Qt::CTRL | Qt::Key_Comma), this,
                  &MainWindow::showSettings);
  file->addAction(tr("Quit"), QKeySequence(Qt::CTRL | Qt::Key_Q), this, &QWidget::close);
  song_menus_ = add_edit_menus(*menuBar(), *annotate_);
  song_menus_.append(new CompareMenu(*files_, *annotate_, this));
  menuBar()->addMenu(song_menus_.back());
  QMenu* play = menuBar()->addMenu(tr("&Play"));
  annotate_->bar().fill(*play);
  song_menus_.append(play);
  for (const QMenu* menu : song_menus_) keep_keys_in({&annotate_->lanes()}, *menu);
  for (Page* page : pages_) {
    addMenuOf(*page);
    if (page->songView()) keep_keys_in({page->songView()}, *play);
  }
  buildViewMenu(menuBar()->addMenu(tr("&View")));
  auto* lanes = new LaneMenu(annotate_->lanes(), this);
  auto* own_lanes = new UserLaneMenu(*annotate_, usual_plugin_host(), this);
  keep_keys_in({&annotate_->lanes()}, *own_lanes);
  lanes->setBelow(own_lanes);
  song_menus_.append(lanes);
  menuBar()->addMenu(lanes);
  QMenu* help = menuBar()->addMenu(tr("&Help"));
  help->addAction(tr("Shortcuts"), QKeySequence(Qt::Key_F1), this,
                  [this] { ShortcutSheet(*menuBar(), &annotate_->lanes(), this).exec(); });
  song_actions_.append(
      help->addAction(tr("Explain this lane"), QKeySequence(Qt::SHIFT | Qt::Key_F1), this, [this] {
        if (TimelineView* lane = annotate_->lanes().laneOfKeys()) annotate_->lanes().explain(*lane);
      }));
  help->addAction(tr("About Tactus"), this, [this] {
    QMessageBox::about(this, tr("About Tactus"),
                       tr("Tactus %1\nBeats, downbeats and chords from recorded music.\n"
                          "GPL-3.0-or-later")
                           .arg(QCoreApplication::applicationVersion()));
  });
}

void MainWindow::addMenuOf(Page& page) {
  QMenu* menu = page.addMenu(*menuBar());
  if (!menu) return;
  keep_keys_in({&page}, *menu);
  if (page.songView()) return song_menus_.append(menu);
  const auto enable = [=, this, &page] { enable_menu(*menu, tabs_->currentWidget() == &page); };
  connect(tabs_, &QTabWidget::currentChanged, menu, enable);
  enable();
}

void MainWindow::buildViewMenu(QMenu* menu) {
  TimeAxis& axis = annotate_->axis();
  const auto zoom = [this](double factor) { return [=, this] { page().zoom(factor); }; };
  menu->addAction(tr("Zoom in"), QKeySequence(Qt::CTRL | Qt::Key_Plus), this, zoom(1.5))
      ->setShortcuts(
          {QKeySequence(Qt::CTRL | Qt::Key_Plus), QKeySequence(Qt::CTRL | Qt::Key_Equal)});
  menu->addAction(tr("Zoom out"), QKeySequence(Qt::CTRL | Qt::Key_Minus), this, zoom(1 / 1.5));
  menu->addAction(tr("Whole song"), QKeySequence(Qt::CTRL | Qt::Key_0), this, zoom(0));
  menu->addAction(tr("Zoom to the selection"), QKeySequence(Qt::CTRL | Qt::Key_F), this,
                  [&axis] { axis.showSpan(axis.selection()); });
  QAction* onsets = menu->addAction(tr("Onsets"), QKeySequence(Qt::CTRL | Qt::Key_I));
  onsets->setCheckable(true);
  onsets->setToolTip(tr("Faint lines where notes begin"));
  connect(onsets, &QAction::toggled, annotate_, &AnnotatePage::setOnsetsShown);
  connect(onsets, &QAction::toggled, this, [this](bool on) { settings_.show_onsets = on; });
  onsets->setChecked(settings_.show_onsets);
  QAction* doubt = menu->addAction(tr("Tint by confidence"), QKeySequence(Qt::CTRL | Qt::Key_D));
  doubt->setCheckable(true);
  doubt->setToolTip(tr("Beats and chords with less confidence get more colour"));
  connect(doubt, &QAction::toggled, annotate_, &AnnotatePage::setDoubtShown);
  connect(doubt, &QAction::toggled, this, [this](bool on) { settings_.show_doubt = on; });
  doubt->setChecked(settings_.show_doubt);
  menu->addSeparator();
  menu->addAction(tr("Next song"), songs_, &SongList::openNext)
      ->setShortcuts({QKeySequence(Qt::CTRL | Qt::Key_PageDown), Qt::Key_MediaNext});
  menu->addAction(tr("Previous song"), songs_, &SongList::openPrevious)
      ->setShortcuts({QKeySequence(Qt::CTRL | Qt::Key_PageUp), Qt::Key_MediaPrevious});
  QAction* ranked =
      menu->addAction(tr("Least sure songs first"), QKeySequence(Qt::CTRL | Qt::SHIFT | Qt::Key_D));
  ranked->setCheckable(true);
  connect(ranked, &QAction::toggled, songs_, &SongList::setLeastSureFirst);
  connect(ranked, &QAction::toggled, this, [this](bool on) { settings_.least_sure_first = on; });
  ranked->setChecked(settings_.least_sure_first);
  menu->addSeparator();
  const QList<QAction*> panels = {DockFolding::toggleAction(*song_dock_, Qt::Key_F8),
                                  DockFolding::toggleAction(*table_dock_, Qt::Key_F9),
                                  DockFolding::toggleAction(*transport_dock_, Qt::Key_F6)};
  menu->addActions(panels);
  song_actions_ += panels;
  song_actions_ +=
      menu->addAction(tr("Review queue"), QKeySequence(Qt::Key_F7), this, &MainWindow::showReview);
  QAction* full = menu->addAction(tr("Full screen"), QKeySequence(Qt::Key_F11), this,
                                  [this] { setWindowState(windowState() ^ Qt::WindowFullScreen); });
  full->setCheckable(true);
}

void MainWindow::buildStatusBar() {
  busy_text_ = new QLabel(tr("Tagging..."), this);
  busy_ = new QProgressBar(this);
  busy_->setFixedWidth(120);
  busy_->setAccessibleName(tr("Tagging is running"));
  stop_ = new QToolButton(this);
  stop_->setText(tr("Stop"));
  stop_->setToolTip(tr("Stops the tagging (Ctrl+Shift+T)"));
  connect(stop_, &QToolButton::clicked, files_, &SongSession::stopTagging);
  position_ = new QLabel(this);
  position_->setAccessibleDescription(tr("Cursor"));
  statusBar()->addPermanentWidget(busy_text_);
  statusBar()->addPermanentWidget(busy_);
  statusBar()->addPermanentWidget(stop_);
  statusBar()->addPermanentWidget(position_);
  showBusy(false);
  const TimeAxis& axis = annotate_->axis();
  const auto show = [this, &axis] {
    const TimeSpan span = axis.selection();
    position_->setText(span.empty() ? time_text(axis.cursor(), 3)
                                    : tr("%1   selected %2 s")
                                          .arg(time_text(axis.cursor(), 3))
                                          .arg(span.length(), 0, 'f', 3));
  };
  connect(&axis, &TimeAxis::cursorChanged, this, show);
  connect(&axis, &TimeAxis::selectionChanged, this, show);
  show();
}

void MainWindow::connectFiles() {
  connect(&annotate_->document(), &AnnotationDocument::stateChanged, this, &MainWindow::showTitle);
  connect(files_, &SongSession::message, this, &MainWindow::showMessage);
  connect(files_, &SongSession::noted, annotate_, &AnnotatePage::showFileNotes);
  connect(files_, &SongSession::saved, this, [this](const QString& path) {
    showMessage(tr("Saved %1").arg(path));
    songs_->refresh(annotate_->document().audioPath());
  });
  connect(files_, &SongSession::failed, this,
          [this](const QString& reason) { QMessageBox::warning(this, tr("Tactus"), reason); });
  connect(files_, &SongSession::opened, this, [this](const QString& path) {
    settings_.recent_files = with_recent(settings_.recent_files, path);
    file_actions_->setRecent(settings_.recent_files);
    songs_->setOpen(path.toStdString());
    if (settings_.least_sure_first && review_->isSeen()) review_->takeKeys();
    takeKeysFrom(*song_dock_);
    if (!page().songView()) tabs_->setCurrentWidget(annotate_);
    showStartPage();
  });
  connect(&files_->tagger(), &BackgroundTagger::busyChanged, this, &MainWindow::showBusy);
  connect(&files_->tagger(), &BackgroundTagger::progressed, this, &MainWindow::showProgress);
  connect(songs_, &SongList::songChosen, file_actions_, &FileActions::open);
  connect(file_actions_, &FileActions::folderChosen, this, &MainWindow::setFolder);
  connect(file_actions_, &FileActions::songsChosen, this, [this](const auto& songs) {
    songs_->setSongs(songs);
    song_dock_->show();
    song_dock_->raise();
  });
  connect(file_actions_, &FileActions::lyricsWanted, annotate_, &AnnotatePage::askForLyrics);
  connect(file_actions_, &FileActions::lyricsDropped, this,
          [this](const QString& path) { annotate_->lyrics().load(path.toStdString()); });
  connect(file_actions_, &FileActions::nextSongWanted, this, [this] {
    if (!songs_->openNextUnchecked()) showMessage(tr("All songs of the list are checked."));
  });
  connect(file_actions_, &FileActions::savesUnasked, this, [this] {
    settings_.save_unasked = true;
    file_actions_->setSavesUnasked(true);
    save_settings(settings_);
  });
  connect(file_actions_, &FileActions::pictureWanted, this, &MainWindow::showPicture);
}

void MainWindow::connectPages() {
  for (const Page* page : pages_) {
    connect(page, &Page::message, this, &MainWindow::showMessage);
    connect(page, &Page::openRequested, file_actions_, &FileActions::open);
    connect(page, &Page::openFromRequested, file_actions_, &FileActions::openFrom);
    connect(page, &Page::songsChanged, songs_, &SongList::reload);
  }
  connect(tabs_, &QTabWidget::currentChanged, this, &MainWindow::showPage);
}

void MainWindow::showPage() {
  statusBar()->clearMessage();
  const bool song = page().songView();
  position_->setVisible(song);
  showSongActions(song);
  showDocks();
}

void MainWindow::showMessage(const QString& text) {
  statusBar()->showMessage(text, kMessageMs);
}

// Keys of a disabled menu are free. On the other pages Delete removes the selected entry there,
// Space presses the focused button, and no key changes the hidden song. Playback pauses, because
// nothing there could stop it. The panels of the song stay away.
void MainWindow::showSongActions(bool seen) {
  for (QMenu* menu : song_menus_) enable_menu(*menu, seen);
  for (QAction* action : song_actions_) action->setEnabled(seen);
  file_actions_->setSongShown(seen);
  if (!seen) annotate_->sound().player().pause();
}

void MainWindow::tagWith(const QStringList& models) {
  settings_.models = models;
  apply();
  tabs_->setCurrentWidget(annotate_);
  if (annotate_->document().isOpen()) files_->tagAgain();
}

void MainWindow::compare(const std::filesystem::path& opened,
                         const std::filesystem::path& reference, const QString& sentence) {
  if (file_actions_->openWithReference(opened, reference)) statusBar()->showMessage(sentence);
}

// Until the first report, the bar shows only that work is in progress.
void MainWindow::showBusy(bool busy) {
  busy_->setRange(0, 0);
  for (QWidget* widget : std::initializer_list<QWidget*>{busy_, busy_text_, stop_}) {
    widget->setVisible(busy);
  }
  if (!busy) songs_->setProgress(-1.0);
}

void MainWindow::showProgress(double done) {
  busy_->setRange(0, 100);
  busy_->setValue(static_cast<int>(100 * done));
  songs_->setProgress(done);
}

void MainWindow::showTitle() {
  const AnnotationDocument& document = annotate_->document();
  const bool unsaved = document.isModified() || document.hasUnsavedTags();
  songs_->setOpenState(state_of(document), unsaved);
  if (!document.isOpen()) {
    setWindowTitle(tr("Tactus[*]"));
  } else {
    const QString name =
        document.isChecked() ? tr("%1 (checked)").arg(document.title()) : document.title();
    setWindowTitle(tr("%1[*] - Tactus").arg(name));
  }
  setWindowModified(unsaved);
}

void MainWindow::apply() {
  apply_theme(*qApp, settings_.theme);
  for (Page* page : pages_) page->apply(settings_);
  files_->setAutosaveSeconds(settings_.autosave_seconds);
  files_->tagger().setDevice(settings_.device.toStdString());
  std::vector<std::string> models;
  for (const QString& model : settings_.models) models.push_back(model.toStdString());
  files_->tagger().setModels(std::move(models));
  file_actions_->setRecent(settings_.recent_files);
  start_->setRecent(settings_.recent_files);
  file_actions_->setSavesUnasked(settings_.save_unasked);
}

void MainWindow::setFolder(const QString& path) {
  settings_.folder = QFileInfo(path).absoluteFilePath();  // the next start may be elsewhere
  songs_->setFolder(settings_.folder.toStdString());
  away_.removeOne(song_dock_);
  song_dock_->show();
  song_dock_->raise();
  save_settings(settings_);
}

void MainWindow::begin(const QStringList& paths) {
  if (QFileInfo(settings_.folder).isDir()) songs_->setFolder(settings_.folder.toStdString());
  file_actions_->offerLeftovers();
  if (!paths.isEmpty()) {
    file_actions_->openAtStart(paths);
  }
  showStartPage();
}

void MainWindow::showPicture() {
  tabs_->setCurrentWidget(annotate_);  // the lanes as they are seen
  std::filesystem::path stem = annotate_->document().annotationPath();
  PictureDialog dialog(annotate_->lanes(), annotate_->axis(),
                       QString::fromStdString(stem.replace_extension().string()),
                       annotate_->document().title(), this);
  if (dialog.exec() == QDialog::Accepted) showMessage(tr("Saved %1").arg(dialog.saved()));
}

void MainWindow::showSettings() {
  SettingsDialog dialog(settings_, this);
  if (dialog.exec() != QDialog::Accepted) return;
  settings_ = dialog.settings();
  apply();
  save_settings(settings_);
}

void MainWindow::closeEvent(QCloseEvent* event) {
  if (!file_actions_->mayLeaveSong()) {
    event->ignore();
    return;
  }
  tabs_->setCurrentWidget(annotate_);  // its docks are saved
  folding_->unfold();
  for (QDockWidget* dock : std::exchange(away_, {})) dock->show();
  settings_.geometry = saveGeometry();
  settings_.window_state = saveState();
  save_settings(settings_);
  files_->tagger().cancel();
  event->accept();
}

}  // namespace tactus::ui
