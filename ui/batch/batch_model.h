// The queue of the Batch page as a table: one row per song. Jobs know a song by the number of its
// entry, as rows may be sorted meanwhile.
#pragma once

#include <QAbstractTableModel>
#include <QHash>
#include <QVector>
#include <vector>

#include "app/engine/tagging/batch_tagger.h"

namespace tactus::ui {

struct BatchEntry {
  enum class State { kWaiting, kWorking, kDone };
  int number = 0;  // from the order in which songs were added; stays when rows are sorted
  TagInput input;
  State state = State::kWaiting;
  double seconds = 0.0;  // read so far, while working
  double total = 0.0;    // according to the file header, 0 = unknown
  TagRow row;            // when done
};

class BatchModel : public QAbstractTableModel {
  Q_OBJECT

 public:
  enum Column {
    kSong,
    kState,
    kLength,
    kTempo,
    kMeter,
    kKey,
    kConfidence,
    kSpeed,
    kMessage,
    kColumns
  };

  using QAbstractTableModel::QAbstractTableModel;

  int rowCount(const QModelIndex& parent = {}) const override;
  int columnCount(const QModelIndex& parent = {}) const override;
  QVariant data(const QModelIndex& index, int role = Qt::DisplayRole) const override;
  QVariant headerData(int section, Qt::Orientation orientation, int role) const override;

  // By a column, as a person reads it; a column below 0: as they were added. Rows without a value
  // come last. Confidence: review_rank() (song_files.h).
  void sort(int column, Qt::SortOrder order = Qt::AscendingOrder) override;
  const BatchEntry& entry(int row) const { return entries_[row]; }
  const BatchEntry& numbered(int number) const { return entries_[rowOf(number)]; }
  // Adds the files that are not yet in the queue. Returns their number.
  int add(const std::vector<TagInput>& inputs);
  void removeEntries(QVector<int> rows);
  void clear();

  // Numbers of the entries that wait for tagging, in the order of the rows.
  QVector<int> waiting() const;
  // Sets failed, damaged, existing and interrupted rows to waiting. Returns their number.
  int retry();
  void setWorking(int number, double seconds, double total);
  void setDone(int number, const TagRow& result);
  int count(TagStatus status) const;
  int finished() const;

 private:
  QString stateText(const BatchEntry& entry) const;
  QString cell(const BatchEntry& entry, int column) const;
  int rowOf(int number) const { return rows_.value(number, -1); }
  void numberRows();

  QVector<BatchEntry> entries_;
  QHash<int, int> rows_;  // by number
  int last_number_ = 0;
};

}  // namespace tactus::ui
