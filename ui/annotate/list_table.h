// What the tables of beats, segments and notes share.
#pragma once

#include <QAbstractTableModel>
#include <cstddef>
#include <optional>

namespace tactus::ui {

// "12.340", and back; a decimal comma is accepted as well, a negative time is not.
QString seconds_text(double seconds);
std::optional<double> seconds_from(const QVariant& value);

// A table of one list of the document. Rows are added and removed at its end; rows with other
// content are reported as changed. So a view keeps its current cell and an open text field.
class ListTableModel : public QAbstractTableModel {
  Q_OBJECT

 public:
  using QAbstractTableModel::QAbstractTableModel;
  int rowCount(const QModelIndex& parent = {}) const override;
  // Takes the current content of the list, which changed between the two times.
  virtual void reload(double begin, double end) = 0;

 protected:
  // Sets the number of rows and reports the rows in [first, last) as changed.
  void setRows(std::size_t rows, std::size_t first, std::size_t last);

 private:
  int rows_ = 0;
};

}  // namespace tactus::ui
