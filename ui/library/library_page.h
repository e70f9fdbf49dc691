// The page that finds songs of a collection by what they are, in the index that `tactus library`
// also uses.
#pragma once

#include <QThreadPool>
#include <QTimer>

#include "ui/library/library_job.h"
#include "ui/library/library_table.h"
#include "ui/library/mark_commands.h"
#include "ui/library/newest_job.h"
#include "ui/page/page.h"

class QLabel;
class QProgressBar;
class QPushButton;
class QStackedLayout;

namespace tactus::ui {

class LibraryFilter;
class LibraryNotice;
class PlaylistPanel;
class SongPreview;

class LibraryPage : public Page {
  Q_OBJECT

 public:
  // The index need not exist.
  explicit LibraryPage(std::filesystem::path index = usual_index(), QWidget* parent = nullptr);

  LibraryTable& table() { return *table_; }
  LibraryFilter& filter() { return *filter_; }
  PlaylistPanel& playlists() { return *panel_; }
  SongPreview& preview() { return *preview_; }
  void apply(const Settings& settings) override;
  bool adding() const { return job_.running(); }

 public slots:
  // Tags and indexes what is new in folders and files; emits songsChanged at its end.
  void add(const QStringList& paths);
  void cancel();
  // A person has saved this song: if the index has it, its row follows.
  void reread(const std::filesystem::path& audio);
  // Asks the index again. The page does so itself when it is seen and the index has changed.
  void search();

 signals:
  void searched();  // the page shows the answer to the last question

 protected:
  void showEvent(QShowEvent* event) override;
  void hideEvent(QHideEvent* event) override;
  void dragEnterEvent(QDragEnterEvent* event) override;
  void dropEvent(QDropEvent* event) override;
  void keyPressEvent(QKeyEvent* event) override;

 private:
  QWidget* makeToolRow();
  QWidget* makeContent();
  QWidget* makeStateRow();
  void showPlaylist();
  void look();                                         // has the index changed?
  void take(const LibraryAnswer& answer, bool again);  // again: to the same search
  void open(int row);
  void askForFolder();
  void findSimilar();
  void saveList();
  void forgetMissing();
  void showMenu(const QPoint& place);
  void end(const QString& error);
  void report(const LibraryNews& news);
  void showState();

  const std::filesystem::path index_;
  QStringList models_;
  QString device_ = QStringLiteral("auto");
  QString order_ = QStringLiteral("path");
  QString list_order_ = QLatin1String(kPlaylistOrder);  // of playlists
  IndexStamp stamp_;                                    // of the index when it was asked
  QTimer look_;
  SongSearch asked_;
  std::int64_t total_ = 0;
  bool may_add_ = true;
  bool heard_ = false;  // of a song that is added
  QString message_;     // of the last command

  LibraryFilter* filter_;
  LibraryTable* table_;
  PlaylistPanel* panel_;
  MarkCommands* marks_;
  QStackedLayout* stack_ = nullptr;
  LibraryNotice* notice_ = nullptr;
  SongPreview* preview_ = nullptr;
  QPushButton *add_ = nullptr, *similar_ = nullptr, *save_ = nullptr, *forget_ = nullptr,
              *stop_ = nullptr;
  QLabel* count_ = nullptr;
  QProgressBar* progress_ = nullptr;
  QLabel* status_ = nullptr;
  LibraryJob job_;
  QThreadPool rereading_;
  NewestJob asking_;
};

}  // namespace tactus::ui
