#include "ui/annotate/list_table.h"

#include <QLocale>
#include <utility>

namespace tactus::ui {

QString seconds_text(double seconds) {
  return QLocale().toString(seconds, 'f', 3);
}

std::optional<double> seconds_from(const QVariant& value) {
  bool good = false;
  const double seconds = QLocale::c().toDouble(
      value.toString().trimmed().replace(QLatin1Char(','), QLatin1Char('.')), &good);
  return good && seconds >= 0 ? std::optional(seconds) : std::nullopt;
}

ListTableModel::ListTableModel(std::vector<TableColumn> columns, std::function<std::size_t()> size,
                               QObject* parent,
                               std::function<TableRows(double begin, double end)> changed)
    : QAbstractTableModel(parent),
      columns_(std::move(columns)),
      size_(std::move(size)),
      changed_(std::move(changed)) {}

void ListTableModel::reload(double begin, double end) {
  const auto [first, last] = changed_ ? changed_(begin, end) : TableRows{0, size_()};
  const int before = rows_, now = static_cast<int>(size_());
  if (now > before) {
    beginInsertRows({}, before, now - 1);
    rows_ = now;
    endInsertRows();
  } else if (now < before) {
    beginRemoveRows({}, now, before - 1);
    rows_ = now;
    endRemoveRows();
  }
  if (first >= last) return;
  emit dataChanged(index(static_cast<int>(first), 0),
                   index(static_cast<int>(last) - 1, columnCount() - 1));
}

// The list may have lost rows that the model has still.
bool ListTableModel::holds(const QModelIndex& index) const {
  return index.isValid() && static_cast<std::size_t>(index.row()) < size_();
}

int ListTableModel::rowCount(const QModelIndex& parent) const {
  return parent.isValid() ? 0 : rows_;
}

int ListTableModel::columnCount(const QModelIndex& parent) const {
  return parent.isValid() ? 0 : static_cast<int>(columns_.size());
}

QVariant ListTableModel::data(const QModelIndex& index, int role) const {
  if (!holds(index)) return {};
  const TableColumn& shown = column(index.column());
  const auto row = static_cast<std::size_t>(index.row());
  const bool words = shown.holds == TableColumn::Holds::kWords;
  switch (role) {
    case Qt::TextAlignmentRole:
      return words || shown.decoration ? QVariant() : int(Qt::AlignRight | Qt::AlignVCenter);
    case Qt::DecorationRole:
      return shown.decoration ? shown.decoration(row) : QVariant();
    case Qt::DisplayRole:
      return shown.decoration ? QVariant() : shown.text(row);
    case Qt::ToolTipRole:  // what a narrow panel has no room for
    case Qt::AccessibleTextRole:
      return words || shown.decoration ? shown.text(row) : QVariant();
    case Qt::EditRole:
      return shown.text(row);
    default:
      return {};
  }
}

QVariant ListTableModel::headerData(int section, Qt::Orientation orientation, int role) const {
  const bool shown = role == Qt::DisplayRole;
  if (orientation == Qt::Vertical) return shown ? QVariant(section + 1) : QVariant();
  if (role == Qt::ToolTipRole && !column(section).tip.isEmpty()) return column(section).tip;
  return shown ? column(section).title : QVariant();
}

Qt::ItemFlags ListTableModel::flags(const QModelIndex& index) const {
  const bool editable = index.isValid() && column(index.column()).set;
  return QAbstractTableModel::flags(index) | (editable ? Qt::ItemIsEditable : Qt::NoItemFlags);
}

bool ListTableModel::setData(const QModelIndex& index, const QVariant& value, int role) {
  if (role != Qt::EditRole || !holds(index)) return false;
  const TableColumn& edited = column(index.column());
  return edited.set && edited.set(static_cast<std::size_t>(index.row()), value);
}

}  // namespace tactus::ui
