#include "ui/library/library_page.h"

#include <QDragEnterEvent>
#include <QFileDialog>
#include <QHBoxLayout>
#include <QHeaderView>
#include <QKeyEvent>
#include <QLabel>
#include <QLocale>
#include <QMenu>
#include <QMimeData>
#include <QProgressBar>
#include <QPushButton>
#include <QSignalBlocker>
#include <QSplitter>
#include <QStackedLayout>
#include <QUrl>
#include <exception>
#include <utility>

#include "ui/library/library_actions.h"
#include "ui/library/library_filter.h"
#include "ui/library/library_notice.h"
#include "ui/library/playlist_panel.h"
#include "ui/look/theme.h"
#include "ui/page/settings.h"
#include "ui/playback/song_preview.h"

namespace tactus::ui {
namespace {

constexpr int kLookMs = 2000;

// 100,000 or 100.000: the locale of the window leaves the group separators out.
QString grouped(std::int64_t number) {
  QLocale locale;
  locale.setNumberOptions({});
  return locale.toString(static_cast<qlonglong>(number));
}

}  // namespace

LibraryPage::LibraryPage(std::filesystem::path index, QWidget* parent)
    : Page(parent),
      index_(std::move(index)),
      filter_(new LibraryFilter(this)),
      table_(new LibraryTable(this)),
      panel_(new PlaylistPanel(this)),
      marks_(new MarkCommands(index_, *table_, *panel_, this)) {
  setAcceptDrops(true);
  auto* layout = new QVBoxLayout(this);
  layout->setContentsMargins(3 * kGrid, 3 * kGrid, 3 * kGrid, 3 * kGrid);
  layout->setSpacing(2 * kGrid);
  layout->addWidget(makeToolRow());
  layout->addWidget(filter_);
  layout->addWidget(makeContent(), 1);
  preview_ = new SongPreview(this);
  preview_->follow(*table_, [this](int row) {
    return std::filesystem::path(table_->songs().path(row).toStdString());
  });
  connect(this, &Page::openFromRequested, preview_, &SongPreview::stop);
  layout->addWidget(preview_);
  layout->addWidget(makeStateRow());
  connect(filter_, &LibraryFilter::changed, this, &LibraryPage::search);
  connect(&table_->songs(), &LibraryModel::orderChanged, this, [this](const QString& order) {
    if (std::exchange(panel_->chosen() ? list_order_ : order_, order) != order) search();
  });
  connect(panel_, &PlaylistPanel::choiceChanged, this, &LibraryPage::showPlaylist);
  connect(marks_, &MarkCommands::addWanted, this, &LibraryPage::add);
  connect(marks_, &MarkCommands::changed, this, [this](const QString& text) {
    message_ = text;
    search();
    showState();
  });
  connect(table_, &LibraryTable::openRequested, this, &LibraryPage::open);
  connect(table_, &LibraryTable::selectionChangedTo, this, &LibraryPage::showState);
  connect(table_, &QWidget::customContextMenuRequested, this, &LibraryPage::showMenu);
  connect(&job_, &LibraryJob::news, this, &LibraryPage::report);
  connect(&job_, &LibraryJob::finished, this, &LibraryPage::end);
  look_.setInterval(kLookMs);
  connect(&look_, &QTimer::timeout, this, &LibraryPage::look);
  rereading_.setMaxThreadCount(1);
  showState();
}

QWidget* LibraryPage::makeToolRow() {
  auto* row = new QWidget(this);
  auto* layout = new QHBoxLayout(row);
  layout->setContentsMargins(0, 0, 0, 0);
  const auto button = [&](const QString& text, const QString& tip, auto slot) {
    auto* made = new QPushButton(text, row);
    made->setToolTip(tip);
    connect(made, &QPushButton::clicked, this, slot);
    layout->addWidget(made);
    return made;
  };
  add_ = button(tr("Add f&older..."), tr("Tags and indexes new and changed songs"),
                &LibraryPage::askForFolder);
  similar_ = button(tr("S&imilar songs"), tr("Songs like the selected one: tempo, key, chords"),
                    &LibraryPage::findSimilar);
  save_ = button(tr("Save lis&t..."),
                 tr("The selected songs, or all shown, as playlist or rekordbox collection"),
                 &LibraryPage::saveList);
  forget_ =
      button(tr("For&get missing"),
             tr("Removes songs from the index if their files no longer exist; touches no files"),
             &LibraryPage::forgetMissing);
  layout->addStretch();
  stop_ = button(tr("&Stop"), tr("Stops adding songs; the next run continues from here"),
                 &LibraryPage::cancel);
  return row;
}

QWidget* LibraryPage::makeContent() {
  constexpr int kListWidth = 190, kTableWidth = 900;
  auto* split = new QSplitter(this);
  auto* holder = new QWidget(split);
  split->insertWidget(0, panel_);
  split->setSizes({kListWidth, kTableWidth});
  split->setStretchFactor(1, 1);
  stack_ = new QStackedLayout(holder);
  notice_ = new LibraryNotice(holder);
  connect(notice_, &LibraryNotice::folderWanted, this, &LibraryPage::askForFolder);
  stack_->addWidget(notice_);
  stack_->addWidget(table_);
  return split;
}

QWidget* LibraryPage::makeStateRow() {
  auto* row = new QWidget(this);
  auto* layout = new QHBoxLayout(row);
  layout->setContentsMargins(0, 0, 0, 0);
  count_ = new QLabel(row);
  count_->setAccessibleDescription(tr("Songs found"));
  layout->addWidget(count_);
  layout->addSpacing(4 * kGrid);
  progress_ = new QProgressBar(row);
  progress_->setAccessibleName(tr("Songs added"));
  progress_->setFormat(tr("%v of %m songs"));
  progress_->setMinimumWidth(240);
  layout->addWidget(progress_);
  status_ = new QLabel(row);
  status_->setAccessibleDescription(tr("State"));
  status_->setTextInteractionFlags(Qt::TextSelectableByMouse);
  status_->setSizePolicy(QSizePolicy::Ignored, QSizePolicy::Preferred);
  layout->addWidget(status_, 1);
  return row;
}

void LibraryPage::showEvent(QShowEvent* event) {
  Page::showEvent(event);
  look();
  look_.start();
}

void LibraryPage::hideEvent(QHideEvent* event) {
  Page::hideEvent(event);
  look_.stop();
}

void LibraryPage::look() {
  if (stamp_ != index_stamp(index_)) search();
}

void LibraryPage::search() {
  SongSearch search = filter_->search();
  search.playlist = panel_->chosen();
  search.order = (search.playlist ? list_order_ : order_).toStdString();
  stamp_ = index_stamp(index_);
  const bool again = asked_ == search;
  asked_ = search;
  asking_.start([=, this, index = index_](const std::stop_token&, const NewestJob::Tell& tell) {
    tell([this, answer = ask_library(index, search), again] { take(answer, again); });
  });
}

// The order of a playlist is its own until a header says otherwise.
void LibraryPage::showPlaylist() {
  QHeaderView* header = table_->horizontalHeader();
  const QSignalBlocker quiet(header);
  list_order_ = QLatin1String(kPlaylistOrder);
  order_ = QStringLiteral("path");
  header->setSortIndicator(panel_->chosen() ? LibraryModel::kMatch : LibraryModel::kPath,
                           Qt::AscendingOrder);
  search();
}

void LibraryPage::take(const LibraryAnswer& answer, bool again) {
  using State = LibraryAnswer::State;
  if (answer.state != State::kWrongQuery) panel_->show(answer.playlists, answer.total);
  may_add_ = answer.state != State::kUnusable;
  filter_->showFault(answer.state == State::kWrongQuery ? answer.text : QString());
  if (answer.state == State::kFound) {
    total_ = answer.total;
    stack_->setCurrentWidget(table_);
    table_->setRanked(asked_.kind != SongSearch::Kind::kAll);
    table_->setOrderable(asked_.playlist != 0 && asked_.order == kPlaylistOrder &&
                         asked_ == SongSearch{.order = asked_.order, .playlist = asked_.playlist});
    table_->show(answer.songs, again);
    if (const std::vector<int> rows = marks_->takeWantedRows(); !rows.empty()) table_->select(rows);
  } else if (answer.state != State::kWrongQuery) {
    total_ = 0;
    table_->show(answer.songs, again);
    notice_->explain(answer);
    stack_->setCurrentWidget(notice_);
  }
  showState();
  emit searched();
}

void LibraryPage::open(int row) {
  const QString path = table_->songs().path(row);
  std::error_code unknown;
  message_.clear();
  if (std::filesystem::exists(path.toStdString(), unknown) || unknown)
    emit openFromRequested(table_->songs().presentFiles(), path);
  else
    message_ = tr("%1 no longer exists. Add the folder where it is now, or forget missing songs.")
                   .arg(path);
  showState();
}

void LibraryPage::askForFolder() {
  const QString folder = QFileDialog::getExistingDirectory(this, tr("Add all songs of a folder"));
  if (!folder.isEmpty()) add({folder});
}

void LibraryPage::apply(const Settings& settings) {
  models_ = settings.models;
  device_ = settings.device;
}

void LibraryPage::add(const QStringList& paths) {
  if (job_.running() || paths.isEmpty()) return;
  LibraryJob::Order order{.index = index_, .device = device_.toStdString()};
  for (const QString& path : paths) order.inputs.push_back(path.toStdString());
  for (const QString& model : models_) order.models.push_back(model.toStdString());
  message_ = tr("Looking for songs...");
  heard_ = false;
  progress_->setRange(0, 0);
  job_.start(std::move(order));
  showState();
}

void LibraryPage::cancel() {
  if (!job_.running()) return;
  job_.cancel();
  stop_->setEnabled(false);
}

void LibraryPage::report(const LibraryNews& news) {
  progress_->setRange(0, static_cast<int>(news.total));
  progress_->setValue(static_cast<int>(news.done));
  message_ = summary_of(news);
  heard_ = true;
  showState();
}

void LibraryPage::end(const QString& error) {
  if (!error.isEmpty())
    message_ = error;
  else if (!heard_)
    message_.clear();  // stopped before the first song
  search();
  showState();
  emit songsChanged();
}

// The index may be locked by another program for a while. What fails here is done by the next add.
void LibraryPage::reread(const std::filesystem::path& audio) {
  rereading_.start([audio, file = index_] {
    try {
      if (!LibraryIndex(file, Database::Mode::kRead).at(audio)) return;
      constexpr int kShort = 2000;  // ms: the window waits for it when it closes
      LibraryIndex index(file, Database::Mode::kWrite, kShort);
      reread_song(index, audio);
    } catch (const std::exception&) {
    }
  });
}

void LibraryPage::findSimilar() {
  const std::vector<int> rows = table_->selectedSongs();
  if (rows.empty()) return;
  const IndexedSong& song = table_->songs().song(rows.front());
  filter_->showSimilar(table_->songs().path(rows.front()), QString::fromStdString(song.title));
}

// One song is selected after a click anywhere, so it does not limit the list.
void LibraryPage::saveList() {
  const std::vector<int> rows = table_->selectedSongs();
  const FoundSongs shown = table_->songs().songs();
  std::vector<IndexedSong> songs;
  if (rows.size() > 1) {
    for (const int row : rows) songs.push_back(table_->songs().song(row));
  } else {
    for (const FoundSong& found : *shown) songs.push_back(found.song);
  }
  message_ = save_song_list(*this, index_, std::move(songs));
  showState();
}

void LibraryPage::forgetMissing() {
  message_ = forget_missing_songs(*this, index_);
  look();
  showState();
}

void LibraryPage::showMenu(const QPoint& place) {
  if (!table_->currentIndex().isValid()) return;
  QMenu menu(this);
  menu.addAction(tr("Open"), this, [this] { open(table_->currentIndex().row()); });
  menu.addAction(tr("Similar songs"), this, &LibraryPage::findSimilar);
  menu.addAction(tr("Copy files"), table_, &LibraryTable::copy);
  marks_->fill(menu);
  menu.addAction(tr("Save list..."), this, &LibraryPage::saveList);
  menu.exec(table_->viewport()->mapToGlobal(place));
}

void LibraryPage::showState() {
  const int found = table_->songs().rowCount();
  const bool busy = job_.running();
  add_->setEnabled(!busy && may_add_);
  notice_->setBusy(busy);
  similar_->setEnabled(table_->selectedSongs().size() == 1);
  save_->setEnabled(found > 0);
  forget_->setEnabled(!busy && total_ > 0);
  stop_->setVisible(busy);
  if (!busy) stop_->setEnabled(true);
  progress_->setVisible(busy);
  preview_->setVisible(total_ > 0);
  filter_->setEnabled(total_ > 0 || asked_ != SongSearch{.order = asked_.order});
  count_->setVisible(total_ > 0);
  const QString all = tr("%1 song(s)", nullptr, static_cast<int>(total_)).arg(grouped(total_));
  count_->setText(found == total_ ? all : tr("%1 of %2").arg(grouped(found), all));
  status_->setText(message_);
  status_->setToolTip(message_);
}

// The menu Edit, which has these keys too, is off on this page.
void LibraryPage::keyPressEvent(QKeyEvent* event) {
  if (event->matches(QKeySequence::Undo))
    marks_->editor().undo();
  else if (event->matches(QKeySequence::Redo) ||
           event->keyCombination() == QKeyCombination(Qt::ControlModifier, Qt::Key_Y))
    marks_->editor().redo();
  else
    Page::keyPressEvent(event);
}

void LibraryPage::dragEnterEvent(QDragEnterEvent* event) {
  if (!event->mimeData()->hasUrls()) return;
  event->acceptProposedAction();
  if (event->source()) event->setDropAction(Qt::IgnoreAction);  // songs of this page
}

void LibraryPage::dropEvent(QDropEvent* event) {
  QStringList paths;
  for (const QUrl& url : event->mimeData()->urls()) {
    if (url.isLocalFile()) paths += url.toLocalFile();
  }
  event->acceptProposedAction();
  if (!event->source()) add(paths);
}

}  // namespace tactus::ui
