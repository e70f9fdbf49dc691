#include "ui/annotate/list_table.h"

#include <QLocale>

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

int ListTableModel::rowCount(const QModelIndex& parent) const {
  return parent.isValid() ? 0 : rows_;
}

void ListTableModel::setRows(std::size_t rows, std::size_t first, std::size_t last) {
  const int before = rows_, now = static_cast<int>(rows);
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

}  // namespace tactus::ui
