// The tables of annotation_tables.h as models: one for a list of the document, with a row for each
// column of what it shows and how a typed text changes it.
#pragma once

#include <QAbstractTableModel>
#include <cstddef>
#include <functional>
#include <optional>
#include <vector>

namespace tactus::ui {

// "12.340", and back; a decimal comma is accepted as well, a negative time is not.
QString seconds_text(double seconds);
std::optional<double> seconds_from(const QVariant& value);

struct TableColumn {
  enum class Holds { kNumber, kWholeNumber, kWords };  // what typing may begin with
  QString title;
  Holds holds = Holds::kNumber;
  std::function<QVariant(std::size_t row)> text;
  // Takes a text of the user, false if it is none for this column; without it a cell is read only.
  std::function<bool(std::size_t row, const QVariant& text)> set = {};
  QString tip = {};                                          // of the title
  std::function<QVariant(std::size_t row)> decoration = {};  // shown instead of the text
};

struct TableRows {  // [first, last)
  std::size_t first = 0, last = 0;
};

// Rows are added and removed at the end; rows with other content are reported as changed. So a view
// keeps its current cell and an open text field.
class ListTableModel : public QAbstractTableModel {
  Q_OBJECT

 public:
  // `size`: of the list. `changed`: the rows to report when it changed between two times; all
  // without it.
  ListTableModel(std::vector<TableColumn> columns, std::function<std::size_t()> size,
                 QObject* parent, std::function<TableRows(double begin, double end)> changed = {});
  void reload(double begin, double end);
  const TableColumn& column(int index) const { return columns_[static_cast<std::size_t>(index)]; }

  int rowCount(const QModelIndex& parent = {}) const override;
  int columnCount(const QModelIndex& parent = {}) const override;
  QVariant data(const QModelIndex& index, int role) const override;
  QVariant headerData(int section, Qt::Orientation orientation, int role) const override;
  Qt::ItemFlags flags(const QModelIndex& index) const override;
  bool setData(const QModelIndex& index, const QVariant& value, int role) override;

 private:
  bool holds(const QModelIndex& index) const;

  std::vector<TableColumn> columns_;
  std::function<std::size_t()> size_;
  std::function<TableRows(double begin, double end)> changed_;
  int rows_ = 0;
};

}  // namespace tactus::ui
