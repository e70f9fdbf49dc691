#include "ui/library/playlist_panel.h"

#include <QAbstractItemDelegate>
#include <QDropEvent>
#include <QHBoxLayout>
#include <QHeaderView>
#include <QKeyEvent>
#include <QMenu>
#include <QMimeData>
#include <QSignalBlocker>
#include <QToolButton>
#include <QUrl>
#include <QVBoxLayout>
#include <algorithm>
#include <utility>

#include "ui/look/theme.h"

namespace tactus::ui {
namespace {

constexpr int kIdRole = Qt::UserRole;
constexpr int kFolderRole = Qt::UserRole + 1;
constexpr QSize kRow(40, 6 * kGrid);  // as in the table beside it

bool is_folder(const QTreeWidgetItem* item) {
  return item && item->data(0, kFolderRole).toBool();
}

}  // namespace

PlaylistTree::PlaylistTree(QWidget* parent) : QTreeWidget(parent) {
  setColumnCount(2);
  setHeaderHidden(true);
  header()->setStretchLastSection(false);
  header()->setSectionResizeMode(0, QHeaderView::Stretch);
  header()->setSectionResizeMode(1, QHeaderView::ResizeToContents);
  setAccessibleName(tr("Playlists"));
  setEditTriggers(EditKeyPressed);
  setContextMenuPolicy(Qt::CustomContextMenu);
  setDragEnabled(true);
  setAcceptDrops(true);
  setDropIndicatorShown(true);
  setDragDropMode(DragDrop);
  setUniformRowHeights(true);
}

std::int64_t PlaylistTree::idOf(const QTreeWidgetItem* item) {
  return item ? item->data(0, kIdRole).toLongLong() : 0;
}

// Songs belong on a playlist; playlists on the list, not on one that has songs.
bool PlaylistTree::fits(const QDropEvent& event) const {
  const QTreeWidgetItem* item = itemAt(event.position().toPoint());
  if (event.source() == this) return idOf(currentItem()) != 0 && item != currentItem();
  return event.mimeData()->hasText() && item && idOf(item) != 0 && !is_folder(item);
}

void PlaylistTree::dragEnterEvent(QDragEnterEvent* event) {
  if (event->source() == this || event->mimeData()->hasText()) event->acceptProposedAction();
}

void PlaylistTree::dragMoveEvent(QDragMoveEvent* event) {
  QTreeWidget::dragMoveEvent(event);
  event->setAccepted(fits(*event));
}

void PlaylistTree::dropEvent(QDropEvent* event) {
  if (!fits(*event)) return event->ignore();
  QTreeWidgetItem* item = itemAt(event->position().toPoint());
  event->setDropAction(Qt::CopyAction);  // nobody removes what was dragged
  event->accept();
  if (event->source() != this) {
    emit songsDropped(idOf(item), event->mimeData()->text().split(QLatin1Char('\n')));
    return;
  }
  const std::int64_t moved = idOf(currentItem());
  const DropIndicatorPosition where = dropIndicatorPosition();
  if (!item || idOf(item) == 0) {
    emit listDropped(moved, 0, 0);
  } else if (where == OnItem && is_folder(item)) {
    emit listDropped(moved, idOf(item), 0);
  } else {
    const QTreeWidgetItem* before = where == BelowItem ? itemBelow(item) : item;
    if (before && before->parent() != item->parent()) before = nullptr;
    emit listDropped(moved, idOf(item->parent()), idOf(before));
  }
}

void PlaylistTree::keyPressEvent(QKeyEvent* event) {
  if (event->matches(QKeySequence::Delete)) return emit removeWanted();
  QTreeWidget::keyPressEvent(event);
}

PlaylistPanel::PlaylistPanel(QWidget* parent) : QWidget(parent), tree_(new PlaylistTree(this)) {
  auto* layout = new QVBoxLayout(this);
  layout->setContentsMargins(0, 0, 0, 0);
  layout->setSpacing(kGrid);
  layout->addWidget(tree_, 1);
  auto* row = new QHBoxLayout;
  const auto button = [&](const QString& text, const QString& tip, auto slot) {
    auto* made = new QToolButton(this);
    made->setText(text);
    made->setToolTip(tip);
    made->setToolButtonStyle(Qt::ToolButtonTextOnly);
    connect(made, &QToolButton::clicked, this, slot);
    row->addWidget(made);
  };
  button(tr("&New"),
         tr("Makes a playlist. Drag songs onto it, or choose Add to playlist in the "
            "menu of the songs."),
         [this] { emit createWanted(false); });
  button(tr("I&mport..."), tr("Stars, colours and playlists of rekordbox or Mixxx"),
         [this] { emit importWanted(); });
  row->addStretch();
  layout->addLayout(row);
  tree_->setToolTip(tr("F2 renames, Delete deletes, Ctrl+Z undoes"));
  connect(tree_, &QTreeWidget::currentItemChanged, this, [this](QTreeWidgetItem* item) {
    const std::int64_t id = PlaylistTree::idOf(item);
    if (is_folder(item) || id == chosen_) return;
    chosen_ = id;
    emit choiceChanged();
  });
  connect(
      tree_->itemDelegate(), &QAbstractItemDelegate::closeEditor, this,
      [this] {
        if (const auto waiting = std::exchange(waiting_, std::nullopt))
          show(waiting->first, waiting->second);
      },
      Qt::QueuedConnection);
  connect(tree_, &QTreeWidget::itemChanged, this, &PlaylistPanel::rename);
  connect(tree_, &PlaylistTree::removeWanted, this, &PlaylistPanel::removeChosen);
  connect(tree_, &PlaylistTree::songsDropped, this, &PlaylistPanel::songsDropped);
  connect(tree_, &PlaylistTree::listDropped, this, &PlaylistPanel::move);
  connect(tree_, &QWidget::customContextMenuRequested, this, &PlaylistPanel::showMenu);
}

void PlaylistPanel::show(const std::vector<CountedPlaylist>& lists, std::int64_t total) {
  if (tree_->isEditing()) {  // a name, which stays until it is written
    waiting_ = {lists, total};
    return;
  }
  waiting_.reset();
  std::vector<Playlist> fresh;
  for (const CountedPlaylist& each : lists) fresh.push_back(each.playlist);
  const QSignalBlocker quiet(tree_);
  std::int64_t current = PlaylistTree::idOf(tree_->currentItem());
  lists_ = std::move(fresh);
  items_.clear();
  tree_->clear();
  auto* all = new QTreeWidgetItem(tree_, {tr("All songs"), QString::number(total)});
  all->setFlags(Qt::ItemIsEnabled | Qt::ItemIsSelectable);
  for (const CountedPlaylist& each : lists) {
    const auto above = items_.find(each.playlist.parent);
    auto* item =
        above == items_.end() ? new QTreeWidgetItem(tree_) : new QTreeWidgetItem(above->second);
    item->setText(0, QString::fromStdString(each.playlist.name));
    if (!each.playlist.folder) item->setText(1, QString::number(each.songs));
    item->setTextAlignment(1, Qt::AlignRight | Qt::AlignVCenter);
    item->setSizeHint(0, kRow);
    item->setForeground(1, theme().muted);
    item->setData(0, kIdRole, QVariant::fromValue<qlonglong>(each.playlist.id));
    item->setData(0, kFolderRole, each.playlist.folder);
    item->setFlags(item->flags() | Qt::ItemIsEditable);
    items_[each.playlist.id] = item;
  }
  all->setTextAlignment(1, Qt::AlignRight | Qt::AlignVCenter);
  all->setSizeHint(0, kRow);
  all->setForeground(1, theme().muted);
  tree_->expandAll();
  if (chosen_ != 0 && !items_.contains(chosen_)) chosen_ = 0;
  if (to_name_ != 0 && items_.contains(to_name_)) current = to_name_;
  const auto item = items_.find(items_.contains(current) ? current : chosen_);
  tree_->setCurrentItem(item == items_.end() ? all : item->second);
  if (const std::int64_t named = std::exchange(to_name_, 0); items_.contains(named)) {
    tree_->setFocus();
    tree_->editItem(items_[named], 0);
  }
}

void PlaylistPanel::choose(std::int64_t playlist) {
  const auto item = items_.find(playlist);
  tree_->setCurrentItem(item == items_.end() ? tree_->topLevelItem(0) : item->second);
}

const Playlist* PlaylistPanel::list(std::int64_t id) const {
  const auto found = std::ranges::find(lists_, id, &Playlist::id);
  return found == lists_.end() ? nullptr : &*found;
}

void PlaylistPanel::askForName(std::int64_t playlist) {
  to_name_ = playlist;
}

void PlaylistPanel::rename(QTreeWidgetItem* item, int column) {
  const Playlist* known = list(PlaylistTree::idOf(item));
  if (!known || column != 0 || item->text(0).toStdString() == known->name) return;
  Playlist renamed = *known;
  renamed.name = item->text(0).trimmed().toStdString();
  {
    const QSignalBlocker quiet(tree_);
    item->setText(0, QString::fromStdString(known->name));  // until the index says otherwise
  }
  if (renamed.name.empty() || renamed.name == known->name) return;
  emit edited(tr("%1 is now %2")
                  .arg(QString::fromStdString(known->name), QString::fromStdString(renamed.name)),
              {.lists = {{.playlist = renamed}}});
}

void PlaylistPanel::removeChosen() {
  if (const Playlist* known = list(PlaylistTree::idOf(tree_->currentItem())))
    emit edited(tr("%1 deleted, Ctrl+Z brings it back").arg(QString::fromStdString(known->name)),
                removal_of(*known, lists_));
}

void PlaylistPanel::move(std::int64_t id, std::int64_t parent, std::int64_t before) {
  const Playlist* known = list(id);
  if (!known || id == before || id == parent) return;
  LibraryEdit edit;
  std::int64_t place = 0;
  const auto put = [&](Playlist playlist) {
    playlist.parent = parent;
    playlist.place = place++;
    edit.lists.push_back({.playlist = std::move(playlist)});
  };
  for (const Playlist& other : lists_) {
    if (other.parent != parent || other.id == id) continue;
    if (other.id == before) put(*known);
    put(other);
  }
  if (!std::ranges::any_of(edit.lists, [id](auto& list) { return list.playlist.id == id; }))
    put(*known);
  emit edited(tr("%1 moved").arg(QString::fromStdString(known->name)), edit);
}

void PlaylistPanel::showMenu(const QPoint& place) {
  const QTreeWidgetItem* item = tree_->currentItem();
  QMenu menu(this);
  menu.addAction(tr("New playlist"), this, [this] { emit createWanted(false); });
  menu.addAction(tr("New folder"), this, [this] { emit createWanted(true); });
  if (PlaylistTree::idOf(item) != 0) {
    menu.addSeparator();
    menu.addAction(tr("Rename"), this, [this] { tree_->editItem(tree_->currentItem(), 0); });
    menu.addAction(tr("Delete"), this, &PlaylistPanel::removeChosen);
  }
  menu.addSeparator();
  menu.addAction(tr("Import..."), this, [this] { emit importWanted(); });
  menu.exec(tree_->viewport()->mapToGlobal(place));
}

}  // namespace tactus::ui
