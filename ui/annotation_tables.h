// Beats, chords, keys and sections as tables beside the lanes: every value as text, editable by
// keyboard alone and read by screen readers. The current item of the editor and the selected row
// are the same.
#pragma once

#include <QAbstractTableModel>
#include <QTabWidget>
#include <array>
#include <iterator>

#include "ui/annotation_editor.h"

class QTableView;

namespace tactus::ui {

class BeatTableModel : public QAbstractTableModel {
  Q_OBJECT

 public:
  enum Column { kTime, kBar, kPosition, kConfidence, kColumns };
  explicit BeatTableModel(AnnotationEditor& editor, QObject* parent = nullptr);
  int rowCount(const QModelIndex& parent = {}) const override;
  int columnCount(const QModelIndex& parent = {}) const override;
  QVariant data(const QModelIndex& index, int role) const override;
  QVariant headerData(int section, Qt::Orientation orientation, int role) const override;
  Qt::ItemFlags flags(const QModelIndex& index) const override;
  bool setData(const QModelIndex& index, const QVariant& value, int role) override;

 private:
  AnnotationEditor& editor_;
  std::vector<int> bars_;
};

class SegmentTableModel : public QAbstractTableModel {
  Q_OBJECT

 public:
  enum Column { kStart, kEnd, kLabel, kConfidence, kColumns };
  SegmentTableModel(AnnotationEditor& editor, SegmentLayer layer, QObject* parent = nullptr);
  int rowCount(const QModelIndex& parent = {}) const override;
  int columnCount(const QModelIndex& parent = {}) const override;
  QVariant data(const QModelIndex& index, int role) const override;
  QVariant headerData(int section, Qt::Orientation orientation, int role) const override;
  Qt::ItemFlags flags(const QModelIndex& index) const override;
  bool setData(const QModelIndex& index, const QVariant& value, int role) override;

 private:
  const SegmentList& segments() const;

  AnnotationEditor& editor_;
  SegmentLayer layer_;
};

class AnnotationTables : public QTabWidget {
  Q_OBJECT

 public:
  // The editor must outlive the tables.
  explicit AnnotationTables(AnnotationEditor& editor, QWidget* parent = nullptr);

  QTableView& beats() const { return *beats_; }
  QTableView& segments(SegmentLayer layer) const;
  QTableView& chords() const { return segments(SegmentLayer::kChords); }

 private:
  QTableView* makeTable(QAbstractTableModel* model, const QString& title);
  void showCurrent();
  void choose(const CurrentItem& item);

  AnnotationEditor& editor_;
  QTableView* beats_;
  std::array<QTableView*, std::size(kSegmentLayers)> segments_;
  bool following_ = false;  // the tables follow the editor, not the other way
};

}  // namespace tactus::ui
