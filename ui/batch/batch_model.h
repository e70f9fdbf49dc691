// The queue of the Batch page as a table: one row per song.
#pragma once

#include <QAbstractTableModel>
#include <QVector>
#include <vector>

#include "app/engine/tagging/batch_tagger.h"

namespace tactus::ui {

struct BatchEntry {
  enum class State { kWaiting, kWorking, kDone };
  TagInput input;
  State state = State::kWaiting;
  double seconds = 0.0;  // read so far, while working
  double total = 0.0;    // according to the file header, 0 = unknown
  TagRow row;            // when done
};

class BatchModel : public QAbstractTableModel {
  Q_OBJECT

 public:
  enum Column { kSong, kState, kLength, kTempo, kKey, kSpeed, kMessage, kColumns };

  using QAbstractTableModel::QAbstractTableModel;

  int rowCount(const QModelIndex& parent = {}) const override;
  int columnCount(const QModelIndex& parent = {}) const override;
  QVariant data(const QModelIndex& index, int role = Qt::DisplayRole) const override;
  QVariant headerData(int section, Qt::Orientation orientation, int role) const override;

  const BatchEntry& entry(int row) const { return entries_[row]; }
  // Adds the files that are not yet in the queue. Returns their number.
  int add(const std::vector<TagInput>& inputs);
  void removeRows(QVector<int> rows);
  void clear();

  // Rows that wait for tagging, in order.
  QVector<int> waiting() const;
  // Sets failed, damaged, existing and interrupted rows to waiting. Returns their number.
  int retry();
  void setWorking(int row, double seconds, double total);
  void setDone(int row, const TagRow& result);
  int count(TagStatus status) const;
  int finished() const;

 private:
  QString stateText(const BatchEntry& entry) const;
  QString cell(const BatchEntry& entry, int column) const;

  QVector<BatchEntry> entries_;
};

}  // namespace tactus::ui
