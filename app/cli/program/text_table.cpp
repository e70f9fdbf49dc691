#include "app/cli/program/text_table.h"

#include <algorithm>

#include "app/cli/program/terminal.h"

namespace tactus {
namespace {

constexpr std::size_t kGap = 2;

struct ShownColumn {
  std::size_t index;
  std::size_t width;
};

std::size_t sum_of(const std::vector<ShownColumn>& shown) {
  std::size_t sum = shown.empty() ? 0 : kGap * (shown.size() - 1);
  for (const ShownColumn& column : shown) sum += column.width;
  return sum;
}

// All columns at the width of their text, without those whose cells are all empty.
std::vector<ShownColumn> natural(const std::vector<TableColumn>& columns,
                                 const std::vector<TableRow>& rows) {
  std::vector<ShownColumn> shown;
  for (std::size_t c = 0; c < columns.size(); ++c) {
    std::size_t width = 0;
    for (const TableRow& row : rows) width = std::max(width, display_width(row.at(c)));
    if (width == 0 && !rows.empty()) continue;
    if (columns[c].least > 0) width = std::min(width, kWidestColumn);
    shown.push_back({c, std::max(width, display_width(columns[c].title))});
  }
  return shown;
}

// Takes from the columns that may shrink, the widest first, until they fit into `width`.
void shrink(std::vector<ShownColumn>& shown, const std::vector<TableColumn>& columns,
            std::size_t width) {
  while (sum_of(shown) > width) {
    ShownColumn* widest = nullptr;
    for (ShownColumn& column : shown) {
      const std::size_t least = columns[column.index].least;
      if (least == 0 || column.width <= least) continue;
      if (!widest || column.width > widest->width) widest = &column;
    }
    if (!widest) return;
    --widest->width;
  }
}

void fit(std::vector<ShownColumn>& shown, const std::vector<TableColumn>& columns,
         std::size_t width) {
  std::vector<ShownColumn> kept = shown;  // at their full widths
  while (true) {
    shown = kept;
    shrink(shown, columns, width);
    if (sum_of(shown) <= width) return;
    const auto next = std::max_element(kept.begin(), kept.end(), [&](const auto& a, const auto& b) {
      return columns[a.index].goes < columns[b.index].goes;
    });
    if (next == kept.end() || columns[next->index].goes == 0) return;
    kept.erase(next);
  }
}

std::string cell_text(const std::string& text, const TableColumn& column, std::size_t width) {
  if (display_width(text) > width)
    return column.cuts_beginning ? without_beginning(text, width) : without_end(text, width);
  const std::string blanks(width - display_width(text), ' ');
  return column.align == TableColumn::Align::kRight ? blanks + text : text + blanks;
}

}  // namespace

std::vector<std::string> table_lines(const std::vector<TableColumn>& columns,
                                     const std::vector<TableRow>& rows, std::size_t width) {
  std::vector<ShownColumn> shown = natural(columns, rows);
  if (width > 0) fit(shown, columns, width);
  std::vector<std::string> lines;
  const auto add = [&](const auto& text_of) {
    std::string line;
    for (const ShownColumn& column : shown) {
      if (!line.empty()) line += std::string(kGap, ' ');
      line += cell_text(text_of(column.index), columns[column.index], column.width);
    }
    line.erase(line.find_last_not_of(' ') + 1);
    lines.push_back(std::move(line));
  };
  add([&](std::size_t c) { return columns[c].title; });
  for (const TableRow& row : rows) add([&](std::size_t c) { return row[c]; });
  return lines;
}

}  // namespace tactus
