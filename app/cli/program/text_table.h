// A table of text for people, which fits into the columns of a terminal.
#pragma once

#include <cstddef>
#include <string>
#include <vector>

namespace tactus {

struct TableColumn {
  enum class Align { kLeft, kRight };
  std::string title;
  Align align = Align::kRight;
  // The column may shrink to this width, and its text is then cut; 0 = it never shrinks. Such a
  // column has at most kWidestColumn, so that one long name does not widen all rows.
  std::size_t least = 0;
  bool cuts_beginning = false;  // of a text that is too long; else its end
  // Where the table is still too wide, columns go, the highest number first; 0 = it always stays.
  int goes = 0;
};

inline constexpr std::size_t kWidestColumn = 64;

using TableRow = std::vector<std::string>;  // a cell for each column

// The lines of the table, the titles first, without blanks at their ends. `width`: of the terminal;
// 0 = the table may have any width. A cell has no control characters (one_line.h).
std::vector<std::string> table_lines(const std::vector<TableColumn>& columns,
                                     const std::vector<TableRow>& rows, std::size_t width);

}  // namespace tactus
