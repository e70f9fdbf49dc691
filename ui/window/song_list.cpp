#include "ui/window/song_list.h"

#include <QEvent>
#include <QLabel>
#include <QLineEdit>
#include <QListWidget>
#include <QPainter>
#include <QVBoxLayout>
#include <algorithm>
#include <utility>
#include <vector>

#include "ui/look/theme.h"

namespace tactus::ui {
namespace {

constexpr int kPathRole = Qt::UserRole;
constexpr int kStateRole = Qt::UserRole + 1;
constexpr int kNameRole = Qt::UserRole + 2;
constexpr int kPercentRole = Qt::UserRole + 3;  // progress of tagging, -1 = not being tagged
constexpr int kConfidenceRole = Qt::UserRole + 4;
constexpr int kOrderRole = Qt::UserRole + 5;  // by path
constexpr int kFileStateRole = Qt::UserRole + 6;
constexpr int kUnsavedRole = Qt::UserRole + 7;
constexpr int kSortMs = 200;

double rank_of(const QListWidgetItem& item) {
  return review_rank({static_cast<SongState>(item.data(kStateRole).toInt()),
                      item.data(kConfidenceRole).toDouble()});
}

// An empty ring, a half-filled one, a filled one, and a filled one with a tick: distinguishable
// without colour.
QPixmap state_picture(SongState state, const QColor& colour) {
  constexpr int kSize = 16;
  QPixmap picture(kSize * 2, kSize * 2);
  picture.setDevicePixelRatio(2);
  picture.fill(Qt::transparent);
  QPainter painter(&picture);
  painter.setRenderHint(QPainter::Antialiasing);
  const QRectF ring(3, 3, 10, 10);
  painter.setPen(QPen(colour, 1.5));
  if (state == SongState::kEdited || state == SongState::kChecked) painter.setBrush(colour);
  painter.drawEllipse(ring);
  if (state == SongState::kTagged) {
    painter.setBrush(colour);
    painter.drawPie(ring, 90 * 16, 180 * 16);
  }
  if (state == SongState::kChecked) {
    painter.setPen(QPen(text_on(colour), 1.6));
    painter.drawPolyline(QPolygonF{QPointF(5.5, 8), QPointF(7.4, 10), QPointF(10.6, 6)});
  }
  return picture;
}

QIcon state_icon(SongState state) {
  const Theme& colours = theme();
  const QColor colour = state == SongState::kChecked    ? colours.agree
                        : state == SongState::kUntagged ? colours.muted
                                                        : colours.accent;
  QIcon icon(state_picture(state, colour));
  icon.addPixmap(state_picture(state, colours.on_accent), QIcon::Selected);
  return icon;
}

// The folder above all of them.
std::filesystem::path common_folder(const std::vector<std::filesystem::path>& songs) {
  if (songs.empty()) return {};
  std::filesystem::path common = songs.front().parent_path();
  const auto below = [&common](const std::filesystem::path& song) {
    return *song.lexically_relative(common).begin() != "..";
  };
  while (!std::all_of(songs.begin(), songs.end(), below)) common = common.parent_path();
  return common;
}

}  // namespace

QString state_text(SongState state) {
  switch (state) {
    case SongState::kTagged:
      return SongList::tr("tagged");
    case SongState::kEdited:
      return SongList::tr("edited");
    case SongState::kChecked:
      return SongList::tr("checked");
    case SongState::kUntagged:
      break;
  }
  return SongList::tr("untagged");
}

SongList::SongList(QWidget* parent)
    : QWidget(parent),
      filter_(new QLineEdit(this)),
      list_(new QListWidget(this)),
      empty_(new QLabel(tr("Open a folder (Ctrl+Shift+O) to see its songs here."), this)) {
  readers_.setMaxThreadCount(1);
  filter_->setPlaceholderText(tr("Filter"));
  filter_->setClearButtonEnabled(true);
  filter_->setAccessibleName(tr("Filter songs"));
  list_->setAccessibleName(tr("Songs of the folder"));
  list_->setUniformItemSizes(true);
  list_->setTextElideMode(Qt::ElideMiddle);
  list_->setHorizontalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
  empty_->setWordWrap(true);
  empty_->setAlignment(Qt::AlignCenter);
  empty_->setMargin(4 * kGrid);
  setMinimumWidth(180);
  auto* layout = new QVBoxLayout(this);
  layout->setContentsMargins(kGrid, kGrid, kGrid, kGrid);
  layout->setSpacing(kGrid);
  layout->addWidget(filter_);
  layout->addWidget(empty_, 1);
  layout->addWidget(list_, 1);
  filter_->hide();
  list_->hide();
  sort_soon_.setSingleShot(true);
  sort_soon_.setInterval(kSortMs);
  connect(&sort_soon_, &QTimer::timeout, this, &SongList::sort);
  connect(filter_, &QLineEdit::textChanged, this, &SongList::filter);
  connect(list_, &QListWidget::itemActivated, this, [this](const QListWidgetItem* item) {
    emit songChosen(item->data(kPathRole).toString());
  });
}

SongList::~SongList() {
  closing_ = true;
  readers_.clear();
  readers_.waitForDone();
}

void SongList::setFolder(const std::filesystem::path& folder) {
  folder_ = std::filesystem::absolute(folder).lexically_normal();
  list(songs_in(folder_), folder_);
  empty_->setText(
      tr("There is no audio file in %1.").arg(QString::fromStdString(folder_.string())));
}

void SongList::setSongs(const std::vector<std::filesystem::path>& songs) {
  folder_.clear();
  list(songs, common_folder(songs));
}

void SongList::reload() {
  if (folder_.empty()) {
    setSongs(songs());
  } else {
    setFolder(folder_);
  }
}

// In their first order.
std::vector<std::filesystem::path> SongList::songs() const {
  std::vector<std::filesystem::path> songs(static_cast<std::size_t>(list_->count()));
  for (int row = 0; row < list_->count(); ++row) {
    const QListWidgetItem* item = list_->item(row);
    songs[static_cast<std::size_t>(item->data(kOrderRole).toInt())] =
        item->data(kPathRole).toString().toStdString();
  }
  return songs;
}

void SongList::list(const std::vector<std::filesystem::path>& songs,
                    const std::filesystem::path& top) {
  readers_.clear();
  items_.clear();
  list_->clear();
  for (const std::filesystem::path& song : songs) {
    const QString name = QString::fromStdString(song.lexically_relative(top).string());
    auto* item = new QListWidgetItem(state_icon(SongState::kUntagged), name, list_);
    item->setData(kNameRole, name);
    item->setData(kOrderRole, list_->count() - 1);
    item->setData(kPercentRole, -1);
    item->setData(kPathRole, QString::fromStdString(song.string()));
    item->setData(kStateRole, static_cast<int>(SongState::kUntagged));
    item->setData(kFileStateRole, static_cast<int>(SongState::kUntagged));
    item->setData(kConfidenceRole, kUnknownConfidence);
    items_.insert(item->data(kPathRole).toString(), item);
    readState(song, true);
  }
  const bool any = list_->count() > 0;
  empty_->setVisible(!any);
  list_->setVisible(any);
  filter_->setVisible(any);
  setOpen(open_.toStdString());
}

void SongList::readState(const std::filesystem::path& audio, bool sorts) {
  readers_.start([this, audio, sorts] {
    if (closing_) return;
    std::filesystem::path jams = audio;
    const SongStanding summary = song_standing(jams.replace_extension(".jams"));
    QMetaObject::invokeMethod(
        this,
        [this, path = QString::fromStdString(audio.string()), summary, sorts] {
          showState(path, summary);
          if (sorts && least_sure_first_) sort_soon_.start();
        },
        Qt::QueuedConnection);
  });
}

QListWidgetItem* SongList::itemOf(const QString& path) const {
  return items_.value(path);
}

void SongList::setLeastSureFirst(bool on) {
  least_sure_first_ = on;
  sort();
}

void SongList::sort() {
  QListWidgetItem* current = list_->currentItem();
  std::vector<QListWidgetItem*> items;
  while (list_->count() > 0) items.push_back(list_->takeItem(0));
  std::stable_sort(items.begin(), items.end(), [this](const auto* a, const auto* b) {
    if (least_sure_first_ && rank_of(*a) != rank_of(*b)) return rank_of(*a) < rank_of(*b);
    return a->data(kOrderRole).toInt() < b->data(kOrderRole).toInt();
  });
  for (QListWidgetItem* item : items) {
    list_->addItem(item);
    showName(item);
  }
  filter(filter_->text());
  list_->setCurrentItem(current);
}

void SongList::showName(QListWidgetItem* item) const {
  QString text = item->data(kNameRole).toString();
  const double confidence = item->data(kConfidenceRole).toDouble();
  if (least_sure_first_ && confidence != kUnknownConfidence)
    text = tr("%1  %2").arg(confidence, 0, 'f', 2).arg(text);
  if (item->data(kUnsavedRole).toBool()) text = QStringLiteral("* ") + text;
  const int percent = item->data(kPercentRole).toInt();
  item->setText(percent < 0 ? text : tr("%1 (%2 %)").arg(text).arg(percent));
}

void SongList::showState(const QString& path, const SongStanding& summary) {
  QListWidgetItem* item = itemOf(path);
  if (!item) return;
  const bool open = path == open_ && open_state_;
  const bool unsaved = open && (open_unsaved_ || *open_state_ != summary.state);
  const SongState known = open ? *open_state_ : summary.state;
  const QString text = unsaved ? tr("%1, not saved").arg(state_text(known)) : state_text(known);
  item->setData(kFileStateRole, static_cast<int>(summary.state));
  item->setData(kStateRole, static_cast<int>(known));
  item->setData(kConfidenceRole, summary.confidence);
  item->setData(kUnsavedRole, open && open_unsaved_);
  showName(item);
  item->setIcon(state_icon(known));
  item->setToolTip(tr("%1: %2").arg(path, text));
  item->setData(Qt::AccessibleTextRole, tr("%1, %2").arg(item->data(kNameRole).toString(), text));
}

void SongList::showState(const QString& path) {
  const QListWidgetItem* item = itemOf(path);
  if (!item) return;
  showState(path, {static_cast<SongState>(item->data(kFileStateRole).toInt()),
                   item->data(kConfidenceRole).toDouble()});
}

void SongList::setOpenState(SongState state, bool unsaved) {
  if (open_state_ == state && open_unsaved_ == unsaved) return;
  open_state_ = state;
  open_unsaved_ = unsaved;
  showState(open_);
}

void SongList::refresh(const std::filesystem::path& audio) {
  if (itemOf(QString::fromStdString(audio.string()))) readState(audio, false);
}

void SongList::setOpen(const std::filesystem::path& audio) {
  const QString left = std::exchange(open_, QString::fromStdString(audio.string()));
  if (left != open_) showState(left);  // as its file says
  if (!itemOf(open_)) {                // a song from another folder: no item is current
    list_->setCurrentItem(nullptr);
    list_->clearSelection();
  }
  for (int row = 0; row < list_->count(); ++row) {
    QListWidgetItem* item = list_->item(row);
    QFont font = item->font();
    const bool open = item->data(kPathRole).toString() == open_;
    font.setBold(open);
    item->setFont(font);
    if (open) list_->setCurrentItem(item);
  }
  showState(open_);
}

void SongList::setProgress(double done) {
  QListWidgetItem* item = itemOf(open_);
  const int percent = done < 0 ? -1 : static_cast<int>(100 * done);
  if (!item || item->data(kPercentRole).toInt() == percent) return;
  item->setData(kPercentRole, percent);
  showName(item);
}

int SongList::count() const {
  return list_->count();
}

SongState SongList::state(int row) const {
  return static_cast<SongState>(list_->item(row)->data(kStateRole).toInt());
}

void SongList::filter(const QString& words) {
  for (int row = 0; row < list_->count(); ++row) {
    QListWidgetItem* item = list_->item(row);
    item->setHidden(
        !item->data(kNameRole).toString().contains(words.trimmed(), Qt::CaseInsensitive));
  }
}

void SongList::openBeside(int by) {
  const QListWidgetItem* open = itemOf(open_);
  int row = open ? list_->row(open) + by : 0;
  while (row >= 0 && row < list_->count() && list_->item(row)->isHidden()) row += by;
  if (row >= 0 && row < list_->count()) {
    emit songChosen(list_->item(row)->data(kPathRole).toString());
  }
}

// Another theme has other icons.
void SongList::changeEvent(QEvent* event) {
  QWidget::changeEvent(event);
  if (event->type() != QEvent::PaletteChange) return;
  for (int row = 0; row < list_->count(); ++row) list_->item(row)->setIcon(state_icon(state(row)));
}

bool SongList::openNextUnchecked() {
  const QListWidgetItem* open = itemOf(open_);
  const int begin = open ? list_->row(open) : -1;
  for (int step = 1; step <= list_->count(); ++step) {
    const int row = (begin + step) % list_->count();
    const QListWidgetItem* item = list_->item(row);
    if (item == open || item->isHidden() || state(row) == SongState::kChecked) continue;
    emit songChosen(item->data(kPathRole).toString());
    return true;
  }
  return false;
}

void SongList::openNext() {
  openBeside(1);
}

void SongList::openPrevious() {
  openBeside(-1);
}

}  // namespace tactus::ui
