#include "ui/annotate/note_table.h"

namespace tactus::ui {

NoteTableModel::NoteTableModel(AnnotationEditor& editor, QObject* parent)
    : ListTableModel(parent), editor_(editor) {}

const std::vector<LabelledSegment>& NoteTableModel::notes() const {
  return editor_.document().annotation().notes;
}

void NoteTableModel::reload(double, double) {
  setRows(notes().size(), 0, notes().size());
}

int NoteTableModel::columnCount(const QModelIndex& parent) const {
  return parent.isValid() ? 0 : static_cast<int>(kColumns);
}

QVariant NoteTableModel::data(const QModelIndex& index, int role) const {
  const auto row = static_cast<std::size_t>(index.row());
  if (row >= notes().size()) return {};
  if (role == Qt::TextAlignmentRole && index.column() != kWords)
    return int(Qt::AlignRight | Qt::AlignVCenter);
  if (role != Qt::DisplayRole && role != Qt::EditRole && role != Qt::ToolTipRole) return {};
  const LabelledSegment& note = notes()[row];
  if (index.column() == kWords) return QString::fromStdString(note.label);
  return seconds_text(index.column() == kStart ? note.start : note.end);
}

QVariant NoteTableModel::headerData(int section, Qt::Orientation orientation, int role) const {
  if (role != Qt::DisplayRole) return {};
  if (orientation == Qt::Vertical) return section + 1;
  const QString titles[] = {tr("Start (s)"), tr("End (s)"), tr("Note")};
  return titles[section];
}

Qt::ItemFlags NoteTableModel::flags(const QModelIndex& index) const {
  return QAbstractTableModel::flags(index) | Qt::ItemIsEditable;
}

// A moment stays one when its start moves.
bool NoteTableModel::setData(const QModelIndex& index, const QVariant& value, int role) {
  const auto row = static_cast<std::size_t>(index.row());
  if (role != Qt::EditRole || row >= notes().size()) return false;
  LabelledSegment note = notes()[row];
  QString words = QString::fromStdString(note.label);
  if (index.column() == kWords) {
    words = value.toString();
    if (words.simplified().isEmpty()) return false;
  } else {
    const auto seconds = seconds_from(value);
    if (!seconds) return false;
    const bool moment = note.end <= note.start;
    if (index.column() == kEnd || moment) note.end = *seconds;
    if (index.column() == kStart) note.start = *seconds;
  }
  editor_.setNote(row, note.start, note.end, words);
  return true;
}

}  // namespace tactus::ui
