#include "ui/library/library_table.h"

#include <QClipboard>
#include <QDropEvent>
#include <QGuiApplication>
#include <QHeaderView>
#include <QKeyEvent>
#include <QMimeData>
#include <QScrollBar>
#include <algorithm>
#include <filesystem>
#include <utility>

#include "ui/library/mark_delegate.h"
#include "ui/look/theme.h"

namespace tactus::ui {
namespace {

constexpr std::size_t kMostKept = 1000;  // selected songs that stay selected after a new search

constexpr std::pair<int, int> kWidths[] = {
    {LibraryModel::kMatch, 84},   {LibraryModel::kTitle, 210},
    {LibraryModel::kArtist, 150}, {LibraryModel::kRating, MarkDelegate::kStarsWidth},
    {LibraryModel::kColour, 76},  {LibraryModel::kTempo, 60},
    {LibraryModel::kKey, 104},    {LibraryModel::kMeter, 56},
    {LibraryModel::kLength, 64},  {LibraryModel::kConfidence, 88},
    {LibraryModel::kChords, 64},  {LibraryModel::kSections, 120},
    {LibraryModel::kState, 100},  {LibraryModel::kAlbum, 130},
    {LibraryModel::kYear, 52},    {LibraryModel::kPath, 300}};

}  // namespace

LibraryTable::LibraryTable(QWidget* parent) : QTableView(parent) {
  setModel(&model_);
  setAccessibleName(tr("Songs of the library"));
  setSelectionBehavior(SelectRows);
  setSelectionMode(ExtendedSelection);
  setEditTriggers(NoEditTriggers);
  setDragEnabled(true);
  setDragDropMode(DragOnly);
  setContextMenuPolicy(Qt::CustomContextMenu);
  setAlternatingRowColors(true);
  setShowGrid(false);
  setWordWrap(false);
  setTabKeyNavigation(false);
  setHorizontalScrollMode(ScrollPerPixel);
  verticalHeader()->hide();
  verticalHeader()->setSectionResizeMode(QHeaderView::Fixed);  // else each row is measured
  verticalHeader()->setDefaultSectionSize(6 * kGrid);
  horizontalHeader()->setHighlightSections(false);
  horizontalHeader()->setSectionsMovable(true);
  horizontalHeader()->setStretchLastSection(true);
  for (const auto& [column, width] : kWidths) setColumnWidth(column, width);
  horizontalHeader()->setSortIndicator(LibraryModel::kPath, Qt::AscendingOrder);
  setRanked(false);
  connect(this, &QTableView::doubleClicked, this, [this](const QModelIndex& index) {
    if (index.column() != LibraryModel::kRating && index.column() != LibraryModel::kColour)
      emit openRequested(index.row());
  });
  auto* marks = new MarkDelegate(this);
  setItemDelegateForColumn(LibraryModel::kRating, marks);
  setItemDelegateForColumn(LibraryModel::kColour, marks);
  connect(marks, &MarkDelegate::starsChosen, this,
          [this](int row, int stars) { emit starsWanted({row}, stars); });
  connect(marks, &MarkDelegate::colourWanted, this, [this](int row) { emit colourWanted({row}); });
}

void LibraryTable::setRanked(bool ranked) {
  horizontalHeader()->setSortIndicatorShown(!ranked);
  if (isSortingEnabled() == ranked) setSortingEnabled(!ranked);
}

void LibraryTable::show(FoundSongs songs, bool again) {
  const std::vector<int> rows = selectedSongs();
  std::set<std::string> selected;
  if (rows.size() <= kMostKept) {
    for (const int row : rows) selected.insert(model_.song(row).audio.native());
  }
  const std::string current =
      currentIndex().isValid() ? model_.song(currentIndex().row()).audio.native() : std::string();
  const int top = verticalScrollBar()->value();
  findMissing(model_.show(std::move(songs)));
  const bool ranked = !model_.songs()->empty() &&
                      (model_.songs()->front().unlike || model_.songs()->front().group > 0 ||
                       model_.songs()->front().place > 0);
  setColumnHidden(LibraryModel::kMatch, !ranked);
  if (!selected.empty() || !current.empty()) select(selected, current);
  doItemsLayout();  // the scroll bar knows the rows from now on
  if (again)
    verticalScrollBar()->setValue(top);
  else if (currentIndex().isValid())
    scrollTo(currentIndex());
  else
    scrollToTop();
}

// Disks may be slow, so files are looked for behind the window, in the order of the rows. The
// thread also frees the songs shown before.
void LibraryTable::findMissing(FoundSongs before) {
  checking_.start([this, songs = model_.songs(), before = std::move(before)](
                      const std::stop_token& stop, const NewestJob::Tell& tell) mutable {
    before.reset();
    constexpr std::size_t kAtOnce = 500;
    for (std::size_t first = 0; first < songs->size(); first += kAtOnce) {
      std::vector<bool> missing;
      for (std::size_t i = first; i < std::min(first + kAtOnce, songs->size()); ++i) {
        if (stop.stop_requested()) return;
        std::error_code unknown;
        const bool there = std::filesystem::exists((*songs)[i].song.audio, unknown);
        missing.push_back(!there && !unknown);
      }
      tell([this, first, missing = std::move(missing)] {
        model_.setMissing(static_cast<int>(first), missing);
      });
    }
  });
}

void LibraryTable::select(const std::set<std::string>& paths, const std::string& current) {
  QItemSelection selection;
  QModelIndex focus;
  for (int row = 0; row < model_.rowCount(); ++row) {
    const std::string& path = model_.song(row).audio.native();
    const QModelIndex index = model_.index(row, LibraryModel::kTitle);
    if (paths.contains(path)) selection.select(index, index);
    if (path == current) focus = index;
  }
  selectionModel()->setCurrentIndex(focus, QItemSelectionModel::NoUpdate);
  selectionModel()->select(selection,
                           QItemSelectionModel::ClearAndSelect | QItemSelectionModel::Rows);
}

std::vector<int> LibraryTable::selectedSongs() const {
  std::set<int> rows;
  for (const QItemSelectionRange& range : selectionModel()->selection()) {
    for (int row = range.top(); row <= range.bottom(); ++row) rows.insert(rows.end(), row);
  }
  return {rows.begin(), rows.end()};
}

void LibraryTable::copy() const {
  QModelIndexList indexes;
  for (const int row : selectedSongs()) indexes += model_.index(row, LibraryModel::kPath);
  if (QMimeData* data = model_.mimeData(indexes)) QGuiApplication::clipboard()->setMimeData(data);
}

void LibraryTable::setOrderable(bool orderable) {
  orderable_ = orderable;
  setDragDropMode(orderable ? DragDrop : DragOnly);
  setDropIndicatorShown(orderable);
  setDragDropOverwriteMode(false);
}

void LibraryTable::select(const std::vector<int>& rows) {
  QItemSelection selection;
  for (const int row : rows)
    selection.select(model_.index(row, LibraryModel::kTitle),
                     model_.index(row, LibraryModel::kTitle));
  if (!rows.empty())
    selectionModel()->setCurrentIndex(model_.index(rows.front(), LibraryModel::kTitle),
                                      QItemSelectionModel::NoUpdate);
  selectionModel()->select(selection,
                           QItemSelectionModel::ClearAndSelect | QItemSelectionModel::Rows);
}

// What comes from elsewhere is for the page.
void LibraryTable::dragEnterEvent(QDragEnterEvent* event) {
  if (event->source() == this && orderable_)
    event->acceptProposedAction();
  else
    event->ignore();
}

void LibraryTable::dragMoveEvent(QDragMoveEvent* event) {
  if (event->source() != this || !orderable_) return event->ignore();
  QTableView::dragMoveEvent(event);
  event->acceptProposedAction();
}

void LibraryTable::dropEvent(QDropEvent* event) {
  if (event->source() != this || !orderable_) return event->ignore();
  const QPoint place = event->position().toPoint();
  int before = rowAt(place.y());
  if (before < 0)
    before = model_.rowCount();
  else if (place.y() > rowViewportPosition(before) + rowHeight(before) / 2)
    ++before;
  event->setDropAction(Qt::CopyAction);  // nobody removes what was dragged
  event->accept();
  emit moveWanted(before);
}

void LibraryTable::keyPressEvent(QKeyEvent* event) {
  const bool opens = event->key() == Qt::Key_Return || event->key() == Qt::Key_Enter;
  const bool plain = !event->modifiers().testAnyFlags(Qt::ControlModifier | Qt::AltModifier);
  const std::vector<int> rows = selectedSongs();
  const int first = rows.empty() ? 0 : rows.front(), last = rows.empty() ? 0 : rows.back();
  const bool moves = orderable_ && event->modifiers().testFlag(Qt::AltModifier) && !rows.empty();
  if (event->matches(QKeySequence::Copy))
    copy();
  else if (plain && event->key() >= Qt::Key_0 && event->key() <= Qt::Key_0 + kMostStars)
    emit starsWanted(rows, event->key() - Qt::Key_0);
  else if (plain && event->key() == Qt::Key_F2)
    emit colourWanted(rows);
  else if (plain && event->matches(QKeySequence::Delete))
    emit removeWanted();
  else if (moves && event->key() == Qt::Key_Up)
    emit moveWanted(std::max(first - 1, 0));
  else if (moves && event->key() == Qt::Key_Down)
    emit moveWanted(std::min(last + 2, model_.rowCount()));
  else if (opens && currentIndex().isValid())
    emit openRequested(currentIndex().row());
  else
    QTableView::keyPressEvent(event);
}

void LibraryTable::selectionChanged(const QItemSelection& now, const QItemSelection& before) {
  QTableView::selectionChanged(now, before);
  emit selectionChangedTo(static_cast<int>(selectedSongs().size()));
}

}  // namespace tactus::ui
