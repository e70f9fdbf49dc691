// Beats, chords, keys, sections, notes and cues as tables beside the lanes. Every value is text
// that the keyboard can edit and a screen reader can read. Tables of a checked song are read only.
// The selected row is the current item of the editor.
#pragma once

#include <QWidget>
#include <vector>

#include "ui/document/annotation_editor.h"

class QComboBox;
class QStackedWidget;
class QTableView;

namespace tactus::ui {

class ListTableModel;

// One table at a time. A list of their names chooses it, which fits into a narrow dock in any
// language.
class AnnotationTables : public QWidget {
  Q_OBJECT

 public:
  // The editor must outlive the tables.
  explicit AnnotationTables(AnnotationEditor& editor, QWidget* parent = nullptr);

  QWidget* currentWidget() const;
  void setCurrentWidget(QWidget* table);
  QTableView& beats() const { return *beats_; }
  QTableView& segments(SegmentLayer layer) const;
  QTableView& chords() const { return segments(SegmentLayer::kChords); }
  QTableView& notes() const { return *notes_; }
  QTableView& cues() const { return *cues_; }

 private:
  QTableView* makeTable(ListTableModel* model, const QString& title);
  void follow(QTableView* table, CurrentItem item);
  void reload(double begin, double end);
  void showOther();  // another song
  void showCurrent();
  void choose(const CurrentItem& item);
  std::vector<QTableView*> tables() const;

  AnnotationEditor& editor_;
  QComboBox* names_;
  QStackedWidget* stack_;
  std::vector<ListTableModel*> models_;
  QTableView* beats_;
  std::vector<QTableView*> segments_;  // of segment_layers()
  QTableView* notes_;
  QTableView* cues_;
  bool following_ = false;  // the tables follow the editor, not the reverse
};

}  // namespace tactus::ui
