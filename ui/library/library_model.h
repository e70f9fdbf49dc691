// The songs that a search has found as a table: one row per song, any number of rows.
#pragma once

#include <QAbstractTableModel>
#include <QStringList>
#include <vector>

#include "ui/library/library_answer.h"

namespace tactus::ui {

class LibraryModel : public QAbstractTableModel {
  Q_OBJECT

 public:
  enum Column {
    kMatch,  // how unlike, the number of the recording, or the place in the playlist
    kTitle,
    kArtist,
    kRating,  // DisplayRole: so many stars
    kColour,  // UserRole: its name in SongMark
    kTempo,
    kKey,
    kMeter,
    kLength,
    kConfidence,
    kChords,
    kSections,
    kState,
    kAlbum,
    kYear,
    kPath,
    kColumns
  };

  explicit LibraryModel(QObject* parent = nullptr);

  int rowCount(const QModelIndex& parent = {}) const override;
  int columnCount(const QModelIndex& parent = {}) const override;
  QVariant data(const QModelIndex& index, int role = Qt::DisplayRole) const override;
  QVariant headerData(int section, Qt::Orientation orientation, int role) const override;
  Qt::ItemFlags flags(const QModelIndex& index) const override;
  Qt::DropActions supportedDragActions() const override { return Qt::CopyAction; }
  QStringList mimeTypes() const override;
  // Files of rows for other programs: addresses of those that exist (text/uri-list), and the paths
  // of all, one a line (text/plain).
  QMimeData* mimeData(const QModelIndexList& indexes) const override;
  // Only emits orderChanged: the index sorts.
  void sort(int column, Qt::SortOrder order) override;

  // Shows these songs and returns those shown before.
  FoundSongs show(FoundSongs songs);
  const FoundSongs& songs() const { return songs_; }
  const FoundSong& found(int row) const { return (*songs_)[static_cast<std::size_t>(row)]; }
  const IndexedSong& song(int row) const { return (*songs_)[static_cast<std::size_t>(row)].song; }
  QString path(int row) const;
  // The files of all rows in their order, without those that are gone.
  std::vector<std::filesystem::path> presentFiles() const;
  // Rows from `first` on: is the file gone?
  void setMissing(int first, const std::vector<bool>& missing);
  bool isMissing(int row) const { return missing_[static_cast<std::size_t>(row)]; }

 signals:
  void orderChanged(const QString& order);  // as SongSearch::order

 private:
  QString cell(int row, int column) const;
  QString stateText(int row) const;
  QVariant foreground(int row, int column) const;

  FoundSongs songs_;
  std::vector<bool> missing_;
};

}  // namespace tactus::ui
