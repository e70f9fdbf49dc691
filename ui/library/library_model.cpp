#include "ui/library/library_model.h"

#include <QColor>
#include <QLocale>
#include <QMimeData>
#include <QUrl>
#include <algorithm>
#include <set>
#include <utility>

#include "app/engine/file_tags/file_tag_texts.h"
#include "audio/length_text.h"
#include "model/meter.h"
#include "ui/document/segment_labels.h"
#include "ui/library/mark_texts.h"
#include "ui/look/theme.h"

namespace tactus::ui {
namespace {

// Fields of queries, by column; the first sorts in playlists alone.
constexpr const char* kFields[] = {
    kPlaylistOrder, "title",      "artist", "rating",  "colour", "bpm",   "key",  "meter",
    "length",       "confidence", "chords", "section", "review", "album", "year", "path"};
static_assert(std::size(kFields) == LibraryModel::kColumns);

// Numbers of few digits are centred, so that they keep away from the text beside them.
QVariant alignment(int column) {
  switch (column) {
    case LibraryModel::kMatch:
    case LibraryModel::kTempo:
    case LibraryModel::kLength:
    case LibraryModel::kConfidence:
      return QVariant(Qt::AlignRight | Qt::AlignVCenter);
    case LibraryModel::kKey:
    case LibraryModel::kMeter:
    case LibraryModel::kChords:
    case LibraryModel::kYear:
      return QVariant(Qt::AlignCenter);
    default:
      return QVariant(Qt::AlignLeft | Qt::AlignVCenter);
  }
}

QString text_of(const std::string& text) {
  return QString::fromStdString(text);
}

QString number_text(double value, int decimals) {
  return QLocale().toString(value, 'f', decimals);
}

QString key_cell(const IndexedSong& song) {
  if (!song.key) return {};
  const std::string name = key_name(*song.key);
  const bool minor = name.ends_with('m');  // "Ebm"; the window says "Eb minor" everywhere
  const std::string label = minor ? name.substr(0, name.size() - 1) + ":minor" : name + ":major";
  return QStringLiteral("%1  %2").arg(segment_text(SegmentLayer::kKeys, label),
                                      text_of(key_name(*song.key, KeyNotation::kCamelot)));
}

QString match_cell(const FoundSong& found) {
  if (found.unlike) return number_text(*found.unlike, 3);
  const std::size_t number = found.group > 0 ? found.group : found.place;
  return number > 0 ? QString::number(number) : QString();
}

}  // namespace

LibraryModel::LibraryModel(QObject* parent)
    : QAbstractTableModel(parent), songs_(std::make_shared<const std::vector<FoundSong>>()) {}

int LibraryModel::rowCount(const QModelIndex& parent) const {
  return parent.isValid() ? 0 : static_cast<int>(songs_->size());
}

int LibraryModel::columnCount(const QModelIndex& parent) const {
  return parent.isValid() ? 0 : kColumns;
}

QVariant LibraryModel::headerData(int section, Qt::Orientation orientation, int role) const {
  if (orientation != Qt::Horizontal) return {};
  if (role == Qt::TextAlignmentRole) return alignment(section);
  if (role != Qt::DisplayRole) return {};
  const bool groups = !songs_->empty() && songs_->front().group > 0;
  const bool places = !songs_->empty() && songs_->front().place > 0;
  const QString names[] = {groups   ? tr("Group")
                           : places ? tr("Place")
                                    : tr("Difference"),
                           tr("Title"),
                           tr("Artist"),
                           tr("Rating"),
                           tr("Colour"),
                           tr("BPM"),
                           tr("Key"),
                           tr("Meter"),
                           tr("Length"),
                           tr("Confidence"),
                           tr("Chords"),
                           tr("Sections"),
                           tr("State"),
                           tr("Album"),
                           tr("Year"),
                           tr("File")};
  return names[section];
}

QString LibraryModel::stateText(int row) const {
  if (!found(row).indexed) return isMissing(row) ? tr("file missing") : tr("not in the index");
  if (isMissing(row)) return tr("file missing");
  const IndexedSong& song = this->song(row);
  if (!song.damage.empty()) return tr("damaged audio");
  if (song.review == "checked") return tr("checked");
  return song.review == "edited" ? tr("edited") : tr("tagged");
}

QString LibraryModel::cell(int row, int column) const {
  const IndexedSong& song = this->song(row);
  const auto known = {kMatch, kTitle, kRating, kColour, kState, kPath};
  if (!found(row).indexed && std::ranges::find(known, column) == known.end()) return {};
  switch (column) {
    case kMatch:
      return match_cell(found(row));
    case kRating:
      return star_text(song.mark.rating);
    case kColour:
      return song.mark.colour.empty() ? QString() : colour_title(song.mark.colour);
    case kTitle:
      return text_of(song.title);
    case kArtist:
      return text_of(song.artist);
    case kTempo:
      return song.bpm > 0 ? number_text(song.bpm, 1) : QString();
    case kKey:
      return key_cell(song);
    case kMeter:
      return text_of(name_of(song.meter));
    case kLength:
      return song.duration > 0 ? text_of(length_text(song.duration)) : QString();
    case kConfidence:
      return song.confidence > 0 ? number_text(song.confidence, 2) : QString();
    case kChords:
      return song.chords > 0 ? QString::number(song.chords) : QString();
    case kSections:
      return text_of(song.sections);
    case kState:
      return stateText(row);
    case kAlbum:
      return text_of(song.album);
    case kYear:
      return song.year > 0 ? QString::number(song.year) : QString();
    default:
      return path(row);
  }
}

QVariant LibraryModel::foreground(int row, int column) const {
  const Theme& colours = theme();
  if (isMissing(row)) return column == kState ? colours.differ : colours.muted;
  if (!found(row).indexed) return colours.muted;
  if (column != kState) return {};
  const IndexedSong& song = this->song(row);
  if (!song.damage.empty()) return colours.doubt;
  return song.review == "checked" ? colours.agree : colours.muted;
}

QVariant LibraryModel::data(const QModelIndex& index, int role) const {
  const int row = index.row();
  switch (role) {
    case Qt::DisplayRole:
      return cell(row, index.column());
    case Qt::ToolTipRole:
      if (isMissing(row)) return tr("%1 no longer exists").arg(path(row));
      if (index.column() == kState && !song(row).damage.empty()) return text_of(song(row).damage);
      if (index.column() == kRating) return tr("Click a star, or press 0 to 5");
      if (index.column() == kColour) return tr("Click, or press F2, to choose a colour");
      return index.column() == kSections ? text_of(song(row).sections) : path(row);
    case Qt::UserRole:
      return text_of(song(row).mark.colour);
    case Qt::AccessibleTextRole:
      if (index.column() == kRating) return tr("%n star(s)", nullptr, song(row).mark.rating);
      return cell(row, index.column());
    case Qt::ForegroundRole:
      return foreground(row, index.column());
    case Qt::TextAlignmentRole:
      return alignment(index.column());
    default:
      return {};
  }
}

Qt::ItemFlags LibraryModel::flags(const QModelIndex& index) const {
  const Qt::ItemFlags flags = QAbstractTableModel::flags(index) | Qt::ItemNeverHasChildren;
  return index.isValid() ? flags | Qt::ItemIsDragEnabled : flags;
}

QStringList LibraryModel::mimeTypes() const {
  return {QStringLiteral("text/uri-list"), QStringLiteral("text/plain")};
}

QMimeData* LibraryModel::mimeData(const QModelIndexList& indexes) const {
  std::set<int> rows;
  for (const QModelIndex& index : indexes) rows.insert(index.row());
  if (rows.empty()) return nullptr;
  QList<QUrl> urls;
  QStringList paths;
  for (const int row : rows) {
    paths += path(row);
    if (!isMissing(row)) urls += QUrl::fromLocalFile(path(row));
  }
  auto* data = new QMimeData;
  data->setUrls(urls);
  data->setText(paths.join(QLatin1Char('\n')));
  return data;
}

void LibraryModel::sort(int column, Qt::SortOrder order) {
  if (column < 0 || column >= kColumns) return;
  emit orderChanged((order == Qt::DescendingOrder ? QStringLiteral("-") : QString()) +
                    QLatin1String(kFields[column]));
}

FoundSongs LibraryModel::show(FoundSongs songs) {
  beginResetModel();
  FoundSongs before = std::exchange(songs_, std::move(songs));
  missing_.assign(songs_->size(), false);
  endResetModel();
  return before;
}

QString LibraryModel::path(int row) const {
  return text_of(song(row).audio.string());
}

std::vector<std::filesystem::path> LibraryModel::presentFiles() const {
  std::vector<std::filesystem::path> files;
  for (int row = 0; row < rowCount(); ++row)
    if (!isMissing(row)) files.push_back(song(row).audio);
  return files;
}

void LibraryModel::setMissing(int first, const std::vector<bool>& missing) {
  bool changed = false;
  for (std::size_t i = 0; i < missing.size(); ++i) {
    const std::size_t row = static_cast<std::size_t>(first) + i;
    changed = changed || missing_[row] != missing[i];
    missing_[row] = missing[i];
  }
  if (changed)
    emit dataChanged(index(first, 0),
                     index(first + static_cast<int>(missing.size()) - 1, kColumns - 1));
}

}  // namespace tactus::ui
