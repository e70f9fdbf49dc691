#include "ui/batch/batch_model.h"

#include <QCollator>
#include <QColor>
#include <QLocale>
#include <algorithm>

#include "app/engine/songs/song_files.h"
#include "audio/length_text.h"
#include "model/meter.h"
#include "ui/document/segment_labels.h"
#include "ui/look/theme.h"

namespace tactus::ui {
namespace {

bool went_wrong(const BatchEntry& entry) {
  return entry.state == BatchEntry::State::kDone && entry.row.status != TagStatus::kOk &&
         entry.row.status != TagStatus::kSkipped && entry.row.status != TagStatus::kKept;
}

QColor state_colour(const BatchEntry& entry) {
  const Theme& t = theme();
  if (entry.state == BatchEntry::State::kWorking) return t.accent;
  if (entry.state == BatchEntry::State::kWaiting) return t.muted;
  switch (entry.row.status) {
    case TagStatus::kOk:
      return t.agree;
    case TagStatus::kSkipped:
      return t.muted;
    case TagStatus::kFailed:
      return t.differ;
    default:
      return t.doubt;
  }
}

QVariant alignment(int column) {
  if (column == BatchModel::kKey || column == BatchModel::kMeter) return QVariant(Qt::AlignCenter);
  const bool number = column == BatchModel::kLength || column == BatchModel::kTempo ||
                      column == BatchModel::kConfidence || column == BatchModel::kSpeed;
  return QVariant((number ? Qt::AlignRight : Qt::AlignLeft) | Qt::AlignVCenter);
}

// "/music/out/a.jams, /music/out/a.lab: already exist" -> "already exist (a.jams, a.lab)". The row
// already names the song.
QString sense_first(const QString& part, const QString& song) {
  const qsizetype colon = part.indexOf(QStringLiteral(": "));
  const QString files = part.left(std::max<qsizetype>(colon, 0));
  if (!files.contains(QLatin1Char('/'))) return part;
  const QString sense = part.mid(colon + 2);
  QStringList names;
  for (const QString& file : files.split(QStringLiteral(", ")))
    if (file != song) names += file.section(QLatin1Char('/'), -1);
  return names.isEmpty() ? sense : QStringLiteral("%1 (%2)").arg(sense, names.join(", "));
}

QString message_of(const BatchEntry& entry) {
  const QString song = QString::fromStdString(entry.input.audio.string());
  const QString message = QString::fromStdString(entry.row.message);
  if (message.startsWith(song + QStringLiteral(": "))) return message.mid(song.size() + 2);
  QStringList parts;
  for (const QString& part : message.split(QStringLiteral("; "))) parts += sense_first(part, song);
  return parts.join(QStringLiteral("; "));
}

SongStanding standing_of(const BatchEntry& entry) {
  const SongSummary& song = entry.row.summary;
  return {song.review == Review::kChecked ? SongState::kChecked : SongState::kTagged,
          song.confidence > 0 ? song.confidence : kUnknownConfidence};
}

// What rows are sorted by: texts, numbers below 0 = none.
double sort_number(const BatchEntry& entry, int column) {
  const SongSummary& song = entry.row.summary;
  const bool known = entry.state == BatchEntry::State::kDone && song.duration > 0;
  if (!known) return -1.0;
  switch (column) {
    case BatchModel::kLength:
      return song.duration;
    case BatchModel::kTempo:
      return song.tempo > 0 ? song.tempo : -1.0;
    case BatchModel::kMeter:
      return song.meter.beats > 0 ? song.meter.beats * song.meter.division : -1.0;
    case BatchModel::kConfidence:
      return review_rank(standing_of(entry));
    default:
      return entry.row.status == TagStatus::kOk ? entry.row.times_real_time() : -1.0;
  }
}

bool is_number(int column) {
  return column == BatchModel::kLength || column == BatchModel::kTempo ||
         column == BatchModel::kMeter || column == BatchModel::kConfidence ||
         column == BatchModel::kSpeed;
}

}  // namespace

int BatchModel::rowCount(const QModelIndex& parent) const {
  return parent.isValid() ? 0 : static_cast<int>(entries_.size());
}

int BatchModel::columnCount(const QModelIndex& parent) const {
  return parent.isValid() ? 0 : kColumns;
}

QVariant BatchModel::headerData(int section, Qt::Orientation orientation, int role) const {
  if (orientation == Qt::Horizontal && role == Qt::TextAlignmentRole) return alignment(section);
  if (orientation != Qt::Horizontal || role != Qt::DisplayRole) return {};
  const QString names[] = {tr("Song"), tr("State"),      tr("Length"),    tr("Tempo"),  tr("Meter"),
                           tr("Key"),  tr("Confidence"), tr("Real time"), tr("Message")};
  return names[section];
}

QString BatchModel::stateText(const BatchEntry& entry) const {
  if (entry.state == BatchEntry::State::kWaiting) return tr("waiting");
  if (entry.state == BatchEntry::State::kWorking) {
    if (entry.total <= 0) return tr("tagging");
    return tr("tagging %1 %").arg(qRound(100 * std::min(1.0, entry.seconds / entry.total)));
  }
  switch (entry.row.status) {
    case TagStatus::kOk:
      return tr("tagged");
    case TagStatus::kDamaged:
      return tr("damaged audio");
    case TagStatus::kSkipped:
      return tr("skipped");
    case TagStatus::kKept:
      return tr("kept");
    case TagStatus::kExists:
      return tr("exists");
    case TagStatus::kFailed:
      return tr("failed");
    case TagStatus::kInterrupted:
      return tr("cancelled");
  }
  return {};
}

QString BatchModel::cell(const BatchEntry& entry, int column) const {
  const SongSummary& song = entry.row.summary;
  const bool known = entry.state == BatchEntry::State::kDone && song.duration > 0;
  switch (column) {
    case kSong:
      return QString::fromStdString(entry.input.relative.string());
    case kState:
      return stateText(entry);
    case kLength:
      return known ? QString::fromStdString(length_text(song.duration)) : QString();
    case kTempo:
      return known && song.tempo > 0 ? tr("%1 BPM").arg(song.tempo, 0, 'f', 1) : QString();
    case kMeter:
      return known ? QString::fromStdString(name_of(song.meter)) : QString();
    case kKey:
      return known ? segment_text(SegmentLayer::kKeys, song.key) : QString();
    case kConfidence:
      return known && song.confidence > 0 ? QLocale().toString(song.confidence, 'f', 2) : QString();
    case kSpeed:
      return known && entry.row.status == TagStatus::kOk
                 ? tr("%1 x").arg(entry.row.times_real_time(), 0, 'f', 0)
                 : QString();
    default:
      return entry.state == BatchEntry::State::kDone ? message_of(entry) : QString();
  }
}

QVariant BatchModel::data(const QModelIndex& index, int role) const {
  const BatchEntry& entry = entries_[index.row()];
  switch (role) {
    case Qt::DisplayRole:
      return cell(entry, index.column());
    case Qt::ToolTipRole:
      return index.column() == kMessage ? QString::fromStdString(entry.row.message)
                                        : QString::fromStdString(entry.input.audio.string());
    case Qt::ForegroundRole:
      return index.column() == kState ? QVariant(state_colour(entry)) : QVariant();
    case Qt::TextAlignmentRole:
      return alignment(index.column());
    default:
      return {};
  }
}

int BatchModel::add(const std::vector<TagInput>& inputs) {
  QVector<BatchEntry> fresh;
  for (const TagInput& input : inputs) {
    const auto same = [&](const BatchEntry& entry) { return entry.input.audio == input.audio; };
    if (std::none_of(entries_.begin(), entries_.end(), same)) {
      fresh.push_back({.number = ++last_number_, .input = input, .row = {}});
    }
  }
  if (fresh.isEmpty()) return 0;
  const int first = static_cast<int>(entries_.size());
  beginInsertRows({}, first, first + static_cast<int>(fresh.size()) - 1);
  entries_ += fresh;
  numberRows();
  endInsertRows();
  return static_cast<int>(fresh.size());
}

void BatchModel::removeEntries(QVector<int> rows) {
  std::sort(rows.begin(), rows.end(), std::greater<>());
  for (const int row : rows) {
    beginRemoveRows({}, row, row);
    entries_.remove(row);
    numberRows();
    endRemoveRows();
  }
}

void BatchModel::clear() {
  beginResetModel();
  entries_.clear();
  rows_.clear();
  endResetModel();
}

void BatchModel::numberRows() {
  rows_.clear();
  for (int row = 0; row < entries_.size(); ++row) rows_.insert(entries_[row].number, row);
}

void BatchModel::sort(int column, Qt::SortOrder order) {
  const bool down = order == Qt::DescendingOrder;
  QCollator natural;
  natural.setNumericMode(true);
  const auto less = [&](const BatchEntry& a, const BatchEntry& b) {
    if (column < 0) return a.number < b.number;
    if (is_number(column)) {
      const double left = sort_number(a, column), right = sort_number(b, column);
      if ((left < 0) != (right < 0)) return right < 0;  // those without a value last
      return down ? right < left : left < right;
    }
    const QString left = cell(a, column), right = cell(b, column);
    if (left.isEmpty() != right.isEmpty()) return right.isEmpty();
    return down ? natural(right, left) : natural(left, right);
  };
  emit layoutAboutToBeChanged();
  const QModelIndexList before = persistentIndexList();
  QVector<int> numbers;
  for (const QModelIndex& index : before) numbers += entries_[index.row()].number;
  std::stable_sort(entries_.begin(), entries_.end(), less);
  numberRows();
  QModelIndexList after;
  for (qsizetype i = 0; i < before.size(); ++i)
    after += index(rowOf(numbers[i]), before[i].column());
  changePersistentIndexList(before, after);
  emit layoutChanged();
}

QVector<int> BatchModel::waiting() const {
  QVector<int> numbers;
  for (const BatchEntry& entry : entries_) {
    if (entry.state == BatchEntry::State::kWaiting) numbers.push_back(entry.number);
  }
  return numbers;
}

int BatchModel::retry() {
  int count = 0;
  for (int i = 0; i < entries_.size(); ++i) {
    if (!went_wrong(entries_[i])) continue;
    entries_[i].state = BatchEntry::State::kWaiting;
    entries_[i].seconds = 0;
    ++count;
    emit dataChanged(index(i, 0), index(i, kColumns - 1));
  }
  return count;
}

void BatchModel::setWorking(int number, double seconds, double total) {
  const int row = rowOf(number);
  BatchEntry& entry = entries_[row];
  if (entry.state == BatchEntry::State::kDone) return;
  entry.state = BatchEntry::State::kWorking;
  entry.seconds = seconds;
  entry.total = total;
  emit dataChanged(index(row, 0), index(row, kColumns - 1));
}

void BatchModel::setDone(int number, const TagRow& result) {
  const int row = rowOf(number);
  entries_[row].state = BatchEntry::State::kDone;
  entries_[row].row = result;
  emit dataChanged(index(row, 0), index(row, kColumns - 1));
}

int BatchModel::count(TagStatus status) const {
  return static_cast<int>(
      std::count_if(entries_.begin(), entries_.end(), [status](const BatchEntry& entry) {
        return entry.state == BatchEntry::State::kDone && entry.row.status == status;
      }));
}

int BatchModel::finished() const {
  return static_cast<int>(std::count_if(
      entries_.begin(), entries_.end(),
      [](const BatchEntry& entry) { return entry.state == BatchEntry::State::kDone; }));
}

}  // namespace tactus::ui
