// The window without a song, and the panels that only a song needs.
#include <QDockWidget>
#include <QStandardPaths>
#include <QTabWidget>

#include "ui/annotate/annotate_page.h"
#include "ui/document/annotation_document.h"
#include "ui/files/demo.h"
#include "ui/files/song_session.h"
#include "ui/train/train_page.h"
#include "ui/window/file_actions.h"
#include "ui/window/main_window.h"
#include "ui/window/song_list.h"
#include "ui/window/start_page.h"

namespace tactus::ui {

void MainWindow::buildStartPage() {
  start_ = new StartPage;
  const FileActions::Beginnings& begin = file_actions_->beginnings();
  start_->addChoice(begin.open, tr("Open a song"),
                    tr("Tactus tags it, and writes nothing until you save"));
  start_->addChoice(begin.folder, tr("Open a folder"),
                    tr("Work through its songs, the least sure first"));
  start_->addChoice(begin.demo, tr("Open the demo song"),
                    tr("See what Tactus hears beside what is right"));
  start_->addChoice(begin.train, tr("Train a network"),
                    tr("With the demo songs at once, or with your own annotations"));
  annotate_->setStartPage(start_);
  demo_ = new DemoOpening(*files_, annotate_->document(), this);
  connect(demo_, &DemoOpening::pendingChanged, this, &MainWindow::showStartPage);
  connect(&files_->tagger(), &BackgroundTagger::progressed, start_,
          [this](double done) { start_->showProgress(demo_->pending(), done); });
  connect(start_, &StartPage::songWanted, file_actions_, &FileActions::open);
  connect(file_actions_, &FileActions::demoWanted, this, &MainWindow::openDemo);
  connect(file_actions_, &FileActions::trainWanted, this, [this] {
    for (Page* page : pages_)
      if (qobject_cast<TrainPage*>(page)) tabs_->setCurrentWidget(page);
  });
}

void MainWindow::showStartPage() {
  start_->showProgress(demo_->pending());
  annotate_->showStartPage(!annotate_->document().isOpen() || demo_->pending());
  showDocks();
}

void MainWindow::openDemo() {
  const std::filesystem::path folder = copy_demo(
      QStandardPaths::writableLocation(QStandardPaths::AppDataLocation).toStdString() + "/demo");
  if (folder.empty()) {
    showMessage(tr("The demo songs of Tactus are not installed."));
    return;
  }
  tabs_->setCurrentWidget(annotate_);
  setFolder(QString::fromStdString(folder.string()));
  demo_->open(folder);
}

// The side list and the tables belong to the song, not to the other pages. A start without a song
// has the list alone, if it has songs.
void MainWindow::showDocks() {
  const bool annotating = &page() == annotate_, song = annotating && start_->isHidden();
  for (QDockWidget* dock : docks()) {
    const bool seen = song || (annotating && dock == song_dock_ && songs_->count() > 0);
    if (seen && away_.removeOne(dock)) {
      dock->show();
    } else if (!seen && !dock->isHidden()) {
      dock->hide();
      away_ += dock;
    }
  }
}

}  // namespace tactus::ui
