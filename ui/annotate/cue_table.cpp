#include "ui/annotate/cue_table.h"

#include "ui/sound_lanes/cue_marks.h"

namespace tactus::ui {
namespace {

QString cell_text(const Cue& cue, int column) {
  switch (column) {
    case CueTableModel::kStart:
      return seconds_text(cue.start);
    case CueTableModel::kEnd:
      return cue.is_loop() ? seconds_text(cue.end) : QString();
    case CueTableModel::kName:
      return QString::fromStdString(cue.name);
    case CueTableModel::kKey:
      return cue.key > 0 ? QString::number(cue.key) : QString();
    default:
      return cue_colour(cue).name().toUpper();
  }
}

// A time as typed; without one, a loop ends to be one.
bool set_time(Cue& cue, int column, const QVariant& value) {
  const bool loop = cue.is_loop();
  const bool none = value.toString().trimmed().isEmpty();
  const auto seconds = none && column == CueTableModel::kEnd ? cue.start : seconds_from(value);
  if (!seconds) return false;
  if (column == CueTableModel::kStart) cue.start = *seconds;
  if (column == CueTableModel::kEnd || !loop) cue.end = *seconds;
  return true;
}

bool set_key(Cue& cue, const QString& text) {
  bool good = false;
  const int key = text.isEmpty() ? 0 : text.toInt(&good);
  if ((!good && !text.isEmpty()) || key < 0 || key > kCueKeys) return false;
  cue.key = key;
  return true;
}

// "#CC0000", or a name of a colour; without one, the cue has the colour of its key.
bool set_colour(Cue& cue, const QString& text) {
  const QColor colour(text);
  if (!colour.isValid() && !text.isEmpty()) return false;
  cue.colour = text.isEmpty() ? kNoColour : static_cast<int>(colour.rgb() & 0xFFFFFF);
  return true;
}

}  // namespace

CueTableModel::CueTableModel(AnnotationEditor& editor, QObject* parent)
    : ListTableModel(parent), editor_(editor) {}

const std::vector<Cue>& CueTableModel::cues() const {
  return editor_.document().annotation().cues;
}

void CueTableModel::reload(double, double) {
  setRows(cues().size(), 0, cues().size());
}

int CueTableModel::columnCount(const QModelIndex& parent) const {
  return parent.isValid() ? 0 : static_cast<int>(kColumns);
}

QVariant CueTableModel::data(const QModelIndex& index, int role) const {
  const auto row = static_cast<std::size_t>(index.row());
  if (row >= cues().size()) return {};
  const Cue& cue = cues()[row];
  if (role == Qt::TextAlignmentRole && index.column() != kName && index.column() != kColour)
    return int(Qt::AlignRight | Qt::AlignVCenter);
  if (role == Qt::DecorationRole && index.column() == kColour) return cue_colour(cue);
  if (role == Qt::DisplayRole && index.column() == kColour) return {};  // a narrow panel: no room
  if (role != Qt::DisplayRole && role != Qt::EditRole && role != Qt::ToolTipRole &&
      role != Qt::AccessibleTextRole)
    return {};
  return cell_text(cue, index.column());
}

QVariant CueTableModel::headerData(int section, Qt::Orientation orientation, int role) const {
  if (orientation == Qt::Vertical)
    return role == Qt::DisplayRole ? QVariant(section + 1) : QVariant();
  if (role == Qt::ToolTipRole && section <= kEnd) return tr("Seconds");
  if (role != Qt::DisplayRole) return {};
  const QString titles[] = {tr("Start", "of a cue, short"), tr("End", "of a cue, short"),
                            tr("Name"), tr("Key", "of a cue"), tr("Colour")};
  return titles[section];
}

Qt::ItemFlags CueTableModel::flags(const QModelIndex& index) const {
  return QAbstractTableModel::flags(index) | Qt::ItemIsEditable;
}

bool CueTableModel::setData(const QModelIndex& index, const QVariant& value, int role) {
  const auto row = static_cast<std::size_t>(index.row());
  if (role != Qt::EditRole || row >= cues().size()) return false;
  Cue cue = cues()[row];
  const QString text = value.toString().trimmed();
  bool good = true;
  if (index.column() == kName)
    cue.name = text.toStdString();
  else if (index.column() == kKey)
    good = set_key(cue, text);
  else if (index.column() == kColour)
    good = set_colour(cue, text);
  else
    good = set_time(cue, index.column(), value);
  if (good) editor_.changeCue(row, std::move(cue));
  return good;
}

}  // namespace tactus::ui
