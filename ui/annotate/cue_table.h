// The cues and loops of the song as a table, like those of annotation_tables.h. A point has no end;
// one that gets an end becomes a loop.
#pragma once

#include <vector>

#include "ui/annotate/list_table.h"
#include "ui/document/annotation_editor.h"

namespace tactus::ui {

class CueTableModel : public ListTableModel {
  Q_OBJECT

 public:
  enum Column { kStart, kEnd, kName, kKey, kColour, kColumns };
  explicit CueTableModel(AnnotationEditor& editor, QObject* parent = nullptr);
  void reload(double begin, double end) override;
  int columnCount(const QModelIndex& parent = {}) const override;
  QVariant data(const QModelIndex& index, int role) const override;
  QVariant headerData(int section, Qt::Orientation orientation, int role) const override;
  Qt::ItemFlags flags(const QModelIndex& index) const override;
  bool setData(const QModelIndex& index, const QVariant& value, int role) override;

 private:
  const std::vector<Cue>& cues() const;

  AnnotationEditor& editor_;
};

}  // namespace tactus::ui
